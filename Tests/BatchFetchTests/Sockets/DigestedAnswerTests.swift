import LoopbackServer
import Testing

@testable import BatchFetch

@Suite struct DigestedAnswerTests {
  /// Around the sizes at which bytes begin to travel to the digest by the piece.
  private static let sizes = [
    0, 1, 16_383, 65_535, 65_536, 65_537, 81_920, 114_688, 131_073, 262_144,
  ]

  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  private static func body(_ size: Int) -> [UInt8] { Array(bytes.prefix(size)) }

  private func plainDigest(_ bytes: [UInt8]) -> SHA256Digest {
    let digest = StreamDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }

  @Test("Bodies of all sizes at once have the digests of their bytes", arguments: [false, true])
  func digests(keepsBodies: Bool) async throws {
    let routes = Self.sizes.flatMap { size in
      [
        Route("/plain/\(size)", .ok(Self.body(size))),
        Route("/coded/\(size)", .ok(Self.body(size), coding: Coding(.gzip))),
        Route("/chunked/\(size)", .ok(Self.body(size), framing: .chunked(size: 10_000))),
      ]
    }
    let server = try LoopbackServer(routes: routes)
    try await withEngine(try loopbackSettings { $0.keepsBodies = keepsBodies }) { fetcher in
      await withTaskGroup(of: (Int, FetchResult).self) { group in
        for size in Self.sizes {
          for kind in ["plain", "coded", "chunked"] {
            group.addTask { (size, await fetcher.fetch(server.url("/\(kind)/\(size)"))) }
          }
        }
        for await (size, result) in group {
          #expect(result.failure == nil)
          #expect(result.download?.byteCount == size)
          #expect(result.download?.sha256 == plainDigest(Self.body(size)))
        }
      }
    }
  }

  @Test("What came of a body that is too long has its digest too")
  func partial() async throws {
    let server = try LoopbackServer(routes: [Route("/", .ok(Self.body(300_000)))])
    try await withEngine(try loopbackSettings { $0.bodyLimit = 200_000 }) { fetcher in
      let result = await fetcher.fetch(server.url("/"))
      #expect(result.failure?.code == .tooLarge)
      let received = Array(Self.body(300_000).prefix(200_001))
      #expect(result.download?.byteCount == received.count)
      #expect(result.download?.sha256 == plainDigest(received))
    }
  }

  @Test("Long bodies that are given up leave the engine whole")
  func cancelled() async throws {
    let long = Self.bytes
    let server = try LoopbackServer(routes: [Route("/", .ok(long))])
    let settings = try loopbackSettings {
      $0.concurrency = 4
      $0.perHost = 4
    }
    try await withEngine(settings) { fetcher in
      for _ in 0..<10 {
        let tasks = (0..<8).map { _ in Task { await fetcher.fetch(server.url("/")) } }
        #expect(await tasks[0].value.failure == nil)
        for task in tasks { task.cancel() }
        for task in tasks {
          let result = await task.value
          if let failure = result.failure { #expect(failure.code == .cancelled) }
        }
      }
      #expect(await fetcher.fetch(server.url("/")).download?.sha256 == plainDigest(long))
    }
  }
}

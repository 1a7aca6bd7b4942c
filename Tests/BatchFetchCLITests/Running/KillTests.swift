import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Killed at any moment, a run loses nothing", .serialized)
struct KillTests {
  /// A request as the server saw it.
  private struct Seen: Sendable {
    var path: String
    var connection: Int
    var at: ContinuousClock.Instant
  }

  /// When a process was killed, and when nothing was left of it.
  private struct Kill: Sendable {
    var at: ContinuousClock.Instant
    var over: ContinuousClock.Instant
  }

  /// What the server saw, and when.
  private final class Watch: Sendable {
    let seen = Locked<[Seen]>([])
    let isSlow = Locked(false)

    func reply(to request: Request) -> Reply {
      seen.withLock {
        $0.append(Seen(path: request.path, connection: request.connection, at: .now))
      }
      let number = Int(request.path.split(separator: "/").last ?? "") ?? 0
      let reply = Self.kinds[number % Self.kinds.count]
      return isSlow.withLock { $0 } ? reply.after(.wait(.milliseconds(50))) : reply
    }

    private static let kinds: [Reply] = [
      .ok(ProgramRun.picture, type: "image/png"), .ok(ProgramRun.picture, type: "image/jpeg"),
      .status(404), .ok("<!DOCTYPE html><p>no</p>", type: "text/html"), .ok([], type: "image/gif"),
    ]
  }

  private static let options = ["--concurrency", "8", "--retries", "0"]

  /// A list of so many lines over so many URLs, and a run against a server that is watched.
  private func watched(lines: Int, urls: Int) throws -> (run: ProgramRun, watch: Watch) {
    let watch = Watch()
    let run = try ProgramRun([Route("/n/", isPrefix: true) { watch.reply(to: $0) }])
    let list = (0..<lines).map {
      ProgramRun.line("/n/\($0 % urls)", id: $0, campaign: "c\($0 % 13)")
    }
    try run.scratch.write(list.joined())
    return (run, watch)
  }

  @Test("2,000 URLs, kill -9 at 50 random moments: the report is the undisturbed one, line by line")
  func duringDownloads() async throws {
    let (run, watch) = try watched(lines: 2_000, urls: 2_000)
    try await run.again(into: "undisturbed", options: Self.options)
    #expect(run.server.requestCount == 2_000)

    watch.isSlow.withLock { $0 = true }
    watch.seen.withLock { $0 = [] }
    var random = SeededMoments(state: 20_261_130)
    var kills: [Kill] = []
    for _ in 0..<50 {
      let server = run.server
      let (requests, pause) = (random.next(70), random.next(30))
      let wanted = server.requestCount + requests
      let killed = Locked<ContinuousClock.Instant?>(nil)
      let ending = try await run(
        Self.options,
        meanwhile: { process in
          _ = server.waitForRequests(wanted, within: .seconds(60))
          // The moment itself is what is random here, not something waited for.
          poll(nil, 0, Int32(pause))
          killed.withLock { $0 = .now }
          kill(process, SIGKILL)
        })
      try #require(ending.status == 137, "\(ending.errors)")
      // What the process sent before its end is seen before the next one starts.
      #expect(server.waitUntilIdle())
      kills.append(Kill(at: try #require(killed.withLock { $0 }), over: .now))
    }
    watch.isSlow.withLock { $0 = false }
    let ending = try await run(Self.options)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try MaskedReport(run).differences(from: MaskedReport(run, "undisturbed")) == [])
    check(watch.seen.withLock { $0 }, kills)
  }

  /// A fetch is made again only when it ended less than a second before the process did.
  private func check(_ seen: [Seen], _ kills: [Kill]) {
    var last: [String: Int] = [:]
    for (index, request) in seen.enumerated() { last[request.path] = index }
    #expect(last.count == 2_000)
    // The next request on a connection says that the one before it has ended.
    var ends: [Int: ContinuousClock.Instant] = [:]
    var following: [Int: ContinuousClock.Instant] = [:]
    for (index, request) in seen.enumerated().reversed() {
      ends[index] = following[request.connection]
      following[request.connection] = request.at
    }
    let again = seen.indices.filter { last[seen[$0].path] != $0 }
    let ages = again.compactMap { index in
      ends[index].flatMap { end in kills.first { $0.over >= end }.map { end.duration(to: $0.at) } }
    }
    // A busy machine may let the journal's thread wait for as long as this.
    let grace = Duration.seconds(1)
    #expect(ages.allSatisfy { $0 < .seconds(1) + grace })
    print(
      "kill test: \(kills.count) kills, \(seen.count) requests for 2000 URLs; made again: "
        + "\(again.count - ages.count) in flight, \(ages.count) ended, the oldest of these "
        + "\(ages.max() ?? .zero) before the kill")
  }

  @Test("Killed while the rows are written, a run asks nothing again and its report is whole")
  func duringReport() async throws {
    let (run, _) = try watched(lines: 5_000, urls: 50)
    try await run.again(into: "undisturbed", options: Self.options)
    var random = SeededMoments(state: 7)
    var statuses: [Int32] = []
    let server = run.server
    while statuses.count < 8, statuses.last != 0 {
      let isFirst = statuses.isEmpty
      let pause = Int32(random.next(isFirst ? 200 : 600))
      let scratch = run.scratch
      statuses.append(
        try await run(
          Self.options,
          meanwhile: { process in
            if isFirst { _ = eventually { CutRun.facts(scratch).count >= 50 } }
            poll(nil, 0, pause)
            kill(process, SIGKILL)
          }
        ).status)
    }
    if statuses.last != 0 { #expect(try await run(Self.options).status == 0) }
    #expect(statuses.first == 137)
    #expect(server.requestCount == 100)
    #expect(try MaskedReport(run).differences(from: MaskedReport(run, "undisturbed")) == [])
  }
}

/// Random numbers that are the same in every run: the generator of PCG's lineage, its high half.
private struct SeededMoments {
  var state: UInt64

  /// A number from 0 to `limit`.
  mutating func next(_ limit: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % (limit + 1))
  }
}

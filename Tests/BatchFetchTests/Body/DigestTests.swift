import Testing

@testable import BatchFetch

/// Where the digests of a test arrive.
final class DigestShelf: Sendable {
  private let digests = Locked<[Int: SHA256Digest]>([:])

  func put(_ number: Int, _ digest: SHA256Digest) { digests.withLock { $0[number] = digest } }

  var count: Int { digests.withLock { $0.count } }

  /// Waits for a digest and takes it, in hexadecimal digits.
  func take(_ number: Int) async -> String? {
    _ = await eventually { self.digests.withLock { $0[number] != nil } }
    return digests.withLock { $0.removeValue(forKey: number)?.hexadecimal }
  }
}

@Suite struct DigestTests {
  private let emptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  /// The digest of bytes that never leave this thread.
  private func plainDigest(_ bytes: [UInt8]) -> String {
    let digest = StreamDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish().hexadecimal
  }

  @Test("Streams that come in turn are kept apart")
  func interleaved() async throws {
    let thread = try #require(DigestThread())
    let shelf = DigestShelf()
    let bodies = (0..<40).map { number in
      (0..<5000).map { UInt8(truncatingIfNeeded: $0 * number) }
    }
    let streams = bodies.indices.map { DigestStream(thread, number: $0) }
    for start in stride(from: 0, to: 4000, by: 1000) {
      for (stream, body) in zip(streams, bodies) {
        var piece = stream.buffer(for: 1000)
        #expect(piece.isEmpty)
        piece += body[start..<start + 1000]
        stream.send(piece: piece)
      }
    }
    for (number, stream) in streams.enumerated() {
      thread.post([stream.end(Array(bodies[number][4000...])) { shelf.put(number, $0) }])
    }
    for (number, body) in bodies.enumerated() {
      #expect(await shelf.take(number) == plainDigest(body))
    }
  }

  @Test("A digest that was begun and let go does not colour the next one")
  func dropped() async throws {
    let thread = try #require(DigestThread())
    let shelf = DigestShelf()
    DigestStream(thread, number: 1).send(shared: [1, 2, 3])
    thread.post([DigestStream(thread, number: 2).end([]) { shelf.put(2, $0) }])
    #expect(await shelf.take(2) == emptyDigest)
    // The number may even come again.
    thread.post([DigestStream(thread, number: 1).end([]) { shelf.put(1, $0) }])
    #expect(await shelf.take(1) == emptyDigest)
  }

  @Test("A full desk holds the sender up and lets it go on")
  func bounded() async throws {
    let thread = try #require(DigestThread(limit: 1000))
    let shelf = DigestShelf()
    let stream = DigestStream(thread, number: 1)
    let piece = [UInt8](repeating: 7, count: 5000)
    for _ in 0..<200 { stream.send(shared: piece) }
    thread.post([stream.end([]) { shelf.put(1, $0) }])
    #expect(await shelf.take(1) == plainDigest([UInt8](repeating: 7, count: 1_000_000)))
  }

  @Test("What was posted is carried out before the thread ends")
  func finished() throws {
    let thread = try #require(DigestThread())
    let shelf = DigestShelf()
    for number in 0..<100 {
      thread.post([DigestStream(thread, number: number).end([1]) { shelf.put(number, $0) }])
    }
    thread.finish()
    #expect(shelf.count == 100)
    thread.finish()
  }

  @Test("A buffer comes back empty and with its room")
  func buffers() throws {
    let desk = try #require(DigestDesk())
    var used = desk.buffer(for: DigestDesk.bufferSize)
    #expect(used.capacity >= DigestDesk.bufferSize)
    used += [1, 2, 3]
    desk.finished(weight: 0, buffer: &used)
    #expect(used.isEmpty && used.capacity == 0)
    let again = desk.buffer(for: DigestDesk.bufferSize)
    #expect(again.isEmpty)
    #expect(again.capacity >= DigestDesk.bufferSize)
    #expect(desk.buffer(for: 100).capacity < DigestDesk.bufferSize)
  }

  @Test("An order that nobody hurries is handed over once others have come, or its time has")
  func gathered() throws {
    let desk = try #require(DigestDesk())
    let future = Moment.now + .seconds(3600)
    desk.post((0..<32).map { .init(stream: $0, kind: .drop) })
    let many = try #require(desk.take(.many(until: future)))
    #expect(many.orders.count == 32 && !many.isUrgent)
    desk.post([.init(stream: 1, kind: .drop)])
    let due = try #require(desk.take(.many(until: .now)))
    #expect(due.orders.count == 1 && !due.isUrgent)
    desk.post([.init(stream: 1, kind: .drop)])
    #expect(desk.take(.first)?.orders.count == 1)
    #expect(desk.take(.anything)?.orders.isEmpty == true)
  }

  @Test("An urgent order, much to hold and the end are not waited with")
  func urgent() throws {
    let desk = try #require(DigestDesk())
    let future = Moment.now + .seconds(3600)
    desk.post([.init(stream: 1, kind: .drop)], isUrgent: true)
    #expect(desk.take(.many(until: future))?.isUrgent == true)
    let large = [UInt8](repeating: 0, count: 3 << 20)
    desk.post([.init(stream: 1, bytes: large, kind: .shared)])
    #expect(desk.take(.many(until: future))?.orders.count == 1)
    desk.shut()
    #expect(desk.take(.many(until: future))?.isUrgent == true)
    #expect(desk.take(.first) == nil)
  }
}

import BatchFetch
import Testing

@testable import BatchFetchCLI

@Suite("The feed from the thread that reads to the tasks that fetch")
struct FeedTests {
  private struct Enough: Error {}

  @Test("Everything arrives in order, and the end is the sender's")
  func order() async throws {
    let feed = Feed<Int>(capacity: 2)
    async let sent = OwnThread.run("sender") {
      defer { feed.finish() }
      return (0..<100).filter { feed.send([$0 * 2, $0 * 2 + 1]) }.count
    }
    var received: [Int] = []
    await feed.receive { received.append($0) }
    #expect(received == Array(0..<200))
    #expect(try await sent == 100)
  }

  @Test("The sender is at most the capacity ahead")
  func bounded() async throws {
    let capacity = 3
    let feed = Feed<Int>(capacity: capacity)
    let sent = Locked(0)
    let sender = Task.detached {
      try await OwnThread.run("sender") {
        defer { feed.finish() }
        for number in 0..<50 where feed.send([number]) { sent.withLock { $0 += 1 } }
      }
    }
    // What is received frees one place; one more may lie between taking and counting.
    var received = 0
    await feed.receive { _ in
      received += 1
      #expect(sent.withLock { $0 } <= received + capacity)
      await Task.yield()
    }
    try await sender.value
    #expect(received == 50 && sent.withLock { $0 } == 50)
  }

  @Test("A receiver that fails frees the sender, which is told")
  func failing() async throws {
    let feed = Feed<Int>(capacity: 1)
    async let refused = OwnThread.run("sender") { Self.refusedSend(feed) }
    await #expect(throws: Enough.self) { try await feed.receive { _ in throw Enough() } }
    #expect(try await refused)
  }

  @Test("A receiver that never comes frees the sender by closing")
  func closed() async throws {
    let feed = Feed<Int>(capacity: 1)
    async let refused = OwnThread.run("sender") { Self.refusedSend(feed) }
    feed.close()
    #expect(try await refused)
    #expect(!feed.send([1]))
  }

  @Test("A receiver that is cancelled frees the sender")
  func cancelled() async throws {
    let feed = Feed<Int>(capacity: 1)
    let receiver = Task {
      await feed.receive { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    }
    async let refused = OwnThread.run("sender") { Self.refusedSend(feed) }
    receiver.cancel()
    #expect(try await refused)
    await receiver.value
  }

  /// Sends until it is refused; a feed that takes a million batches refuses none.
  private static func refusedSend(_ feed: Feed<Int>) -> Bool {
    for number in 0..<1_000_000 where !feed.send([number]) { return true }
    return false
  }
}

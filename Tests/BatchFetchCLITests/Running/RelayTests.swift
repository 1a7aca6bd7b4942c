import Testing

@testable import BatchFetchCLI

@Suite("Batches on their way from one thread to another")
struct RelayTests {
  @Test("They come in order, and behind the last there is nothing")
  func order() async throws {
    let relay = Relay<Int>(capacity: 2)
    async let sent = OwnThread.run("sender") {
      defer { relay.finish() }
      return (0..<50).allSatisfy { relay.send([$0 * 2 + 1, $0 * 2 + 2]) }
    }
    let numbers = try await OwnThread.run("taker") {
      var numbers: [Int] = []
      while let batch = relay.next() { numbers += batch }
      return relay.next() == nil ? numbers : []
    }
    #expect(numbers == Array(1...100))
    #expect(try await sent)
  }

  @Test("A sender whose taker has gone does not wait for room")
  func left() async throws {
    let relay = Relay<Int>(capacity: 1)
    async let sent = OwnThread.run("sender") {
      var count = 0
      while relay.send([1]) { count += 1 }
      return count
    }
    try await OwnThread.run("taker") {
      _ = relay.next()
      relay.leave()
    }
    #expect((1...2).contains(try await sent))
    #expect(!relay.send([1]))
    #expect(!relay.send([1]))
  }

  @Test("It may be let go while batches lie in it")
  func abandoned() {
    for count in 0...4 {
      let relay = Relay<Int>(capacity: 4)
      for number in 0..<count { #expect(relay.send([number])) }
      relay.leave()
    }
  }
}

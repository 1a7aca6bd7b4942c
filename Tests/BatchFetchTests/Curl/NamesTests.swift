import InternetAddress
import Testing

@testable import BatchFetch

@Suite struct NameCacheTests {
  private let start = Moment(nanoseconds: 0)
  private let answer = NameAnswer.addresses([.v4(0x0808_0808)])

  @Test("One look-up serves all who wait")
  func shared() {
    var cache = NameCache()
    #expect(cache.ask("a", for: 1, now: start) == .lookUp)
    #expect(cache.ask("a", for: 2, now: start) == .wait)
    #expect(cache.ask("b", for: 3, now: start) == .lookUp)
    #expect(cache.settle("a", answer, now: start) == [1, 2])
    #expect(cache.ask("a", for: 4, now: start) == .known(answer))
  }

  @Test("A name that is not found is remembered, a failure is not")
  func failures() {
    var cache = NameCache()
    _ = cache.ask("a", for: 1, now: start)
    _ = cache.settle("a", .notFound("x"), now: start)
    #expect(cache.ask("a", for: 2, now: start) == .known(.notFound("x")))
    _ = cache.ask("b", for: 3, now: start)
    _ = cache.settle("b", .failure("x", isSilence: true), now: start)
    #expect(cache.ask("b", for: 4, now: start) == .lookUp)
  }

  @Test("Who left is not called, and the look-up still serves later ones")
  func leaving() {
    var cache = NameCache()
    _ = cache.ask("a", for: 1, now: start)
    _ = cache.ask("a", for: 2, now: start)
    cache.leave("a", job: 1)
    #expect(cache.settle("a", answer, now: start) == [2])
  }

  @Test("Addresses are asked for again after their time")
  func expiry() {
    var cache = NameCache()
    _ = cache.ask("a", for: 1, now: start)
    _ = cache.settle("a", answer, now: start)
    #expect(cache.ask("a", for: 2, now: start + .seconds(299)) == .known(answer))
    #expect(cache.ask("a", for: 3, now: start + .seconds(301)) == .lookUp)
  }

  @Test("The cache stays within its bound")
  func bound() {
    var cache = NameCache(capacity: 10)
    for number in 0..<1000 {
      _ = cache.ask("h\(number)", for: number, now: start)
      _ = cache.settle("h\(number)", answer, now: start)
    }
    #expect(cache.count <= 10)
    #expect(cache.ask("h999", for: 0, now: start) == .known(answer))
  }
}

@Suite struct LoadedNamesTests {
  private let first = [IPAddress.v4(0x0102_0304), .v6(high: 0x2001_0db8 << 32, low: 1)]

  @Test("curl is told a name once, and again when its addresses change")
  func changes() {
    var names = LoadedNames(capacity: 10)
    #expect(names.load("a", port: 443, first).lines == ["a:443:1.2.3.4,[2001:db8::1]"])
    #expect(names.load("a", port: 443, first).lines == [])
    #expect(names.load("a", port: 80, first).lines.count == 1)
    #expect(names.load("a", port: 443, [.v4(1)]).lines == ["a:443:0.0.0.1"])
  }

  @Test("Beyond the bound the oldest name is taken out")
  func bound() {
    var names = LoadedNames(capacity: 2)
    _ = names.load("a", port: 1, first)
    _ = names.load("b", port: 1, first)
    let change = names.load("c", port: 1, first)
    #expect(change.removes)
    #expect(change.lines.first == "-a:1")
    #expect(names.load("a", port: 1, first).lines.contains("a:1:1.2.3.4,[2001:db8::1]"))
  }
}

import Testing

@testable import BatchFetchCLI

@Suite("The URLs of a plan, dealt out by host")
struct PlanHostsTests {
  private func hosts(_ counts: KeyValuePairs<String, Int>) -> PlanHosts {
    var hosts = PlanHosts()
    for (host, count) in counts {
      for number in 0..<count { hosts.add("https://\(host)/\(number)") }
    }
    return hosts
  }

  @Test("The biggest host comes first, of two alike the one whose name comes first")
  func order() {
    let groups = hosts(["b.example": 2, "c.example": 3, "a.example": 2, "Z.example": 1]).shards(1)[
      0]
    #expect(groups.map(\.host) == ["c.example", "a.example", "b.example", "z.example"])
    #expect(groups[1].urls == ["https://a.example/0", "https://a.example/1"])
  }

  @Test("A host is in one shard, the shards are alike in size as far as that goes")
  func shards() {
    let shards = hosts(["a": 5, "b": 4, "c": 3, "d": 3, "e": 1]).shards(3)
    #expect(shards.map { $0.map(\.host) } == [["a"], ["b", "e"], ["c", "d"]])
    #expect(shards.map { $0.map(\.urls.count).reduce(0, +) } == [5, 5, 6])
    #expect(hosts(["a": 1]).shards(3).map(\.count) == [1, 0, 0])
    #expect(hosts([:]).shards(2) == [[], []])
  }

  @Test("However the hosts come, the plan is the same")
  func deterministic() {
    let one = hosts(["a": 2, "b": 2, "c": 2, "d": 1]).shards(2)
    let other = hosts(["d": 1, "c": 2, "b": 2, "a": 2]).shards(2)
    #expect(one == other)
  }

  @Test("Host and port, user and case do not divide a host")
  func oneHost() {
    var hosts = PlanHosts()
    for url in ["https://A.b/1", "http://a.b:81/2", "https://me@a.B/3"] { hosts.add(url) }
    #expect(hosts.shards(1)[0].map(\.host) == ["a.b"])
    #expect(hosts.count == 3 && hosts.hostCount == 1)
  }

  @Test("A line of a plan gives its URL back, anything else none")
  func lines() {
    var bytes: [UInt8] = []
    let url = "https://a.b/\"\u{E9}\\?x=1"
    PlanLine.append(url, host: "a.b", .unstated, to: &bytes)
    #expect(bytes.last == 0x0A)
    #expect(bytes.dropLast().withUnsafeBytes { PlanLine($0)?.url } == url)
    for text in ["", "{}", "[1]", "{\"url\":1}", "{\"url\":\"file:///x\"}", "{\"url\":\"https://a"]
    {
      #expect(Array(text.utf8).withUnsafeBytes { PlanLine($0)?.url } == nil, "\(text)")
    }
  }
}

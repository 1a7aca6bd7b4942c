import AuditRules
import Testing

@testable import AuditReports

struct TallyTests {
  @Test("A URL's tally stays small, since a run may hold a million")
  func size() {
    #expect(MemoryLayout<MediaTally>.stride <= 56)
    #expect(MemoryLayout<PackedTime>.size == 5)
  }

  @Test(
    "A packed time is its whole second",
    arguments: [
      (0, 0), (-0.5, -1), (1.9, 1), (4_294_967_296, 4_294_967_296),
      (-62_167_219_200, -62_167_219_200), (253_402_300_799, 253_402_300_799),
    ])
  func packed(_ seconds: Double, _ expected: Double) {
    #expect(PackedTime(seconds).seconds == expected)
  }

  @Test(
    "What four digits of a year cannot name is no time",
    arguments: [nil, .nan, .infinity, 253_402_300_800, -62_167_219_201] as [Double?])
  func none(_ seconds: Double?) { #expect(PackedTime(seconds).seconds == nil) }

  @Test("A table numbers texts by arrival and finds them again through its growth")
  func table() {
    var table = TextTable()
    func number(_ text: String) -> [Int] {
      let (number, isNew) = table.number(of: text)
      return [number, isNew ? 1 : 0]
    }
    for place in 0..<5000 { #expect(number("text \(place)") == [place, 1]) }
    for place in stride(from: 0, to: 5000, by: 7) {
      #expect(number("text \(place)") == [place, 0])
      #expect(table.text(place) == "text \(place)")
    }
    #expect(number("") == [5000, 1])
    #expect(number("") == [5000, 0])
    let long = String(repeating: "x", count: 200_000)
    #expect(number(long) == [5001, 1])
    #expect(table.text(5001) == long)
    #expect(table.text(4999) == "text 4999")
  }

  @Test("A pair is taken once, whatever its numbers have in common")
  func pairs() {
    var pairs = PairTallies()
    let way = PairWay(outcome: .media, reason: .ok, payloads: 2)
    var taken = 0
    for first in 0..<70 {
      for second in 0..<70 where pairs.add(media: first, campaign: second, way) { taken += 1 }
    }
    #expect(taken == 4900)
    let other = PairWay(outcome: .blank, reason: .undecodable, payloads: 1)
    for first in 0..<70 where pairs.add(media: first, campaign: 69 - first, other) { taken += 1 }
    #expect(taken == 4900)
    #expect(pairs.count == 4900)
    for number in 0..<4900 {
      let pair = pairs.pairs[number]
      let isTwofold = pair.media + pair.campaign == 69
      #expect(pairs.ways(of: number).map(\.payloads) == (isTwofold ? [2, 1] : [2]))
    }
  }
}

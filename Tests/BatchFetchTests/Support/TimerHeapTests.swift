import Testing

@testable import BatchFetch

@Suite struct TimerHeapTests {
  @Test("Things come out in the order in which they are due, never early")
  func order() {
    var heap = TimerHeap<Int>()
    let dues = (0..<500).map { ($0 * 7919) % 1009 }
    for due in dues { heap.add(due, due: Moment(nanoseconds: Int64(due))) }
    var taken: [Int] = []
    while let item = heap.popDue(Moment(nanoseconds: 500)) { taken.append(item) }
    #expect(taken == dues.filter { $0 <= 500 }.sorted())
    #expect(heap.nextDue.map { $0 > Moment(nanoseconds: 500) } == true)
  }

  @Test("What means nothing any more is dropped once it outweighs the rest")
  func compaction() {
    var heap = TimerHeap<Int>()
    for item in 0..<1000 { heap.add(item, due: Moment(nanoseconds: Int64(1000 - item))) }
    heap.compact(live: 10) { $0 % 100 == 0 }
    #expect(heap.count == 10)
    var taken: [Int] = []
    while let item = heap.popDue(Moment(nanoseconds: 2000)) { taken.append(item) }
    #expect(taken == [900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
  }

  @Test("A queue hands out in order, however often it is filled and emptied")
  func queue() {
    var queue = FIFO<Int>()
    var next = 0
    var expected = 0
    for round in 0..<200 {
      for _ in 0..<(round % 7 + 1) {
        queue.append(next)
        next += 1
      }
      for _ in 0..<(round % 5 + 1) {
        guard let item = queue.popFirst() else { continue }
        #expect(item == expected)
        expected += 1
      }
      #expect(queue.count == next - expected)
    }
  }
}

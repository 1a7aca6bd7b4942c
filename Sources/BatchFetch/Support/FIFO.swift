/// A queue whose both ends cost the same however long it is.
struct FIFO<Element> {
  private var storage: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == storage.count }
  var count: Int { storage.count - head }

  mutating func append(_ element: Element) {
    storage.append(element)
  }

  mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    let element = storage[head]
    storage[head] = nil
    head += 1
    if head == storage.count {
      storage.removeAll(keepingCapacity: storage.count < 1024)
      head = 0
    } else if head > 64, head > storage.count / 2 {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }
}

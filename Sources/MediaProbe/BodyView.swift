/// What is known of a body: its first bytes, its last ones and how long it is.
struct BodyView {
  let head: ByteView
  /// The last bytes; empty when the caller has none although the head is not all.
  let tail: ByteView
  let byteCount: Int

  init(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer, byteCount: Int) {
    let view = ByteView(head)
    self.head = view
    self.tail = byteCount <= view.count ? view.suffix(64) : ByteView(tail)
    self.byteCount = max(byteCount, view.count)
  }

  private init(head: ByteView, tail: ByteView, byteCount: Int) {
    self.head = head
    self.tail = tail
    self.byteCount = byteCount
  }

  /// The head is not the whole body.
  var isCut: Bool { byteCount > head.count }

  /// The body without its first `count` bytes, which lie in the head.
  func dropping(_ count: Int) -> BodyView {
    BodyView(head: head.slice(count), tail: tail, byteCount: byteCount - min(count, head.count))
  }
}

/// Digests bodies beside the loop, which would spend more time on it than on all the rest.
///
/// Each body is a stream with a number; its bytes come in turn. Several bodies side by side cost
/// half of what they cost one by one, so a body that nobody is in a hurry for waits a moment for
/// others.
final class DigestThread: Sendable {
  private let desk: DigestDesk
  private let thread: LoopThread

  /// Starts the thread; `nil` when there is none left.
  init?(limit: Int = 8 << 20) {
    guard let desk = DigestDesk(limit: limit),
      let thread = LoopThread("batchfetch-sums", { DigestThread.work(at: desk) })
    else { return nil }
    self.desk = desk
    self.thread = thread
  }

  deinit {
    finish()
  }

  /// Digests what was posted and ends the thread.
  func finish() {
    desk.shut()
    thread.join()
  }

  func buffer(for count: Int) -> [UInt8] { desk.buffer(for: count) }

  func post(_ orders: [DigestDesk.Order], isUrgent: Bool = false) {
    desk.post(orders, isUrgent: isUrgent)
  }

  /// How long a body waits at most for others to share the lanes with.
  private static let patience = Duration.milliseconds(20)

  private static func work(at desk: DigestDesk) {
    let lanes = DigestLanes { order in
      let weight = order.weight
      var used: [UInt8] = []
      if case .piece = order.kind { swap(&used, &order.bytes) }
      desk.finished(weight: weight, buffer: &used)
    }
    var due = Moment.now
    var isRushed = false
    while let batch = desk.take(
      lanes.isEmpty ? .first : lanes.isFull || isRushed ? .anything : .many(until: due))
    {
      let now = Moment.now
      if lanes.isEmpty || lanes.isFull { due = now + patience }
      for order in batch.orders { lanes.add(order) }
      // Once in a hurry, until all is done.
      isRushed = isRushed || batch.isUrgent || due <= now
      if lanes.isFull || isRushed { lanes.advance() }
      if lanes.isEmpty { isRushed = false }
    }
  }
}

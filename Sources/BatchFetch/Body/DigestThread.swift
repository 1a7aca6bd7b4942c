/// Digests bodies beside the loop, which would spend more time on it than on all the rest.
///
/// Each body is a stream with a number; its bytes come in turn.
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

  func post(_ orders: [DigestDesk.Order]) { desk.post(orders) }

  private static func work(at desk: DigestDesk) {
    var streams: [Int: StreamDigest] = [:]
    var idle: [StreamDigest] = []
    while var orders = desk.take() {
      for index in orders.indices {
        let weight = orders[index].weight
        var used: [UInt8] = []
        let stream = orders[index].stream
        let digest = streams[stream] ?? idle.popLast() ?? StreamDigest()
        orders[index].bytes.withUnsafeBytes { digest.add($0) }
        switch orders[index].kind {
        case .piece:
          streams[stream] = digest
          swap(&used, &orders[index].bytes)
        case .shared: streams[stream] = digest
        case .end(let then):
          then(digest.finish())
          fallthrough
        case .drop:
          streams[stream] = nil
          digest.begin()
          idle.append(digest)
        }
        desk.finished(weight: weight, buffer: &used)
      }
    }
  }
}

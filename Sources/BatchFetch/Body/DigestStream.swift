/// The loop's end of one body on its way to the digest; dropped unless it is ended.
final class DigestStream {
  private let thread: DigestThread
  private let number: Int
  /// Whether the other side knows of the stream.
  private(set) var hasBegun = false
  private var isEnded = false

  init(_ thread: DigestThread, number: Int) {
    self.thread = thread
    self.number = number
  }

  deinit {
    if hasBegun, !isEnded { thread.post([.init(stream: number, kind: .drop)]) }
  }

  /// A buffer for the next piece.
  func buffer(for count: Int) -> [UInt8] { thread.buffer(for: count) }

  /// Sends the next bytes in a buffer that is not used again here.
  func send(piece: consuming [UInt8]) {
    hasBegun = true
    thread.post([.init(stream: number, bytes: piece, kind: .piece)])
  }

  /// Sends the next bytes, which stay in use here.
  func send(shared bytes: [UInt8]) {
    hasBegun = true
    thread.post([.init(stream: number, bytes: bytes, kind: .shared)])
  }

  /// The order that ends the stream, to be posted by the caller.
  func end(
    _ rest: [UInt8], then: @escaping @Sendable (SHA256Digest) -> Void
  ) -> DigestDesk.Order {
    isEnded = true
    return .init(stream: number, bytes: rest, kind: .end(then))
  }
}

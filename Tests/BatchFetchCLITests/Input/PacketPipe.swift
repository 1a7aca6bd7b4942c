import Glibc

/// A pipe whose reader gets the bytes in the pieces given, one a read, without any thread.
///
/// pipe(2), O_DIRECT: "Each write(2) to the pipe is dealt with as a separate packet, and read(2)s
/// from the pipe will read one packet at a time."
final class PacketPipe: Sendable {
  struct Failed: Error { var number: Int32 }

  private let reader: Int32
  private let writer: Int32

  /// By this name the pipe can be opened in this process.
  var path: String { "/proc/self/fd/\(reader)" }

  /// A pipe that holds these pieces; at its end unless it is held open.
  ///
  /// A pipe has room for 16 packets.
  init(pieces: [[UInt8]], isHeldOpen: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    #if arch(arm64)
      let direct: Int32 = 0o200000
    #else
      let direct: Int32 = 0o40000
    #endif
    guard pipe(&ends) == 0 else { throw Failed(number: errno) }
    reader = ends[0]
    writer = isHeldOpen ? ends[1] : -1
    // The writer never blocks: more pieces than there is room for are a fault of the test.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard fcntl(ends[1], F_SETFL, direct | O_NONBLOCK) == 0 else { throw Failed(number: errno) }
    for piece in pieces where !piece.isEmpty {
      guard write(ends[1], piece, piece.count) == piece.count else { throw Failed(number: errno) }
    }
    if !isHeldOpen { close(ends[1]) }
  }

  /// The first 15 bytes one by one, then the rest.
  convenience init(_ bytes: [UInt8]) throws {
    try self.init(pieces: bytes.prefix(15).map { [$0] } + [Array(bytes.dropFirst(15))])
  }

  deinit {
    close(reader)
    if writer >= 0 { close(writer) }
  }
}

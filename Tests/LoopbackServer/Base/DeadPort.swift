import Glibc

/// A port of 127.0.0.1 behind which nobody answers, held as long as the value lives.
public final class DeadPort: Sendable {
  public enum Kind: Sendable {
    /// Connecting is refused at once.
    case refusing
    /// Connecting never comes to an end: the queue of a listener that accepts nothing is full.
    case silent
  }

  private let socket: ListeningSocket
  /// What fills the queue.
  private let fillers: [Int32]

  public init(_ kind: Kind) throws {
    // Bound without listening the port is refused, and nobody else can get it meanwhile.
    socket = try ListeningSocket(.ipv4, backlog: kind == .refusing ? nil : 0)
    fillers = kind == .refusing ? [] : Self.fill(socket.port)
  }

  deinit {
    for descriptor in fillers { close(descriptor) }
    socket.close()
  }

  public var port: Int { socket.port }

  public func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  /// Connects until a connection no longer comes about within a twentieth of a second.
  private static func fill(_ port: Int) -> [Int32] {
    var opened: [Int32] = []
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    while opened.count < 16 {
      let descriptor = Glibc.socket(AF_INET, kind, 0)
      opened.append(descriptor)
      var address = SocketAddress(ipv4: "127.0.0.1", port: port)
      if address.withPointer({ connect(descriptor, $0, $1) }) == 0 { continue }
      var watched = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
      if poll(&watched, 1, 50) == 0 { break }
    }
    return opened
  }
}

import CPlatform
import Glibc

/// Where a server listens.
public enum Binding: Sendable {
  /// Every address 127.x.y.z.
  case ipv4
  /// ::1 alone.
  case ipv6
  /// Every address 127.x.y.z and ::1, on the same port.
  case both

  var families: [Int32] {
    switch self {
    case .ipv4: [AF_INET]
    case .ipv6: [AF_INET6]
    case .both: [AF_INET, AF_INET6]
    }
  }
}

/// What kept a server from starting.
public struct LoopbackError: Error, CustomStringConvertible {
  public let description: String

  init(_ what: String, code: Int32? = nil) {
    description = code.map { what + ": " + String(cString: strerror($0)) } ?? what
  }
}

/// Sockets of one port that take connections of this machine alone.
struct ListeningSocket: Sendable {
  let descriptors: [Int32]
  let port: Int

  /// Opens the sockets; a backlog of nil binds the port without listening.
  init(_ binding: Binding, kind: __socket_type = SOCK_STREAM, backlog: Int32? = 4096) throws {
    // With two families the second may find the first's port taken: then both try another.
    for attempt in 1... {
      var opened: [Int32] = []
      var port = 0
      do {
        for family in binding.families {
          let socket = try Self.open(family, kind: kind)
          opened.append(socket)
          port = try Self.bind(socket, family: family, port: port)
          try Self.listen(socket, kind == SOCK_STREAM ? backlog : nil)
        }
        descriptors = opened
        self.port = port
        return
      } catch {
        for descriptor in opened { Glibc.close(descriptor) }
        if attempt == 20 { throw error }
      }
    }
    throw LoopbackError("no port found")
  }

  func close() {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }

  private static func open(_ family: Int32, kind: __socket_type) throws -> Int32 {
    let flags = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, flags, 0)
    guard descriptor >= 0 else { throw LoopbackError("socket", code: errno) }
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
    // Bound to the loopback interface, an unspecified address cannot be reached from outside.
    let interface = "lo"
    let bound = setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface, 2)
    guard bound == 0 || family == AF_INET6 else {
      let code = errno
      Glibc.close(descriptor)
      throw LoopbackError("binding to the loopback interface", code: code)
    }
    return descriptor
  }

  private static func bind(_ descriptor: Int32, family: Int32, port: Int) throws -> Int {
    var address = SocketAddress(family: family, port: port)
    guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
      throw LoopbackError("bind", code: errno)
    }
    address.withLength { _ = getsockname(descriptor, $0, $1) }
    return address.port
  }

  private static func listen(_ descriptor: Int32, _ backlog: Int32?) throws {
    guard let backlog else { return }
    guard Glibc.listen(descriptor, backlog) == 0 else {
      throw LoopbackError("listen", code: errno)
    }
  }
}

/// A socket address of either family, as bytes.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length: socklen_t

  /// An address unknown yet, to be filled by the system.
  init() { length = socklen_t(MemoryLayout<sockaddr_storage>.size) }

  /// Every IPv4 address (of the interface bound to), or ::1.
  init(family: Int32, port: Int) {
    let network = UInt16(port).bigEndian
    if family == AF_INET {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = network
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
    } else {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = network
      address.sin6_addr = in6addr_loopback
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in6.self) }
    }
  }

  /// The address 127.a.b.c and port a client may connect to.
  init(ipv4 host: String, port: Int) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
  }

  /// The port stands at the same place in both families.
  var port: Int {
    withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) }
  }

  mutating func withPointer<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let length = length
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  mutating func withLength<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
  ) -> Result {
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      withUnsafeMutablePointer(to: &length) { length in
        storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
      }
    }
  }
}

/// Sets a socket option that is one number.
@discardableResult
func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) -> Bool {
  var value = value
  return setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
}

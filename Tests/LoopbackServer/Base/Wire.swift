import COpenSSL
import Glibc

/// One accepted connection, plain or under TLS, used by one thread.
///
/// The socket does not block; every wait is a `poll` that also watches the server's stop gate, so
/// that `stop()` interrupts whatever the thread is doing.
final class Wire {
  let descriptor: Int32
  private let stop: Gate
  private var session: OpaquePointer?
  private var isOpen = true

  init(descriptor: Int32, stop: Gate) {
    self.descriptor = descriptor
    self.stop = stop
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  deinit { close() }

  // MARK: TLS

  /// Puts the connection under TLS; false when the handshake fails, with the session freed.
  func handshake(_ session: OpaquePointer) -> Bool {
    self.session = session
    SSL_set_fd(session, descriptor)
    while true {
      ERR_clear_error()
      let result = SSL_accept(session)
      if result == 1 { return true }
      guard wait(after: result) else { return false }
    }
  }

  /// The protocol agreed on by ALPN, or nothing.
  var applicationProtocol: String? {
    guard let session else { return nil }
    var name: UnsafePointer<UInt8>?
    var length: UInt32 = 0
    SSL_get0_alpn_selected(session, &name, &length)
    guard let name else { return nil }
    return String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
  }

  /// The name the client asked for in its hello.
  var serverName: String? {
    guard let session, let name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name) else {
      return nil
    }
    return String(cString: name)
  }

  // MARK: Bytes

  /// Reads what is there, waiting for it; empty at the end, after an error or at a stop.
  func read(upTo count: Int = 16384) -> [UInt8] {
    while isOpen {
      switch readNow(upTo: count) {
      case .bytes(let bytes): return bytes
      case .end: return []
      case .wait(let events): guard waitFor(events) else { return [] }
      }
    }
    return []
  }

  enum Reading {
    case bytes([UInt8])
    case end
    case wait(Int16)
  }

  /// Reads without waiting.
  func readNow(upTo count: Int = 16384) -> Reading {
    var result = 0
    let buffer = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let session {
        ERR_clear_error()
        result = Int(SSL_read(session, buffer.baseAddress, Int32(count)))
      } else {
        result = recv(descriptor, buffer.baseAddress, count, 0)
      }
      filled = max(0, result)
    }
    if result > 0 { return .bytes(buffer) }
    return events(after: result, plain: Int16(POLLIN)).map { .wait($0) } ?? .end
  }

  /// Writes all of it, waiting for the peer; false when the peer is gone or the server stops.
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        guard isOpen, !stop.isOpen else { return false }
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
        let written: Int
        if let session {
          ERR_clear_error()
          written = Int(SSL_write(session, piece.baseAddress, Int32(piece.count)))
        } else {
          written = send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
        }
        if written > 0 {
          rest = rest.dropFirst(written)
        } else {
          guard let events = events(after: written, plain: Int16(POLLOUT)), waitFor(events) else {
            return false
          }
        }
      }
      return true
    }
  }

  /// Which event a failed call waits for; nil when it failed for good.
  private func events(after result: Int, plain: Int16) -> Int16? {
    guard let session else {
      return result < 0 && (errno == EAGAIN || errno == EINTR) ? plain : nil
    }
    return switch SSL_get_error(session, Int32(result)) {
    case SSL_ERROR_WANT_READ: Int16(POLLIN)
    case SSL_ERROR_WANT_WRITE: Int16(POLLOUT)
    default: nil
    }
  }

  private func wait(after result: Int32) -> Bool {
    events(after: Int(result), plain: 0).map { waitFor($0) } ?? false
  }

  // MARK: Waiting

  enum Wake {
    case ready
    case time
    case peerGone
    case gate
    case stopped
  }

  private func waitFor(_ events: Int16) -> Bool { wait(for: events) == .ready }

  /// Waits for socket events, the peer's end, one of the gates, the time or the stop, whichever is first.
  func wait(for events: Int16, time: Duration? = nil, gates: [Gate] = []) -> Wake {
    let deadline = time.map { ContinuousClock.now + $0 }
    while true {
      var watched = [
        pollfd(fd: descriptor, events: events | (events == 0 ? Self.peerClosed : 0), revents: 0),
        pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      watched += gates.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)).milliseconds }
      let ready = poll(&watched, nfds_t(watched.count), Int32(left ?? -1))
      if ready < 0 && errno != EINTR { return .stopped }
      if watched[1].revents != 0 { return .stopped }
      if watched[0].revents & events != 0 { return .ready }
      if watched[0].revents != 0 { return events == 0 ? .peerGone : .ready }
      if watched.dropFirst(2).contains(where: { $0.revents != 0 }) { return .gate }
      if let left, left == 0 { return .time }
    }
  }

  /// `POLLRDHUP` (poll(2): "peer closed connection, or shut down writing half"), which the C
  /// module does not show.
  private static let peerClosed: Int16 = 0x2000

  // MARK: Relaying

  /// A plain wire over another socket that ends with the same stop.
  func sibling(_ descriptor: Int32) -> Wire { Wire(descriptor: descriptor, stop: stop) }

  /// Passes bytes both ways (both plain) until one side ends.
  func relay(with other: Wire) {
    while true {
      var watched = [self, other].map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      watched.append(pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0))
      guard poll(&watched, 3, -1) >= 0 || errno == EINTR, watched[2].revents == 0 else { return }
      for (index, (from, to)) in [(self, other), (other, self)].enumerated()
      where watched[index].revents != 0 {
        switch from.readNow(upTo: 65536) {
        case .bytes(let bytes): guard to.write(bytes) else { return }
        case .end: return to.closeOrderly()
        case .wait: break
        }
      }
    }
  }

  // MARK: Ends

  /// Ends the connection as a well-behaved server: close_notify, FIN, and reading on until the peer
  /// ends too, since closing with unread bytes would send a reset and lose what was sent.
  func closeOrderly(notify: Bool = true) {
    guard isOpen else { return }
    if notify, let session {
      ERR_clear_error()
      SSL_shutdown(session)
    }
    shutdown(descriptor, Int32(SHUT_WR))
    discardUntilPeerEnds(within: .seconds(2))
    close()
  }

  /// Reads and forgets what the peer sends until it ends, the time is up or the server stops.
  func discardUntilPeerEnds(within limit: Duration? = nil) {
    let deadline = limit.map { ContinuousClock.now + $0 }
    var buffer = [UInt8](repeating: 0, count: 16384)
    while isOpen {
      let left = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let left, left <= .zero { return }
      guard wait(for: Int16(POLLIN), time: left) == .ready else { return }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return }
    }
  }

  /// Ends the connection with a TCP reset (socket(7): with a linger time of zero the close
  /// discards what is unsent).
  func reset() {
    guard isOpen else { return }
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    if let session { SSL_free(session) }
    session = nil
    Glibc.close(descriptor)
  }
}

import CCares
import Glibc
import InternetAddress

@testable import BatchFetch

/// A name server on 127.0.0.1 that answers from a table.
final class NameServer: Sendable {
  /// What is answered for a name.
  enum Answer: Sendable {
    case addresses([String])
    case notFound
    case empty
    case serverFailure
    case refused
    case silence
  }

  private let socket: Int32
  private let thread: LoopThread
  /// Questions in the order they came, one per name and type.
  let questions = Locked<[String]>([])
  /// `127.0.0.1:port`.
  let address: String

  init?(_ table: [String: Answer]) {
    let opened = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var bound = sockaddr_in()
    bound.sin_family = sa_family_t(AF_INET)
    bound.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(opened, $0, size) == 0 && getsockname(opened, $0, &size) == 0
      }
    }
    guard isBound else { return nil }
    address = "127.0.0.1:\(UInt16(bigEndian: bound.sin_port))"
    socket = opened
    let questions = questions
    guard let thread = LoopThread({ Self.serve(opened, table, questions) }) else { return nil }
    self.thread = thread
  }

  deinit {
    // Ends the blocking read of the thread.
    shutdown(socket, Int32(SHUT_RDWR))
    thread.join()
    close(socket)
  }

  private static func serve(
    _ socket: Int32, _ table: [String: Answer], _ questions: Locked<[String]>
  ) {
    var buffer = [UInt8](repeating: 0, count: 1500)
    while true {
      var peer = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = withUnsafeMutablePointer(to: &peer) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(socket, &buffer, buffer.count, 0, $0, &size)
        }
      }
      guard count > 12 else { return }
      guard let reply = reply(Array(buffer[..<count]), table, questions) else { continue }
      _ = withUnsafePointer(to: &peer) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(socket, reply, reply.count, 0, $0, size)
        }
      }
    }
  }

  private static func reply(
    _ query: [UInt8], _ table: [String: Answer], _ questions: Locked<[String]>
  ) -> [UInt8]? {
    var labels: [String] = []
    var index = 12
    while index < query.count, query[index] != 0 {
      let end = index + 1 + Int(query[index])
      guard end < query.count else { return nil }
      labels.append(String(decoding: query[(index + 1)..<end], as: UTF8.self))
      index = end
    }
    let questionEnd = index + 5
    guard questionEnd <= query.count else { return nil }
    let type = query[index + 2]
    let name = labels.joined(separator: ".").lowercased()
    questions.withLock { $0.append("\(name) \(type)") }
    var code: UInt8 = 0
    var records: [[UInt8]] = []
    switch table[name] ?? .notFound {
    case .silence: return nil
    case .notFound: code = 3
    case .serverFailure: code = 2
    case .refused: code = 5
    case .empty: break
    case .addresses(let texts): records = texts.compactMap { record($0, type) }
    }
    let header = [query[0], query[1], 0x81, 0x80 | code, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
    return header + query[12..<questionEnd] + records.flatMap { $0 }
  }

  private static func record(_ text: String, _ type: UInt8) -> [UInt8]? {
    let bytes: [UInt8]
    switch (IPAddress(text), type) {
    case (.v4(let value), 1): bytes = [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
    case (.v6(let high, let low), 28):
      bytes = [high, low].flatMap { half in
        stride(from: 56, through: 0, by: -8).map { UInt8(half >> UInt64($0) & 255) }
      }
    default: return nil
    }
    return [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, UInt8(bytes.count)] + bytes
  }
}

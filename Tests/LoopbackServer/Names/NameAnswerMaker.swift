import Glibc

/// The bytes of an answer and how long they are held back.
struct TimedReply {
  var delay: Duration
  var bytes: [UInt8]
}

/// The first question of a DNS message (RFC 1035, section 4).
struct NameQuestion {
  let identifier: [UInt8]
  let recursionDesired: UInt8
  /// The question section as it came: name, kind, class.
  let section: [UInt8]
  let query: LoopbackNameServer.Query

  init?(_ message: [UInt8]) {
    guard message.count > 16, message[2] & 0x80 == 0 else { return nil }
    var labels: [String] = []
    var position = 12
    while position < message.count, message[position] != 0 {
      let end = position + 1 + Int(message[position])
      guard message[position] < 64, end < message.count else { return nil }
      labels.append(String(decoding: message[(position + 1)..<end], as: UTF8.self))
      position = end
    }
    guard position + 5 <= message.count else { return nil }
    let kind = Int(message[position + 1]) << 8 | Int(message[position + 2])
    identifier = Array(message[0..<2])
    recursionDesired = message[2] & 1
    section = Array(message[12..<(position + 5)])
    let kinds = [1: "A", 28: "AAAA"]
    query = .init(
      name: labels.joined(separator: ".").lowercased(), kind: kinds[kind] ?? "TYPE\(kind)")
  }
}

/// Turns what a table says into DNS messages.
struct NameAnswerMaker: Sendable {
  let timeToLive: UInt32
  let answer: @Sendable (LoopbackNameServer.Query) -> LoopbackNameServer.Answer

  /// What is sent for a question that comes for the `count`th time: one message or none.
  func replies(to question: NameQuestion, count: Int) -> [TimedReply] {
    var content = Content()
    fill(&content, answer(question.query), question.query, count: count, depth: 0)
    if content.isSilent { return [] }
    if content.isGarbage {
      return [TimedReply(delay: content.delay, bytes: question.identifier + [0xFF, 0xFF, 1, 2])]
    }
    let head =
      question.identifier + [0x84 | question.recursionDesired | (content.isCut ? 2 : 0)]
      + [0x80 | content.code, 0, 1, 0, UInt8(content.count), 0, 0, 0, 0]
    return [TimedReply(delay: content.delay, bytes: head + question.section + content.records)]
  }

  private struct Content {
    var code: UInt8 = 0
    var records: [UInt8] = []
    var count = 0
    var delay = Duration.zero
    var isSilent = false
    var isGarbage = false
    var isCut = false
  }

  private func fill(
    _ content: inout Content, _ answer: LoopbackNameServer.Answer,
    _ query: LoopbackNameServer.Query, count: Int, depth: Int
  ) {
    switch answer {
    case .addresses(let addresses):
      for address in addresses { add(address, query, &content) }
    case .alias(let target):
      content.records += record(query.name, kind: 5, Self.encode(target))
      content.count += 1
      // A loop of aliases is cut after eight.
      guard depth < 8 else { return }
      let next = LoopbackNameServer.Query(name: target.lowercased(), kind: query.kind)
      fill(&content, self.answer(next), next, count: count, depth: depth + 1)
    case .notFound: content.code = 3
    case .serverFailure: content.code = 2
    case .refused: content.code = 5
    case .silence: content.isSilent = true
    case .garbage: content.isGarbage = true
    case .truncated: content.isCut = true
    case .empty: break
    case .slow(let delay, let later):
      content.delay += delay
      fill(&content, later, query, count: count, depth: depth)
    case .sequence(let answers):
      guard let next = answers.dropFirst(count - 1).first ?? answers.last else { return }
      fill(&content, next, query, count: count, depth: depth)
    }
  }

  private func add(
    _ address: String, _ query: LoopbackNameServer.Query, _ content: inout Content
  ) {
    let isIPv6 = address.contains(":")
    guard query.kind == (isIPv6 ? "AAAA" : "A") else { return }
    var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
    let isAddress = inet_pton(isIPv6 ? AF_INET6 : AF_INET, address, &bytes) == 1
    precondition(isAddress, "\(address) is no address")
    content.records += record(query.name, kind: isIPv6 ? 28 : 1, bytes)
    content.count += 1
  }

  /// One resource record of class IN.
  private func record(_ name: String, kind: UInt8, _ data: [UInt8]) -> [UInt8] {
    Self.encode(name) + [0, kind, 0, 1] + Frame.bytes(timeToLive)
      + [UInt8(data.count >> 8), UInt8(data.count & 255)] + data
  }

  private static func encode(_ name: String) -> [UInt8] {
    name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
  }
}

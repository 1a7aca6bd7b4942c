public import AuditRules
internal import ExactJSON

/// Why a line of `facts.ndjson` cannot be used.
public struct FactsFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What can be wrong; the list is closed.
  public enum Code: String, Sendable, CaseIterable {
    case notJSON, notAnObject, memberMissing, memberOfWrongType
  }

  public let code: Code
  /// The 1-based column in bytes at which the JSON breaks; nil where the JSON itself is sound.
  public let column: Int?
  /// One sentence.
  public let description: String
}

extension FactsNDJSON {
  /// Reads a line back; members it does not know are passed over.
  public static func decode(_ line: [UInt8]) throws(FactsFault) -> MediaFacts {
    var document = JSONDocument()
    let fault = line.withUnsafeBytes { bytes -> JSONFault? in
      do throws(JSONFault) { try document.parse(bytes) } catch { return error }
      return nil
    }
    if let fault {
      throw FactsFault(
        code: .notJSON, column: fault.column,
        description: "The facts line is broken: \(fault.message).")
    }
    return try facts(FactsMembers(document.root))
  }

  private static func facts(_ members: FactsMembers) throws(FactsFault) -> MediaFacts {
    guard let url = try members.text("url") else {
      throw FactsFault(
        code: .memberMissing, column: nil, description: "The facts line has no member 'url'.")
    }
    var facts = MediaFacts(url: url)
    facts.fetchedAt = try members.double("fetched_at") ?? 0
    facts.failure = try members.word("failure")
    facts.failureDetail = try members.text("failure_detail")
    facts.attempts = try members.integer("attempts") ?? 0
    for hop in try members.list("hops") {
      let hop = try FactsMembers(hop)
      facts.hops.append(.init(url: try hop.text("url") ?? "", status: try hop.integer("status")))
    }
    facts.httpStatus = try members.integer("http_status")
    facts.finalURL = try members.text("final_url")
    facts.contentType = try members.text("content_type")
    facts.contentDisposition = try members.text("content_disposition")
    facts.declaredLength = try members.integer("declared_length")
    facts.variesByAccept = try members.flag("varies_by_accept")
    facts.eTag = try members.text("etag")
    facts.lastModified = try members.text("last_modified")
    facts.bytes = try members.integer("bytes")
    facts.wireBytes = try members.integer("wire_bytes")
    facts.digest = try members.text("sha256")
    facts.detectedType = try members.text("detected_type")
    facts.firstBytes = try members.text("first_bytes")
    facts.structure = try members.word("structure") ?? .notJudged
    facts.remoteAddress = try members.text("remote_address")
    facts.httpVersion = try members.text("http_version")
    facts.tlsVersion = try members.text("tls_version")
    facts.tlsCipher = try members.text("tls_cipher")
    facts.certificateExpires = try members.double("certificate_expires")
    facts.isRevalidated = try members.flag("revalidated")
    if let seconds = try members.object("seconds") {
      facts.timing = MediaFacts.Timing(
        lookup: try seconds.double("lookup"), connect: try seconds.double("connect"),
        secure: try seconds.double("secure"), firstByte: try seconds.double("first_byte"),
        total: try seconds.double("total") ?? 0)
    }
    return facts
  }
}

/// The members of an object of a facts line, read by name and type; null counts as absent.
private struct FactsMembers {
  private let value: JSONValue

  init(_ value: JSONValue) throws(FactsFault) {
    guard value.kind == .object else {
      throw FactsFault(
        code: .notAnObject, column: nil,
        description: "The facts line holds something else where an object must stand.")
    }
    self.value = value
  }

  func text(_ name: String) throws(FactsFault) -> String? {
    try read(name, as: "a text") { $0.string }
  }

  func integer(_ name: String) throws(FactsFault) -> Int? {
    try read(name, as: "a whole number") { $0.integer }
  }

  func double(_ name: String) throws(FactsFault) -> Double? {
    try read(name, as: "a number") { $0.double }
  }

  func flag(_ name: String) throws(FactsFault) -> Bool {
    try read(name, as: "true or false") { $0.bool } ?? false
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(FactsFault) -> Word? {
    try read(name, as: "a word of its list") { $0.string.flatMap(Word.init) }
  }

  func list(_ name: String) throws(FactsFault) -> JSONValue.Elements {
    try read(name, as: "a list") { $0.kind == .array ? $0.elements : nil } ?? value.elements
  }

  func object(_ name: String) throws(FactsFault) -> FactsMembers? {
    guard let member = value[name], member.kind != .null else { return nil }
    return try FactsMembers(member)
  }

  private func read<Value>(
    _ name: String, as kind: String, _ convert: (JSONValue) -> Value?
  ) throws(FactsFault) -> Value? {
    guard let member = value[name], member.kind != .null else { return nil }
    if let converted = convert(member) { return converted }
    throw FactsFault(
      code: .memberOfWrongType, column: nil,
      description: "The member '\(name)' of the facts line is not \(kind).")
  }
}

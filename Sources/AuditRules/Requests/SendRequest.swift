internal import ExactJSON

/// A request to a vendor's sending service, from which the service makes the APNs payload.
///
/// Such requests lie in the logs and exports of those who send: what the phone gets is put together
/// here as the service does it, by a table, and then judged like every payload.
struct SendRequest: Sendable {
  /// Takes one part of the payload from the first of several places.
  struct Part: Sendable {
    enum Form: Sendable {
      /// As it stands.
      case asIs
      /// The text in the first language of an object of languages, English before others.
      case language
      /// 1 where it is `true`.
      case flag
      /// 1 where it is an object that is not empty.
      case presence
    }

    /// Where it goes in the payload.
    var target: [String]
    /// Where it comes from in the record, the first that stands there.
    var sources: [[String]]
    var form: Form

    init(_ target: String, _ sources: String..., as form: Form = .asIs) {
      self.target = Self.path(target)
      self.sources = sources.map(Self.path)
      self.form = form
    }

    private static func path(_ text: String) -> [String] {
      text.split(separator: ".").map(String.init)
    }
  }

  /// The record is such a request where each of these groups has a place that is filled.
  var signs: [[[String]]]
  /// Objects whose members become members of the payload.
  var bases: [[String]]
  var parts: [Part]

  /// What a request's service makes of it; nil: the record is no request, or none that adds to the
  /// payload at `place`.
  static func draft(of record: JSONValue, completing place: [String]? = nil) -> PayloadDraft? {
    for request in all where place.map(request.bases.contains) ?? true {
      if let draft = request.payload(of: record) { return draft }
    }
    return nil
  }

  /// Puts the payload together; nil: the record is no such request.
  func payload(of record: JSONValue) -> PayloadDraft? {
    let isSuch = signs.allSatisfy { places in
      places.contains { place in record.value(at: place).map { $0.kind != .null } ?? false }
    }
    guard isSuch else { return nil }
    var draft = PayloadDraft.empty
    for base in bases {
      guard let value = record.value(at: base), value.kind == .object else { continue }
      for member in value.members { draft.fill([member.key], with: .value(member.value)) }
    }
    for part in parts {
      let values = part.sources.lazy.compactMap { record.value(at: $0) }
      guard let made = values.compactMap({ Self.made($0, part.form) }).first else { continue }
      draft.fill(part.target[...], with: made)
    }
    return draft
  }

  private static func made(_ value: JSONValue, _ form: Part.Form) -> PayloadDraft? {
    switch form {
    case .asIs: return value.kind == .null ? nil : .value(value)
    case .language:
      if value.kind == .string { return .value(value) }
      let text = value["en"] ?? value.members.first { $0.value.kind == .string }?.value
      return text.map { .value($0) }
    case .flag: return value.bool == true ? .number(1) : nil
    case .presence: return value.kind == .object && value.count > 0 ? .number(1) : nil
    }
  }
}

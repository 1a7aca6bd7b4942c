internal import ExactJSON

extension VendorRules {
  /// How well a payload fits a profile: what it needs first, then the length of the path.
  struct Fit: Comparable {
    var needs: Int
    var steps: Int

    static func < (left: Fit, right: Fit) -> Bool {
      (left.needs, left.steps) < (right.needs, right.steps)
    }
  }
}

/// On the reference: the rules are a large value, and a method of theirs would be lent a copy of it.
extension Shared<VendorRules> {
  /// Whether and how well a payload fits; nil where it must not be taken for the vendor's.
  func fit(_ payload: JSONValue) -> VendorRules.Fit? {
    let path = value.mediaURLs.first { payload.value(at: $0) != nil }
    guard let path, value.choice != .never else { return nil }
    guard holdsNeeds(payload), !value.needs.isEmpty else {
      // Keys that are anybody's say nothing alone.
      return value.choice == .byNeeds ? nil : VendorRules.Fit(needs: 0, steps: path.steps.count)
    }
    // A text that must match says more than a key that must be there.
    let weight = value.needs.reduce(0) { $0 + ($1.values.isEmpty ? 2 : 3) }
    return VendorRules.Fit(needs: weight, steps: path.steps.count)
  }

  func holdsNeeds(_ payload: JSONValue) -> Bool {
    value.needs.allSatisfy { $0.isMet(by: payload) }
  }

  /// What stands at the media paths, in the order in which it is looked at.
  func media(of payload: JSONValue) -> [Payload.Field] {
    if value.several == .one, !value.needsEveryURL {
      return [firstMedium(of: payload)].compactMap { $0 }
    }
    var found: [JSONValue?] = []
    for path in value.mediaURLs {
      let values = payload.values(at: path)
      if value.joinsPaths {
        found += values.filter { $0 != nil }
      } else if values.contains(where: { $0?.kind == .string }) {
        found = values
        break
      } else if found.isEmpty {
        found = values.filter { $0 != nil }
      }
    }
    if value.needsEveryURL, found.contains(where: { $0?.kind != .string }) { return [] }
    var fields = found.compactMap { $0 }.map { Payload.Field($0) }
    let texts = fields.filter { $0.text != nil }
    // What is no text is skipped wherever there is one.
    if !texts.isEmpty { fields = texts }
    if value.several == .one { fields = Array(fields.prefix(1)) }
    return fields.map(treated)
  }

  /// The first text at one of the media paths, else what stands there first.
  private func firstMedium(of payload: JSONValue) -> Payload.Field? {
    var other: JSONValue?
    for path in value.mediaURLs {
      guard path.keys == nil else {
        let values = payload.values(at: path).lazy.compactMap { $0 }
        if let text = values.first(where: { $0.kind == .string }) { return treated(.init(text)) }
        other = other ?? values.first
        continue
      }
      guard let value = payload.value(at: path) else { continue }
      if value.kind == .string { return treated(.init(value)) }
      other = other ?? value
    }
    return other.map { treated(.init($0)) }
  }

  /// What the extension does to a URL before it parses it.
  private func treated(_ field: Payload.Field) -> Payload.Field {
    guard case .text(var text) = field, !text.isEmpty else { return field }
    if value.trimsURL {
      text = String(
        text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    if let relativeBase = value.relativeBase, !Self.isWeb(text) { text = relativeBase + text }
    if value.escapesURL, !URLParsers.isLegal(text) {
      text = URLParsers.parse(text, on: .current) ?? text
    }
    return .text(text)
  }

  private static func isWeb(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Whether reading the URL rested on something that only the app knows.
  func completes(_ payload: JSONValue) -> Bool {
    guard value.relativeBase != nil else { return false }
    return value.mediaURLs.contains { path in
      payload.value(at: path)?.string.map { !$0.isEmpty && !Self.isWeb($0) } ?? false
    }
  }
}

extension VendorRules.Need {
  /// Whether a payload holds it.
  func isMet(by payload: JSONValue) -> Bool {
    paths.contains { path in
      guard let value = payload.value(at: path), value.kind != .null else { return false }
      return values.isEmpty || value.string.map(values.contains) == true
    }
  }

  /// What is looked for, for example `pw_msg`, `one of clickUrl, aps/clickUrl` or
  /// `source with the value webengage`.
  var words: String {
    let names = paths.map { String($0.text.dropFirst()) }
    let fields = names.count == 1 ? names[0] : "one of \(names.joined(separator: ", "))"
    guard let last = values.last else { return fields }
    let others = values.dropLast().joined(separator: ", ")
    return "\(fields) with the value \(others.isEmpty ? last : "\(others) or \(last)")"
  }
}

/// What only a vendor's own rules read of a payload.
public final class VendorContent: Sendable, Equatable {
  /// What the vendor's extension needs and is not there.
  let missing: [VendorRules.Need]
  /// What stands at the media paths; the first is the payload's media URL.
  let media: [Payload.Field]
  /// The text under the type key.
  let type: String?
  /// The text that may take the body's place.
  let body: String?

  init(_ payload: JSONValue, _ rules: Shared<VendorRules>) {
    missing = rules.value.needs.filter { !$0.isMet(by: payload) }
    media = rules.media(of: payload)
    type = rules.value.type.flatMap { payload.value(at: $0)?.string }
    body = rules.value.replacement.flatMap { payload.value(at: $0.path)?.string }
  }

  /// The message is not the vendor's, or not whole.
  var isForeign: Bool { !missing.isEmpty }

  public static func == (left: VendorContent, right: VendorContent) -> Bool {
    left.missing == right.missing && left.media == right.media && left.type == right.type
      && left.body == right.body
  }
}

extension Payload {
  /// The fields that the vendor's extension looks for beside the media and does not find, in words;
  /// empty where it misses none.
  public var missingFields: String {
    vendor.map { $0.missing.map(\.words).joined(separator: " and ") } ?? ""
  }
}

internal import ExactJSON

extension ProfileField {
  static func anyText(_ value: JSONValue) throws(Fault) -> String {
    guard let text = value.string else { throw Fault(message: "must be a text", value: value) }
    return text
  }

  static func text(_ value: JSONValue) throws(Fault) -> String {
    let text = try anyText(value)
    if text.isEmpty { throw Fault(message: "must not be empty", value: value) }
    return text
  }

  /// A word that can be typed behind `--profile`.
  static func identifier(_ value: JSONValue) throws(Fault) -> String {
    let text = try text(value)
    let isWord = text.utf8.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard isWord, text != "auto" else {
      throw Fault(
        message: "must be letters, digits, '-' and '_', and not 'auto': '\(text)'", value: value)
    }
    return text
  }

  /// One of the extensions of the public listings.
  static func listing(_ value: JSONValue) throws(Fault) -> ExtensionProfile {
    try named(value, Dictionary(uniqueKeysWithValues: ProfileTable.base.map { ($0.id, $0) }))
  }

  static func flag(_ value: JSONValue) throws(Fault) -> Bool {
    guard let flag = value.bool else {
      throw Fault(message: "must be true or false", value: value)
    }
    return flag
  }

  static func seconds(_ value: JSONValue) throws(Fault) -> Double {
    guard let seconds = value.double, seconds > 0, seconds <= 600 else {
      throw Fault(message: "must be a number of seconds above 0 and at most 600", value: value)
    }
    return seconds
  }

  static func count(_ value: JSONValue) throws(Fault) -> Int {
    guard let count = value.integer, count > 0 else {
      throw Fault(message: "must be a whole number above 0", value: value)
    }
    return count
  }

  static func path(_ value: JSONValue) throws(Fault) -> PayloadPath {
    guard let path = PayloadPath(try text(value)) else {
      throw Fault(
        message: "must be a path as in '/data/image' or '/items/*/url': '\(value.string ?? "")'",
        value: value)
    }
    return path
  }

  static func list<Element>(
    _ value: JSONValue, _ read: (JSONValue) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    guard value.kind == .array, value.count > 0 else {
      throw Fault(message: "must be an array that is not empty", value: value)
    }
    var list: [Element] = []
    for element in value.elements { list.append(try read(element)) }
    return list
  }

  static func texts(_ value: JSONValue) throws(Fault) -> [String] { try list(value, text) }

  static func paths(_ value: JSONValue) throws(Fault) -> [PayloadPath] { try list(value, path) }

  static func table(_ value: JSONValue) throws(Fault) -> [String: String] {
    guard value.kind == .object, value.count > 0 else {
      throw Fault(message: "must be an object that is not empty", value: value)
    }
    var table: [String: String] = [:]
    for (key, member) in value.members { table[key] = try text(member) }
    return table
  }

  /// One of a closed list of words.
  static func named<Meaning>(
    _ value: JSONValue, _ words: [String: Meaning]
  ) throws(Fault) -> Meaning {
    let text = try text(value)
    guard let meaning = words[text] else {
      let known = words.keys.sorted().joined(separator: ", ")
      throw Fault(message: "must be one of \(known), not '\(text)'", value: value)
    }
    return meaning
  }

  static func word<Word: RawRepresentable & CaseIterable>(
    _ value: JSONValue
  ) throws(Fault) -> Word where Word.RawValue == String {
    try named(value, Dictionary(uniqueKeysWithValues: Word.allCases.map { ($0.rawValue, $0) }))
  }

  static func steps(_ value: JSONValue) throws(Fault) -> [NameStep] {
    try list(value) { element throws(Fault) in
      let word = try text(element)
      guard let step = NameStep(word: word) else {
        throw Fault(message: "has a step that is none: '\(word)'", value: element)
      }
      return step
    }
  }

  /// `any`, `unclear`, or the first and the last status that counts as good.
  static func statuses(_ value: JSONValue) throws(Fault) -> VendorRules.Statuses {
    if value.kind == .string {
      return try named(value, ["any": .any, "unclear": .unclear])
    }
    let bounds = value.elements.compactMap(\.integer)
    guard value.count == 2, bounds.count == 2, bounds[0] <= bounds[1] else {
      throw Fault(message: "must be 'any', 'unclear' or a range as in [200, 299]", value: value)
    }
    return .range(bounds[0]...bounds[1])
  }

  /// A path, or an object with `path` or `any` and, if the value matters, `is`.
  static func needs(_ value: JSONValue) throws(Fault) -> [VendorRules.Need] {
    try list(value) { element throws(Fault) in
      if element.kind == .string {
        return VendorRules.Need(paths: [try path(element)], values: [])
      }
      var need = VendorRules.Need(paths: [], values: [])
      for (key, member) in element.members {
        switch key {
        case "path": need.paths = [try path(member)]
        case "any": need.paths = try paths(member)
        case "is": need.values = member.kind == .array ? try texts(member) : [try text(member)]
        default: throw Fault(message: "has '\(key)', which is no member of a need", value: member)
        }
      }
      if need.paths.isEmpty {
        throw Fault(message: "has a need without a path", value: element)
      }
      return need
    }
  }

  static func endings(_ value: JSONValue) throws(Fault) -> [Situation: Ending] {
    guard value.kind == .object else { throw Fault(message: "must be an object", value: value) }
    var endings: [Situation: Ending] = [:]
    for (key, member) in value.members {
      guard let situation = Situation.words[key] else {
        let known = Situation.words.keys.sorted().joined(separator: ", ")
        throw Fault(message: "has '\(key)', which is none of \(known)", value: member)
      }
      endings[situation] = try named(member, Ending.words)
    }
    return endings
  }
}

extension Situation {
  /// The words of a profile file.
  static let words: [String: Situation] = [
    "no_media_url": .noMediaURL, "media_url_empty": .mediaURLEmpty,
    "media_url_not_text": .mediaURLNotText,
    "unparsable_with_extension": .unparsableWithExtension, "unparsable": .unparsable,
    "local_file": .localFile, "data_url": .dataURL, "transport_error": .transportError,
    "too_slow": .tooSlow, "error_status": .errorStatus, "move_fails": .moveFails,
    "component_is_nil": .componentIsNil, "creation_fails": .creationFails,
    "not_drawable": .notDrawable, "all_well": .allWell, "foreign_payload": .foreignPayload,
  ]
}

extension Ending {
  /// The words of a profile file.
  static let words: [String: Ending] = [
    "original": .original, "alt": .alt, "alt_at_expiry": .altAtExpiry, "crash": .crash,
    "blank": .blank, "media": .media, "by_bytes": .byBytes,
    "original_at_expiry": .originalAtExpiry,
  ]
}

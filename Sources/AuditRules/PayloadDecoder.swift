internal import ExactJSON

/// Decodes input lines into payloads, one after another, in the same memory (stage 2).
public struct PayloadDecoder: Sendable {
  private let choice: ProfileChoice
  private let locations: RecordLocations
  private let table: ProfileTable
  private var record = JSONDocument()
  /// A payload that the record holds as a string of JSON.
  private var held = JSONDocument()

  public init(
    profile: ProfileChoice = .auto, locations: RecordLocations = RecordLocations(),
    table: ProfileTable = .standard
  ) {
    self.choice = profile
    self.locations = locations
    self.table = table
  }

  /// How much of a payload is read.
  public enum Extent: Sendable {
    case whole
    /// The profile and the media, which is all that a plan asks for.
    case media
  }

  /// Decodes one line, without its line break.
  public mutating func decode(
    _ line: UnsafeRawBufferPointer, _ extent: Extent = .whole
  ) throws(PayloadDefect) -> Payload {
    do {
      try record.parse(line)
    } catch {
      throw PayloadDefect(error, in: "the line")
    }
    let envelope = record.root
    guard envelope.kind == .object else {
      throw PayloadDefect(
        reason: .notAnObject, detail: "the line is JSON, but no object (column 1)")
    }
    let source = try source(in: envelope)
    let names = RecordReading(
      envelope: envelope, payload: source.isEnvelope ? source.payload : nil, locations: locations,
      table: table)
    let profile = try profile(names, source.payload)
    var payload = Payload(profile: profile)
    payload.readMedia(source.payload)
    if extent == .media { return payload }
    payload.id = names.id
    payload.campaign = names.campaign
    payload.pushType = names.pushType
    payload.read(source.payload)
    if envelope.containsDuplicateKey || source.payload.containsDuplicateKey {
      payload.warnings.insert(.duplicateKey)
    }
    return payload
  }

  private typealias Source = (payload: JSONValue, isEnvelope: Bool)

  /// Finds the payload: the record itself, or what it holds.
  private mutating func source(in record: JSONValue) throws(PayloadDefect) -> Source {
    if let pointer = locations.payloadAt {
      guard let value = record.pointer(pointer) else {
        throw PayloadDefect(
          reason: .notAnObject, detail: "the record holds nothing at \(pointer.text)")
      }
      return (try payload(value, at: pointer.text), !pointer.steps.isEmpty)
    }
    if record["aps"]?.kind == .object { return (record, false) }
    for path in RecordNames.payload {
      guard let value = record.value(at: path), value.kind == .object || value.kind == .string
      else { continue }
      // A request to a sending service may say more than the payload that stands in it.
      if value.kind == .object, let draft = SendRequest.draft(of: record, completing: path) {
        return (try payload(draft), true)
      }
      return (try payload(value, at: path.joined(separator: ".")), true)
    }
    if let draft = SendRequest.draft(of: record) { return (try payload(draft), true) }
    return (record, false)
  }

  /// Takes what was put together from a request to a sending service.
  private mutating func payload(_ draft: PayloadDraft) throws(PayloadDefect) -> JSONValue {
    do {
      try draft.bytes.withUnsafeBytes { bytes in try held.parse(bytes) }
    } catch {
      throw PayloadDefect(error as? JSONFault, in: "the payload made of the request")
    }
    return held.root
  }

  /// Takes an object, or a string of JSON that is one.
  private mutating func payload(
    _ value: JSONValue, at place: String
  ) throws(PayloadDefect) -> JSONValue {
    if value.kind == .object { return value }
    guard value.kind == .string else {
      throw PayloadDefect(reason: .notAnObject, detail: "what stands at \(place) is no object")
    }
    do {
      try value.withStringBytes { bytes in try held.parse(bytes) }
    } catch {
      throw PayloadDefect(error as? JSONFault, in: "the text at \(place)")
    }
    guard held.root.kind == .object else {
      throw PayloadDefect(
        reason: .notAnObject, detail: "the text at \(place) is JSON, but no object")
    }
    return held.root
  }

  /// The record's own profile, else the option's, else by the payload's keys.
  private func profile(
    _ names: RecordReading, _ payload: JSONValue
  ) throws(PayloadDefect) -> ExtensionProfile {
    var choice = choice
    if let word = names.profile {
      guard let named = ProfileChoice(word: word, in: table) else {
        var defect = PayloadDefect(
          reason: .profileUnknown, detail: "there is no profile '\(word)'; see --list-profiles")
        defect.id = names.id
        defect.campaign = names.campaign
        throw defect
      }
      choice = named
    }
    switch choice {
    case .fixed(let profile): return profile
    case .auto: return table.choose(payload)
    }
  }
}

extension PayloadDefect {
  /// A fault of the parser, with the column it names.
  init(_ fault: JSONFault?, in place: String) {
    let detail = fault?.message ?? "it cannot be read"
    self.init(
      reason: fault?.kind == .invalidUTF8 ? .invalidUTF8 : .invalidJSON,
      detail: "\(place) is not JSON: \(detail)")
  }
}

/// What is looked up by name in the envelope, then in the payload, each when it is asked for.
private struct RecordReading {
  let envelope: JSONValue
  /// Nil where the record itself is the payload.
  let payload: JSONValue?
  let locations: RecordLocations
  let table: ProfileTable

  var id: String { label(locations.idAt, RecordNames.id) ?? "" }

  var campaign: String {
    label(locations.campaignAt, RecordNames.campaign) ?? Payload.noCampaign
  }

  var pushType: Payload.PushType {
    let type = label(nil, RecordNames.pushType)
    return type.map { RecordNames.pushTypes[$0.lowercased()] ?? .other } ?? .alert
  }

  /// The word of the record's `profile`, nil when it has none.
  var profile: String? {
    if payload != nil, let word = Self.profile(ofEnvelope: envelope) { return word }
    return Self.profile(ofPayload: payload ?? envelope, in: table)
  }

  private func label(_ pointer: JSONPointer?, _ names: [String]) -> String? {
    pointer.flatMap { envelope.pointer($0)?.label }
      ?? envelope.label(under: names) ?? payload?.label(under: names)
  }

  /// An envelope's word binds: what is no profile makes the line invalid; null says nothing.
  private static func profile(ofEnvelope record: JSONValue) -> String? {
    guard let value = record["profile"], value.kind != .null else { return nil }
    return value.string ?? value.exactText
  }

  /// A payload's own key may be called `profile` too: what is no profile's id is the app's own data.
  private static func profile(
    ofPayload payload: JSONValue, in table: ProfileTable
  ) -> String? {
    guard let word = payload["profile"]?.string, table.profile(id: word) != nil else {
      return nil
    }
    return word
  }
}

import ExactJSON

@testable import AuditRules

/// Decodes single lines of text or bytes.
enum Decoding {
  static func payload(
    _ line: String, profile: String = "auto", locations: RecordLocations = RecordLocations()
  ) throws -> Payload {
    try payload(Array(line.utf8), profile: profile, locations: locations)
  }

  static func payload(
    _ line: [UInt8], profile: String = "auto", locations: RecordLocations = RecordLocations()
  ) throws -> Payload {
    guard let choice = ProfileChoice(word: profile) else { throw NoSuchProfile(word: profile) }
    var decoder = PayloadDecoder(profile: choice, locations: locations)
    return try line.withUnsafeBytes { bytes in try decoder.decode(bytes) }
  }

  /// Why a line is no payload; nil when it is one.
  static func defect(
    _ line: String, profile: String = "auto", locations: RecordLocations = RecordLocations()
  ) throws -> PayloadDefect? {
    try defect(Array(line.utf8), profile: profile, locations: locations)
  }

  static func defect(
    _ line: [UInt8], profile: String = "auto", locations: RecordLocations = RecordLocations()
  ) throws -> PayloadDefect? {
    do {
      _ = try payload(line, profile: profile, locations: locations)
      return nil
    } catch let defect as PayloadDefect {
      return defect
    }
  }

  struct NoSuchProfile: Error {
    var word: String
  }
}

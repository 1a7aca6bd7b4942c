import Foundation

/// A JSON value of a case file or of a report, read by Foundation and not by the parser under test.
enum CaseValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case decimal(Double)
  case text(String)
  case list([CaseValue])
  case object([String: CaseValue])
}

extension CaseValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([String: CaseValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([CaseValue].self) {
      self = .list(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else {
      self = .decimal(try container.decode(Double.self))
    }
  }
}

extension CaseValue {
  init(json bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(CaseValue.self, from: Data(bytes))
  }

  /// Compact JSON with the members sorted by name.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .text(let value): Self.quoted(value)
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { Self.quoted($0.key) + ":" + $0.value.json }
        .joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// The value as a cell of a CSV file shows it: null empty, lists joined by a space.
  var cell: String {
    switch self {
    case .null: ""
    case .text(let value): value
    case .list(let values): values.map(\.cell).joined(separator: " ")
    default: json
    }
  }
}

/// A case file that does not say what it should.
struct CaseFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The members of an object of a case file, each of which must be known and of its type.
struct CaseMembers {
  private let members: [String: CaseValue]
  private let place: String

  /// Fails where the value is no object or has a member that is not in `known`: a misspelt
  /// expectation would otherwise pass as one that always holds.
  init(_ value: CaseValue, in place: String, known: Set<String>) throws {
    guard case .object(let members) = value else { throw CaseFault("\(place) is no object") }
    for name in members.keys where !known.contains(name) {
      throw CaseFault("\(place) has a member \"\(name)\" that nobody reads")
    }
    self.members = members
    self.place = place
  }

  subscript(name: String) -> CaseValue? { members[name] }

  func text(_ name: String) throws -> String? {
    guard let value = members[name] else { return nil }
    guard case .text(let text) = value else { throw fault(name, "a text") }
    return text
  }

  func needed(_ name: String) throws -> String {
    guard let text = try text(name) else { throw CaseFault("\(place) lacks \"\(name)\"") }
    return text
  }

  func integer(_ name: String) throws -> Int? {
    guard let value = members[name] else { return nil }
    guard case .integer(let number) = value else { throw fault(name, "a whole number") }
    return number
  }

  func seconds(_ name: String) throws -> Duration? {
    switch members[name] {
    case nil: nil
    case .integer(let number): .seconds(number)
    case .decimal(let number): .milliseconds(Int(number * 1000))
    default: throw fault(name, "a number of seconds")
    }
  }

  func flag(_ name: String) throws -> Bool? {
    guard let value = members[name] else { return nil }
    guard case .bool(let flag) = value else { throw fault(name, "true or false") }
    return flag
  }

  func list(_ name: String) throws -> [CaseValue]? {
    guard let value = members[name] else { return nil }
    guard case .list(let values) = value else { throw fault(name, "a list") }
    return values
  }

  func texts(_ name: String) throws -> [String]? {
    try list(name)?.map {
      guard case .text(let text) = $0 else { throw fault(name, "a list of texts") }
      return text
    }
  }

  func object(_ name: String) throws -> [String: CaseValue]? {
    guard let value = members[name] else { return nil }
    guard case .object(let object) = value else { throw fault(name, "an object") }
    return object
  }

  private func fault(_ name: String, _ wanted: String) -> CaseFault {
    CaseFault("\(place): \"\(name)\" must be \(wanted)")
  }
}

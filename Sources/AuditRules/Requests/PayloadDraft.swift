internal import ExactJSON

/// A payload that is put together from parts of a record, before it is parsed like any other.
indirect enum PayloadDraft {
  case object([(key: String, value: PayloadDraft)])
  /// Taken over from the record as it stands.
  case value(JSONValue)
  case number(Int)

  /// An object without members.
  static let empty = PayloadDraft.object([])

  /// Whether something stands at a path of keys.
  func holds(_ path: ArraySlice<String>) -> Bool {
    guard let key = path.first else { return true }
    switch self {
    case .object(let members):
      return members.last { $0.key == key }?.value.holds(path.dropFirst()) ?? false
    case .value(let value): return value.value(at: Array(path)) != nil
    case .number: return false
    }
  }

  /// Puts a part at a path, where nothing stands yet; objects on the way are opened.
  mutating func fill(_ path: ArraySlice<String>, with part: PayloadDraft) {
    guard let key = path.first, !holds(path) else { return }
    // What is no object stays as the sender wrote it.
    if case .value(let value) = self {
      guard value.kind == .object else { return }
      self = .object(value.members.map { ($0.key, .value($0.value)) })
    }
    guard case .object(var members) = self else { return }
    if path.count == 1 {
      members.append((key, part))
    } else if let place = members.lastIndex(where: { $0.key == key }) {
      members[place].value.fill(path.dropFirst(), with: part)
    } else {
      var inner = PayloadDraft.empty
      inner.fill(path.dropFirst(), with: part)
      members.append((key, inner))
    }
    self = .object(members)
  }

  /// Writes the draft as compact JSON.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    case .value(let value): writer.raw(value)
    case .number(let number): writer.number(number)
    }
  }

  /// The draft's compact JSON.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

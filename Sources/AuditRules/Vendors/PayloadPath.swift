internal import ExactJSON

/// A way into a payload: a JSON Pointer in which `*` stands for every member or element.
///
/// `/_rf/vt/it/*/md/ul` leads to one value for each item. The step `(json)` goes on inside a string
/// that holds JSON: `/images/(json)/*`.
public struct PayloadPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case name(String)
    case every
    case textAsJSON
  }

  /// The path as it is written.
  public let text: String
  let steps: [Step]
  /// The keys of a path that leads to one value; nil where it may lead to several.
  let keys: [String]?

  /// Reads a path; nil when it is no JSON Pointer or leads nowhere.
  public init?(_ text: String) {
    guard let pointer = try? JSONPointer(text), !pointer.steps.isEmpty else { return nil }
    self.text = text
    steps = pointer.steps.map { step in
      switch step {
      case "*": .every
      case "(json)": .textAsJSON
      default: .name(step)
      }
    }
    keys = steps.contains { $0 == .every || $0 == .textAsJSON } ? nil : pointer.steps
  }

  /// The key of the payload's own level at which the path begins.
  var firstKey: String? {
    if case .name(let key)? = steps.first { key } else { nil }
  }

  /// The key, where the path is no longer than that; else nil.
  var onlyKey: String? { steps.count == 1 ? firstKey : nil }
}

extension JSONValue {
  /// What stands at the end of a path, in the order written; nil for each branch that breaks off.
  ///
  /// `/items/*/image` of three items, one without `image`, gives two values and a nil.
  func values(at path: PayloadPath) -> [JSONValue?] {
    var values: [JSONValue?] = []
    Self.walk(self, path.steps[...], into: &values)
    return values
  }

  /// The first value at the end of a path.
  func value(at path: PayloadPath) -> JSONValue? {
    guard let keys = path.keys else { return values(at: path).lazy.compactMap { $0 }.first }
    var value = self
    for key in keys {
      guard let next = value.next(key) else { return nil }
      value = next
    }
    return value
  }

  /// What stands under a key, or at a place of an array.
  private func next(_ name: String) -> JSONValue? {
    kind == .array ? Int(name).flatMap { self[$0] } : self[name]
  }

  private static func walk(
    _ value: JSONValue, _ steps: ArraySlice<PayloadPath.Step>, into values: inout [JSONValue?]
  ) {
    guard let step = steps.first else {
      values.append(value)
      return
    }
    let rest = steps.dropFirst()
    switch step {
    case .name(let name):
      if let next = value.next(name) {
        walk(next, rest, into: &values)
      } else {
        values.append(nil)
      }
    case .every:
      for (_, member) in value.members { walk(member, rest, into: &values) }
      for element in value.elements { walk(element, rest, into: &values) }
    case .textAsJSON:
      // A document of its own: such texts are rare, and its values keep it alive.
      guard let text = value.string, let document = try? JSONDocument(text) else {
        values.append(nil)
        return
      }
      walk(document.root, rest, into: &values)
    }
  }
}

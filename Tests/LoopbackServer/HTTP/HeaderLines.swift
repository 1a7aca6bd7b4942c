/// Header lines in their order, repeated names included.
public struct HeaderLines: Sendable, ExpressibleByDictionaryLiteral {
  public struct Line: Sendable, Equatable {
    public var name: String
    public var value: String
  }

  public var lines: [Line]

  public init(lines: [Line] = []) { self.lines = lines }

  public init(dictionaryLiteral elements: (String, String)...) {
    lines = elements.map { Line(name: $0.0, value: $0.1) }
  }

  /// The first value of that name, whatever its letter case.
  public subscript(name: String) -> String? { all(name).first }

  /// Every value of that name.
  public func all(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return lines.filter { $0.name.lowercased() == wanted }.map(\.value)
  }

  public mutating func add(_ name: String, _ value: String) {
    lines.append(Line(name: name, value: value))
  }

  public static func + (left: HeaderLines, right: HeaderLines) -> HeaderLines {
    HeaderLines(lines: left.lines + right.lines)
  }
}

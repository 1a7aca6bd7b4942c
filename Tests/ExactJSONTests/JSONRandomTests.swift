import ExactJSON
import Foundation
import Testing

/// SplitMix64: the same numbers in every run, so that a failure can be repeated.
struct FixedSeed: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A tree to write and find again.
indirect enum RandomTree: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([RandomTree])
  case object([String: RandomTree])

  init(depth: Int, using random: inout FixedSeed) {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0: self = .null
    case 1: self = .bool(Bool.random(using: &random))
    case 2: self = .number(Self.number(using: &random))
    case 3: self = .string(Self.string(using: &random))
    case 4, 5:
      let keys = (0..<Int.random(in: 0...20, using: &random)).map { _ in Self.string(using: &random)
      }
      var members: [String: RandomTree] = [:]
      for key in keys { members[key] = RandomTree(depth: depth - 1, using: &random) }
      self = .object(members)
    default:
      let count = Int.random(in: 0...5, using: &random)
      self = .array((0..<count).map { _ in RandomTree(depth: depth - 1, using: &random) })
    }
  }

  init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool(value.bool ?? false)
    case .number: self = .number(value.numberText ?? "")
    case .string: self = .string(value.string ?? "")
    case .array: self = .array(value.elements.map(RandomTree.init))
    case .object:
      self = .object(
        Dictionary(value.members.map { ($0.key, RandomTree($0.value)) }) { _, last in last })
    }
  }

  static func number(using random: inout FixedSeed) -> String {
    let whole = String(
      UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
    )
    let tails = ["", ".0", ".250", "e7", "E-3", ".5e+400"]
    return (Bool.random(using: &random) ? "-" : "") + whole + tails.randomElement(using: &random)!
  }

  static func string(using random: inout FixedSeed) -> String {
    // Each character is one that no neighbour combines with, so that equal Strings are equal bytes.
    let alphabet = Array("abz019 \"\\/\u{0}\u{1F}\n\t\u{7F}é€😀\u{2028}\u{FFFF}𐍈").map(String.init)
    let length = Int.random(in: 0...12, using: &random)
    return (0..<length).map { _ in alphabet.randomElement(using: &random)! }.joined()
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let text): writer.number(text: text)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (key, value) in members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

@Suite("JSON at random, with a fixed seed")
struct JSONRandomTests {
  @Test("What is written is read again the same, and its compact form is what was written")
  func roundTrip() throws {
    var random = FixedSeed(state: 1)
    var writer = JSONWriter()
    var document = JSONDocument()
    for _ in 0..<300 {
      let tree = RandomTree(depth: 4, using: &random)
      writer.removeAll(keepingCapacity: true)
      tree.write(to: &writer)
      try writer.bytes.withUnsafeBytes { bytes throws in try document.parse(bytes) }
      #expect(RandomTree(document.root) == tree)
      #expect(document.root.exactText.utf8.elementsEqual(writer.bytes))
      #expect(document.root.compactByteCount == writer.bytes.count)
      #expect(!document.root.containsDuplicateKey)
    }
  }

  @Test("Mutated texts never crash and are accepted exactly when the grammar accepts them")
  func mutations() throws {
    let seeds = [
      #"{"id":"m\u00e91","aps":{"alert":{"body":"Hi \"you\""},"mutable-content":1},"x":[-0.5e+3,null]}"#,
      #"[true,false,null,"\ud83d\ude00",{"a":{},"a":[]}, 10.25E-7 ,"é€😀"]"#, "  -12.5e3 ",
      #""\\\/\b""#,
    ].map { Array($0.utf8) }
    let pieces =
      [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "u", "\\u", "\\ud800", " ",
        "\n", "\u{0}",
        "null", "tru", "\"a\":", "é", "1",
      ].map { Array($0.utf8) } + [[0x80], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F]]
    var random = FixedSeed(state: 2)
    var document = JSONDocument()
    var accepted = 0
    for round in 0..<20_000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...4, using: &random))
        let piece = pieces.randomElement(using: &random) ?? []
        bytes.replaceSubrange(place..<end, with: Bool.random(using: &random) ? piece : [])
      }
      var fault: JSONFault?
      do {
        try bytes.withUnsafeBytes { try document.parse($0) }
      } catch { fault = error as? JSONFault }
      let isAccepted = fault == nil
      accepted += isAccepted ? 1 : 0
      let shown = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
      #expect(isAccepted == SlowOracle.accepts(bytes), shown)
      if let fault {
        #expect((1...bytes.count + 1).contains(fault.column), shown)
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        #expect((fault.kind == .invalidUTF8) == !isUTF8, shown)
      } else {
        try checkCompactForm(of: document.root, writtenAs: bytes)
      }
    }
    // The seeds and pieces must reach both answers often, or the test says little.
    #expect((1_000...15_000).contains(accepted))
  }

  /// The compact form has the counted length, is its own compact form, and Foundation reads it.
  private func checkCompactForm(of value: JSONValue, writtenAs bytes: [UInt8]) throws {
    let text = value.exactText
    #expect(value.compactByteCount == text.utf8.count)
    #expect(try JSONDocument(text).root.exactText == text)
    #expect(try !JSONDocument(text).root.containsDuplicateKey)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
  }

  @Test("Foundation agrees on texts of brackets, words, digits and blanks")
  func foundationAgrees() {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"\"", "1", "0", "-", ".", "true", "null", " ", "e",
    ]
    var random = FixedSeed(state: 3)
    var accepted = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...7, using: &random)
      let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      // Foundation takes a comma before a closing bracket, which RFC 8259 does not.
      if text.replacing(" ", with: "").contains(/,[\]}]/) { continue }
      let ours = (try? JSONDocument(text)) != nil
      let data = Data(text.utf8)
      let theirs =
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
      #expect(ours == theirs, Comment(rawValue: text))
      accepted += ours ? 1 : 0
    }
    #expect(accepted > 500)
  }
}

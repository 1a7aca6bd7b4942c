internal import Foundation

/// The URL parsers in the field (section U).
public enum PhoneGeneration: UInt8, Sendable, CaseIterable {
  /// iOS 17 and later, and an app linked with that SDK.
  case current
  /// iOS 16 and earlier, or an older SDK.
  case old
}

enum URLParsers {
  /// Parses as that generation does; returns the URL's string or nil.
  ///
  /// `a b.png` gives `a%20b.png` on current phones and nil on old ones.
  static func parse(_ text: String, on generation: PhoneGeneration) -> String? {
    switch generation {
    // The same open-source code as on the device.
    case .current: URL(string: text)?.absoluteString
    case .old: isLegal(text) ? text : nil
    }
  }

  /// Whether the old parser takes the string: legal characters, whole escapes, one `#` at most.
  static func isLegal(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var position = 0
      var fragments = 0
      while position < bytes.count {
        let byte = bytes[position]
        if byte == UInt8(ascii: "%") {
          guard position + 2 < bytes.count, ASCII.hexadecimal(bytes[position + 1]) != nil,
            ASCII.hexadecimal(bytes[position + 2]) != nil
          else { return false }
          position += 3
          continue
        }
        if byte == UInt8(ascii: "#") { fragments += 1 }
        guard fragments <= 1, legalBytes[Int(byte)] else { return false }
        position += 1
      }
      return true
    }
  }

  private static let legalBytes: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in UInt8.min...UInt8.max where ASCII.isLetter(byte) || ASCII.isDigit(byte) {
      table[Int(byte)] = true
    }
    for byte in "!$&'()*+,-./:;=?@_~[]#".utf8 { table[Int(byte)] = true }
    return table
  }()
}

/// Some bytes in memory of which every read is checked: beyond the end there is nothing, not a trap.
///
/// Lives no longer than the buffer it looks at; it is only passed down within one examination.
struct ByteView {
  private let buffer: UnsafeRawBufferPointer

  init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

  var count: Int { buffer.count }
  var isEmpty: Bool { buffer.isEmpty }
  /// The memory itself, for the C library.
  var memory: UnsafeRawBufferPointer { buffer }

  subscript(index: Int) -> UInt8? {
    index >= 0 && index < buffer.count ? buffer[index] : nil
  }

  /// The view from `start` on, of at most `length` bytes; empty when there are none.
  func slice(_ start: Int, _ length: Int = .max) -> ByteView {
    guard start >= 0, start < buffer.count, length > 0 else {
      return ByteView(.init(start: nil, count: 0))
    }
    let end = start + min(length, buffer.count - start)
    return ByteView(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
  }

  func prefix(_ length: Int) -> ByteView { slice(0, length) }
  func suffix(_ length: Int) -> ByteView { slice(max(0, buffer.count - length)) }
}

// Numbers of two, four and eight bytes; nil when they are not all there.
extension ByteView {
  func big16(_ index: Int) -> Int? { big(index, size: 2).map(Int.init(truncatingIfNeeded:)) }
  func big32(_ index: Int) -> Int? { big(index, size: 4).map(Int.init(truncatingIfNeeded:)) }
  /// Nil too when the number does not fit an `Int`.
  func big64(_ index: Int) -> Int? { big(index, size: 8).flatMap(Int.init(exactly:)) }

  func little16(_ index: Int) -> Int? { big16(index).map { Int(UInt16($0).byteSwapped) } }
  func little32(_ index: Int) -> Int? { big32(index).map { Int(UInt32($0).byteSwapped) } }

  private func big(_ index: Int, size: Int) -> UInt64? {
    guard index >= 0, size <= buffer.count, index <= buffer.count - size else { return nil }
    return buffer[index..<index + size].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

// Texts inside the bytes.
extension ByteView {
  /// Whether the ASCII `text` stands at `index`.
  func has(_ text: StaticString, at index: Int = 0) -> Bool {
    has(text) { self[index + $0] }
  }

  /// Whether the ASCII `text`, given in lower case, stands at `index` in any case of letters.
  func hasCaseless(_ text: StaticString, at index: Int) -> Bool {
    has(text) { self[index + $0].map(Self.lowercase) }
  }

  /// The place of the ASCII `text` at or after `start`.
  func find(_ text: StaticString, from start: Int = 0) -> Int? {
    guard let first = text.withUTF8Buffer({ $0.first }) else { return nil }
    var index = max(0, start)
    while index < buffer.count {
      if buffer[index] == first, has(text, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// The first place at or after `start` whose byte does not satisfy `condition`; else the end.
  func skip(from start: Int, while condition: (UInt8) -> Bool) -> Int {
    var index = max(0, start)
    while index < buffer.count, condition(buffer[index]) { index += 1 }
    return index
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B)
  }

  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  private func has(_ text: StaticString, byte: (Int) -> UInt8?) -> Bool {
    text.withUTF8Buffer { text in
      for (offset, wanted) in text.enumerated() where byte(offset) != wanted { return false }
      return true
    }
  }
}

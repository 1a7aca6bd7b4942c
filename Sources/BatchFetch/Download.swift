/// The body of an answer after content decoding, with what was computed while it streamed.
public struct Download: Sendable {
  /// Where the bytes are.
  public enum Body: Sendable {
    /// The whole body.
    case memory([UInt8])
    /// The whole body, in a file without a name yet.
    case file(TemporaryFile)
    /// Nobody wanted the bytes: only head, tail, count and digest are left.
    case discarded
  }

  /// The HTTP status.
  public var status: Int
  /// Bytes after content decoding.
  public var byteCount: Int
  /// Digest of those bytes.
  public var sha256: SHA256Digest
  /// The first bytes, at most `FetchSettings.headBytes`.
  public var head: [UInt8]
  /// The last bytes, at most `FetchSettings.tailBytes`.
  public var tail: [UInt8]
  public var body: Body

  public init(
    status: Int, byteCount: Int, sha256: SHA256Digest, head: [UInt8], tail: [UInt8], body: Body
  ) {
    self.status = status
    self.byteCount = byteCount
    self.sha256 = sha256
    self.head = head
    self.tail = tail
    self.body = body
  }
}

/// A SHA-256 digest, 32 bytes.
public struct SHA256Digest: Sendable, Hashable, CustomStringConvertible {
  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// Takes 32 bytes; `nil` for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var parsed: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() {
      parsed[index / 8] = parsed[index / 8] << 8 | UInt64(byte)
    }
    words = (parsed[0], parsed[1], parsed[2], parsed[3])
  }

  /// Stands for a digest that is still to come.
  static let pending = SHA256Digest()

  private init() {
    words = (0, 0, 0, 0)
  }

  /// Takes exactly 32 bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    let word = { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    words = (word(0), word(1), word(2), word(3))
  }

  /// The digest in 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 64) { buffer in
      for (index, word) in [words.0, words.1, words.2, words.3].enumerated() {
        for place in 0..<16 {
          buffer[index * 16 + place] = digits[Int(word >> UInt64(60 - 4 * place) & 15)]
        }
      }
      return 64
    }
  }

  public var description: String { hexadecimal }

  public static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
    left.words == right.words
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

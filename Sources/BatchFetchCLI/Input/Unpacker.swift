/// Undoes the compression of an input as it streams: parts follow one another, each whole in itself.
protocol Unpacker: AnyObject {
  /// A part has begun and not ended: the input may not stop here.
  var isInsidePart: Bool { get }

  /// Decodes from `input`, which is advanced, into `output`.
  func step(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> UnpackStep
}

/// What one step of an unpacker did.
enum UnpackStep: Equatable {
  /// That many bytes came out; ask again with the rest of the input.
  case produced(Int)
  /// The input given is used up.
  case needsInput
  /// The data is damaged; a word on how where there is one to say.
  case broken(String? = nil)
}

/// The compressions that an input may have, told by its first bytes.
enum Packing: String, CaseIterable {
  case gzip, zstd

  /// What such a file may begin with; a nil byte may be any.
  private var beginnings: [[UInt8]] {
    switch self {
    // RFC 1952, 2.3.1: "ID1 = 31, ID2 = 139".
    case .gzip: [[0x1F, 0x8B]]
    // RFC 8878, 3.1.1 and 3.1.2: a frame, or one to be skipped, 0x184D2A50 to 0x184D2A5F.
    case .zstd:
      [[0x28, 0xB5, 0x2F, 0xFD]] + (0x50...0x5F).map { [$0, 0x2A, 0x4D, 0x18] }
    }
  }

  /// What is known of an input by its first bytes.
  enum Sight: Equatable {
    case packed(Packing)
    case plain
    /// It may still be the beginning of either.
    case tooShort
  }

  /// Looks at the first bytes of an input, for example `[0x1F, 0x8B]` is gzip.
  static func sight(of head: some Collection<UInt8>) -> Sight {
    var mayBecome = false
    for packing in allCases {
      for beginning in packing.beginnings {
        if head.starts(with: beginning) { return .packed(packing) }
        mayBecome = mayBecome || beginning.starts(with: head)
      }
    }
    return mayBecome ? .tooShort : .plain
  }

  var unpacker: any Unpacker {
    switch self {
    case .gzip: Gunzip()
    case .zstd: Unzstd()
    }
  }
}

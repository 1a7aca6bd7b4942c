/// One physical line of an input, without its line break (stage 1).
struct PayloadLine {
  enum Content {
    /// The bytes, valid until the next line is asked for.
    case bytes(UnsafeRawBufferPointer)
    /// Longer than `--max-line`; its bytes were passed over.
    case tooLong
  }

  /// Which input, counted from 0 in the order of the command line.
  var input: Int
  /// Which line of that input, counted from 1, blank lines included.
  var number: Int
  var content: Content
}

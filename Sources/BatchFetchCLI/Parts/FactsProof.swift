internal import BatchFetch
internal import ExactJSON

/// What proves that facts are complete: how many lines there are, and the digest of their bytes.
struct FactsProof {
  /// What an end line says of the lines before it.
  struct Stated: Equatable {
    var lines: Int
    var digest: String
    /// Under which the plan was made.
    var terms = PlanTerms.unstated

    /// Whether it is true of what was read.
    func holds(of proof: FactsProof) -> Bool {
      lines == proof.lines && digest == proof.stated.digest
    }
  }

  private let hash = StreamDigest()
  private(set) var lines = 0

  /// Adds bytes that hold so many whole lines.
  mutating func add(_ bytes: some Collection<UInt8>, lines: Int) {
    Array(bytes).withUnsafeBytes { hash.add($0) }
    self.lines += lines
  }

  /// What can be said of all lines so far.
  var stated: Stated { Stated(lines: lines, digest: hash.soFar().hexadecimal) }
}

extension FactsProof.Stated {
  /// The end line, its line break included.
  func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("complete")
    writer.bool(true)
    writer.key("lines")
    writer.number(lines)
    writer.key("sha256")
    writer.string(digest)
    terms.write(to: &writer)
    writer.endObject()
    writer.newline()
    return writer.bytes
  }

  /// Reads a line; nil where it is no end line.
  init?(_ line: ArraySlice<UInt8>) {
    guard let root = try? JSONDocument(Array(line)).root, root["complete"]?.bool == true,
      let lines = root["lines"]?.integer, let digest = root["sha256"]?.string,
      let terms = PlanTerms(root)
    else { return nil }
    self.init(lines: lines, digest: digest, terms: terms)
  }
}

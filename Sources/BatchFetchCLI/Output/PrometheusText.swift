/// Figures in the text format that Prometheus reads.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
enum PrometheusText {
  enum Kind: String, Sendable { case counter, gauge }

  /// One figure, or several that differ by a label.
  struct Family: Sendable {
    var name: String
    var kind: Kind
    /// What it counts, in one sentence.
    var help: String
    var samples: [Sample]

    init(_ name: String, _ help: String, _ samples: [Sample], kind: Kind = .gauge) {
      self.name = name
      self.kind = kind
      self.help = help
      self.samples = samples
    }

    init(_ name: String, _ help: String, _ value: Double) {
      self.init(name, help, [Sample(value)])
    }
  }

  /// One value and the label that tells it from its like.
  struct Sample: Sendable {
    var label: (name: String, value: String)?
    var value: Double

    init(_ value: Double, _ name: String? = nil, _ text: String = "") {
      label = name.map { ($0, text) }
      self.value = value
    }
  }

  /// The text of these figures; one without a sample is left out.
  static func text(_ families: [Family]) -> String {
    var text = ""
    for family in families where !family.samples.isEmpty {
      text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind)\n"
      for sample in family.samples {
        let label = sample.label.map { "{\($0.name)=\"\(escaped($0.value))\"}" } ?? ""
        text += "\(family.name)\(label) \(number(sample.value))\n"
      }
    }
    return text
  }

  /// The values of a text by what stands before them, for example `batchfetch_runs_total{…}`.
  ///
  /// Lines that it cannot read are passed over: the file may be anybody's.
  static func values(in text: String) -> [String: Double] {
    var values: [String: Double] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let blank = line.lastIndex(of: " "),
        let value = Double(line[line.index(after: blank)...]), value.isFinite
      else { continue }
      values[String(line[..<blank])] = value
    }
    return values
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  /// Whole numbers without a point.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}

internal import AuditRules

/// `results.ndjson`: the rows of `payloads.csv`, typed, one JSON object a line.
///
/// The members are the columns in their order; an empty cell is null, `warnings` is a list, and
/// texts are raw: no formula guard, NUL as `\u0000`.
public struct ResultsNDJSON: Sendable {
  private let inputs: [[UInt8]]

  /// Takes the names of the inputs as they were given, `-` for standard input.
  public init(inputs: [String]) {
    self.inputs = inputs.map { name in
      var bytes: [UInt8] = []
      bytes.write(atMost: Pen.longestString(name)) { $0.put("", text: name) }
      return bytes
    }
  }

  /// Appends one line.
  public func append(_ row: ReportRow, to bytes: inout [UInt8]) {
    let input = inputs.indices.contains(row.input) ? inputs[row.input] : Array("null".utf8)
    // Beside the texts: keys, numbers, the words of the closed lists, advice.
    let advice = ReadyAdvice.value(for: row)
    let limit = row.textBytes * 6 + 2048 + advice.count + input.count
    bytes.write(atMost: limit) { pen in
      pen.put(#"{"line":"#, number: row.line)
      pen.put(#","id":"#, text: row.id)
      pen.put(#","campaign":"#, text: row.campaign)
      pen.put(#","profile":"#, text: row.profile)
      pen.put(#","outcome":"#, word: row.current.outcome.rawValue)
      pen.put(#","reason":"#, word: row.current.reason.rawValue)
      pen.put(#","via":"#, word: row.current.via?.rawValue)
      pen.put(#","shows":"#, text: row.shows)
      pen.put(#","ios16_outcome":"#, word: row.old?.outcome.rawValue)
      pen.put(#","ios16_reason":"#, word: row.old?.reason.rawValue)
      pen.put(#","ios16_via":"#, word: row.old?.via?.rawValue)
      putMedia(row, with: &pen)
      put(row.warnings, with: &pen)
      pen.put(literal: #","advice":"#)
      pen.put(ready: advice)
      pen.put(literal: #","input":"#)
      pen.put(ready: input)
      pen.put(#","media_count":"#, number: row.mediaCount)
      pen.put(literal: "}\n")
    }
  }

  @inline(__always)
  private func putMedia(_ row: ReportRow, with pen: inout Pen) {
    pen.put(#","media_url":"#, text: row.mediaURL)
    pen.put(#","local_name":"#, text: row.localName)
    pen.put(#","extension":"#, text: row.fileExtension)
    pen.put(#","detected_type":"#, text: row.detectedType)
    pen.put(#","content_type":"#, text: row.contentType)
    pen.put(#","http_status":"#, number: row.httpStatus)
    pen.put(#","bytes":"#, number: row.bytes)
    pen.put(literal: #","seconds":"#)
    if let seconds = row.seconds {
      pen.put(fixed: seconds, digits: 3)
    } else {
      pen.put(literal: "null")
    }
    pen.put(#","attempts":"#, number: row.attempts)
    pen.put(#","redirects":"#, number: row.redirects)
    pen.put(#","final_url":"#, text: row.finalURL)
  }

  private func put(_ warnings: Warnings, with pen: inout Pen) {
    pen.put(literal: #","warnings":["#)
    if !warnings.isEmpty {
      for (index, warning) in warnings.list.enumerated() {
        pen.put(index == 0 ? "" : ",", word: warning.name)
      }
    }
    pen.put(UInt8(ascii: "]"))
  }
}

internal import AuditRules

/// `results.ndjson`: the rows of `payloads.csv`, typed, one JSON object a line.
///
/// The members are the columns in their order; an empty cell is null, `warnings` is a list, and
/// texts are raw: no formula guard, NUL as `\u0000`.
public struct ResultsNDJSON: Sendable {
  private let inputs: [String]

  /// Takes the names of the inputs as they were given, `-` for standard input.
  public init(inputs: [String]) { self.inputs = inputs }

  /// Appends one line.
  public func append(_ row: ReportRow, to bytes: inout [UInt8]) {
    bytes.append(key: #"{"line":"#, number: row.line)
    bytes.append(key: #","id":"#, text: row.id)
    bytes.append(key: #","campaign":"#, text: row.campaign)
    bytes.append(key: #","profile":"#, text: row.profile)
    bytes.append(key: #","outcome":"#, word: row.current.outcome.rawValue)
    bytes.append(key: #","reason":"#, word: row.current.reason.rawValue)
    bytes.append(key: #","via":"#, word: row.current.via?.rawValue)
    bytes.append(key: #","shows":"#, text: row.shows)
    bytes.append(key: #","ios16_outcome":"#, word: row.old?.outcome.rawValue)
    bytes.append(key: #","ios16_reason":"#, word: row.old?.reason.rawValue)
    bytes.append(key: #","ios16_via":"#, word: row.old?.via?.rawValue)
    appendMedia(row, to: &bytes)
    append(row.warnings, to: &bytes)
    bytes.append(key: #","advice":"#, text: Advice.text(for: row.current.reason))
    bytes.append(
      key: #","input":"#, text: inputs.indices.contains(row.input) ? inputs[row.input] : "")
    bytes.append(word: "}\n")
  }

  private func appendMedia(_ row: ReportRow, to bytes: inout [UInt8]) {
    bytes.append(key: #","media_url":"#, text: row.mediaURL)
    bytes.append(key: #","local_name":"#, text: row.localName)
    bytes.append(key: #","extension":"#, text: row.fileExtension)
    bytes.append(key: #","detected_type":"#, text: row.detectedType)
    bytes.append(key: #","content_type":"#, text: row.contentType)
    bytes.append(key: #","http_status":"#, number: row.httpStatus)
    bytes.append(key: #","bytes":"#, number: row.bytes)
    bytes.append(word: #","seconds":"#)
    if let seconds = row.seconds {
      bytes.append(fixed: seconds, digits: 3)
    } else {
      bytes.append(word: "null")
    }
    bytes.append(key: #","attempts":"#, number: row.attempts)
    bytes.append(key: #","redirects":"#, number: row.redirects)
    bytes.append(key: #","final_url":"#, text: row.finalURL)
  }

  private func append(_ warnings: Warnings, to bytes: inout [UInt8]) {
    bytes.append(word: #","warnings":["#)
    if !warnings.isEmpty {
      for (index, warning) in warnings.list.enumerated() {
        bytes.append(word: index == 0 ? "\"" : ",\"")
        bytes.append(word: warning.rawValue)
        bytes.append(UInt8(ascii: "\""))
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

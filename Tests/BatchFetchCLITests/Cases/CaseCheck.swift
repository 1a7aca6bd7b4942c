import Foundation
import LoopbackServer

/// Compares a run with what its case expects and collects what differs.
struct CaseCheck {
  let report: CaseReport
  let ending: CaseProgram.Ending
  private(set) var problems: [String] = []

  init(report: CaseReport, ending: CaseProgram.Ending) {
    self.report = report
    self.ending = ending
  }

  /// The whole expectation of a case.
  mutating func whole(
    _ expect: CaseExpectation, _ servers: CaseServers, folder: String
  ) {
    let requests = servers.requests
    if ending.status != expect.exit {
      problems.append("  exit: expected \(expect.exit), found \(ending.status)")
    }
    for text in expect.standardError where !ending.standardError.contains(text) {
      problems.append("  standard error lacks \"\(text)\"")
    }
    attempt { check in
      if let rows = expect.rows { try check.rows(rows) }
      if expect.rows == nil && check.report.exists {
        throw CaseFault("a report was written, none was expected")
      }
      for (name, rows) in expect.tables.sorted(by: { $0.key < $1.key }) {
        try check.table(name, rows)
      }
    }
    if let wanted = expect.requests { self.requests(wanted, requests.map(\.url)) }
    if let wanted = expect.proxied, wanted != servers.proxiedCount {
      problems.append("  proxy: expected \(wanted) requests, found \(servers.proxiedCount)")
    }
    headers(expect.requestHeaders, requests)
    files(expect.files, folder)
  }

  /// The first row alone, as under another profile.
  mutating func firstRow(_ expected: [String: CaseValue]) {
    attempt { check in
      guard let row = try check.report.rows("results.ndjson").first else {
        throw CaseFault("results.ndjson has no row")
      }
      check.compare(row, expected, place: "first row")
    }
  }

  // MARK: Rows

  private mutating func rows(_ expected: [[String: CaseValue]]) throws {
    let rows = try report.rows("results.ndjson")
    if rows.count != expected.count {
      problems.append("  rows: expected \(expected.count), found \(rows.count)")
    }
    for (row, wanted) in zip(rows, expected) {
      compare(row, wanted, place: "line \(wanted["line"]?.cell ?? "?")")
    }
    try agreement(rows)
  }

  /// Columns of one row; `warnings` must hold those named and `not_warnings` names forbidden ones.
  private mutating func compare(
    _ row: [String: CaseValue], _ expected: [String: CaseValue], place: String
  ) {
    var wrong: [String] = []
    for (column, wanted) in expected.sorted(by: { $0.key < $1.key }) {
      let found = row[column == "not_warnings" ? "warnings" : column]
      let holds =
        switch column {
        case "warnings": Self.items(wanted).isSubset(of: Self.items(found ?? .null))
        case "not_warnings": Self.items(wanted).isDisjoint(with: Self.items(found ?? .null))
        default: found == wanted
        }
      if !holds {
        wrong.append(
          "  \(place), \(column): expected \(wanted.json), found \(found?.json ?? "nothing")")
      }
    }
    if wrong.isEmpty { return }
    problems += wrong + ["  \(place) is \(CaseValue.object(row).json)"]
  }

  private static func items(_ value: CaseValue) -> Set<String> {
    guard case .list(let values) = value else { return [] }
    return Set(values.map(\.cell))
  }

  /// The CSV file must hold the same rows as the NDJSON file, and no cell that a spreadsheet runs.
  private mutating func agreement(_ rows: [[String: CaseValue]]) throws {
    let table = try report.table("payloads.csv")
    if table.rows.count != rows.count {
      problems.append("  payloads.csv has \(table.rows.count) rows, results.ndjson \(rows.count)")
    }
    let plain = [
      "line", "profile", "outcome", "reason", "via", "ios16_outcome", "ios16_reason", "ios16_via",
      "http_status", "bytes", "attempts", "redirects", "warnings",
    ]
    for (cells, row) in zip(table.rows, rows) {
      for column in plain where cells[column] != (row[column] ?? .null).cell {
        problems.append(
          "  \(column): payloads.csv says \(cells[column] ?? "nothing"), "
            + "results.ndjson \((row[column] ?? .null).json)")
      }
    }
    for name in ["payloads.csv", "media.csv", "campaigns.csv"] {
      for row in try report.table(name).rows {
        for (column, cell) in row where Self.isFormula(cell) {
          problems.append("  \(name), \(column): a spreadsheet would run \"\(cell)\"")
        }
      }
    }
  }

  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first(where: { !" \n\u{A0}".unicodeScalars.contains($0) })
    else { return false }
    return "=+-@\t\r".unicodeScalars.contains(first) && Double(cell) == nil
  }

  private mutating func table(_ name: String, _ expected: [[String: CaseValue]]) throws {
    let rows = try report.table(name).rows
    if rows.count != expected.count {
      problems.append("  \(name): expected \(expected.count) rows, found \(rows.count)")
    }
    for (index, (row, wanted)) in zip(rows, expected).enumerated() {
      for (column, value) in wanted.sorted(by: { $0.key < $1.key }) where row[column] != value.cell
      {
        problems.append(
          "  \(name), row \(index + 1), \(column): expected \"\(value.cell)\", "
            + "found \"\(row[column] ?? "no such column")\"")
      }
    }
  }

  // MARK: Around the report

  private mutating func requests(_ expected: [String: CaseValue], _ urls: [String]) {
    var left = expected
    for (url, group) in Dictionary(grouping: urls, by: { $0 }).sorted(by: { $0.key < $1.key }) {
      let wanted = left.removeValue(forKey: url) ?? .integer(0)
      if wanted != .integer(group.count) {
        problems.append("  \(url): expected \(wanted.cell) requests, found \(group.count)")
      }
    }
    for (url, count) in left.sorted(by: { $0.key < $1.key }) where count != .integer(0) {
      problems.append("  \(url): expected \(count.cell) requests, found none")
    }
  }

  private mutating func headers(
    _ expected: [String: CaseValue], _ requests: [(url: String, request: Request)]
  ) {
    for (name, wanted) in expected.sorted(by: { $0.key < $1.key }) {
      for (url, request) in requests {
        let found = request.headers[name].map { CaseValue.text($0) } ?? .null
        if found != wanted {
          problems.append("  \(url), \(name): expected \(wanted.json), found \(found.json)")
        }
      }
    }
  }

  private mutating func files(_ expected: [String: CaseValue], _ folder: String) {
    for (name, wanted) in expected.sorted(by: { $0.key < $1.key }) {
      let size = CaseFiles.bytes(folder + "/" + name)?.count
      let found = size.map { CaseValue.integer($0) } ?? .null
      if found != wanted {
        problems.append("  file \(name): expected \(wanted.json) bytes, found \(found.json)")
      }
    }
  }

  private mutating func attempt(_ body: (inout CaseCheck) throws -> Void) {
    do { try body(&self) } catch { problems.append("  \(error)") }
  }
}

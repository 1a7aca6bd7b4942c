import Testing

@Suite("End to end: every case file against the built program")
struct EndToEndTests {
  @Test("The report says what the case expects", arguments: EndToEndCases.all)
  func report(_ name: EndToEndCases.Name) async throws {
    let file = try EndToEndCases.load(name)
    guard file.waitsFor == nil else { return }
    let program = try #require(CaseProgram.built, "batchfetch lies beside the tests")
    let runs = [nil] + file.profiles.keys.sorted().map { Optional($0) }
    let differences = try await withThrowingTaskGroup(of: [String].self) { group in
      for profile in runs {
        let run = CaseRun(file: file, profile: profile, program: program)
        group.addTask { try await CaseSlots.shared.withSlot { try await run.differences() } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    if !differences.isEmpty {
      let text = ([file.id + ": " + file.about] + differences).joined(separator: "\n")
      Issue.record("\(text)")
    }
  }

  @Test("Every reported case is there, run or waiting for a named piece of work")
  func reportedCases() throws {
    let files = try EndToEndCases.all.map { try EndToEndCases.summary($0) }
    let known = Dictionary(files.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(known.count == files.count, "two files have one id")
    for id in Self.reported {
      let file = try #require(known[id], "there is no case \(id)")
      print(id, file.waitsFor.map { "waits for: \($0)" } ?? "run")
    }
  }

  @Test("A file is named by its id, and says which rules it covers")
  func fileNames() throws {
    for name in EndToEndCases.all {
      let file = try EndToEndCases.summary(name)
      #expect(name.file.hasPrefix(file.id + "-"), "\(name.file)")
      #expect(!file.covers.isEmpty, "\(name.file)")
    }
  }

  /// Cases built from public reports of pictures that were lost.
  private static let reported = """
    R01 R02 R06 R07 R08 R10 R12 R17 R18 R19 R20 R25 R26 R28 R29 R30 R33 R34 R38 R39 R40 R41 R43 R44
    R45 R50 R51 R52 R56 R57 R59 R63 R64 R67 R70 R72 R73 R74 R77 R78 R79 R80 R81 R82 R88 R90 R91 R92
    R94 R96 R101 R102 R104 R106 R109 R111 R112 R113 R114 R117 R122 R123 R126 R127 R129 R131 R132
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) }
}

import AuditReports

/// Builds a small report at a place: `payloads.csv` with a word in it, and `run.json`.
func writeReport(
  at path: String, word: String, files: [ReportFileName] = [.payloads]
) throws {
  let folder = try ReportFolder(at: path)
  try fill(folder, word: word, files: files)
  try folder.swapIn()
}

func fill(
  _ folder: borrowing ReportFolder, word: String, files: [ReportFileName] = [.payloads]
) throws {
  for name in files {
    var file = try folder.open(name)
    try file.append(Array(word.utf8))
    try file.close()
  }
  let run = RunJSON(
    version: "0", started: 0, finished: 1, isComplete: true, inputs: [], settings: [], work: .init()
  )
  var file = try folder.open(.run)
  try file.append(run.encode(ReportTotals()))
  try file.close()
}

/// The code with which a place is refused, nil when it is taken.
func refusal(of path: String) -> ReportFolderError.Code? {
  do throws(ReportFolderError) {
    _ = try ReportFolder(at: path)
    return nil
  } catch {
    return error.code
  }
}

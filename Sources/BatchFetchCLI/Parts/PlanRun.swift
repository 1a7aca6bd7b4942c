internal import Glibc

/// `batchfetch plan`: stages 1 to 3, and what they would have fetched as lines.
struct PlanRun: Sendable {
  let settings: Settings
  let log: Log
  let stop: StopRequest

  init(_ audit: AuditRun) {
    (settings, log, stop) = (
      audit.settings, audit.log, audit.stop
    )
  }

  /// Reads the whole input and writes the plan.
  func run() async throws -> ExitCode {
    let inputs = try InputList(settings.inputs, spoolFolder: nil)
    stop.whenRequested { inputs.stopReading() }
    let hosts = try await OwnThread.run("batchfetch-plan") { try read(inputs) }
    if let signal = stop.signal { return signal == SIGINT ? .interrupted : .terminated }
    let names = try fileNames()
    let shards = hosts.shards(max(1, names.count))
    if names.isEmpty { try Console.output(bytes(shards[0])) }
    let files = try names.map { name throws(RunFailure) in try NamedFile(at: name) }
    defer { for file in files { file.discard() } }
    for (file, shard) in zip(files, shards) { try file.append(bytes(shard)) }
    for file in files { try file.publish() }
    let places = names.isEmpty ? "" : ", in \(names.joined(separator: ", "))"
    log.info("\(hosts.count) URLs of \(hosts.hostCount) hosts\(places)")
    return .done
  }

  private func read(_ inputs: InputList) throws -> PlanHosts {
    let planning = PlanPass(decoder: settings.decoder, policy: settings.policy)
    var lines = PayloadLines(inputs, pass: .first, longestLine: settings.longestLine)
    var hosts = PlanHosts()
    _ = try planning.run(&lines) { urls in
      for url in urls { hosts.add(url) }
      return stop.signal == nil
    }
    return hosts
  }

  private func bytes(_ groups: [PlanHosts.Group]) -> [UInt8] {
    let terms = PlanTerms(settings.policy)
    var bytes: [UInt8] = []
    for group in groups {
      for url in group.urls { PlanLine.append(url, host: group.host, terms, to: &bytes) }
    }
    return bytes
  }

  /// None: standard output. `PREFIX-1.ndjson` and so on; in a folder `plan-1.ndjson`.
  private func fileNames() throws(RunFailure) -> [String] {
    guard var place = settings.parts.planOutput else { return [] }
    guard let shards = settings.parts.shards else { return [place] }
    var status = stat()
    let isFolder =
      place.hasSuffix("/") || stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      while place.hasSuffix("/"), place.count > 1 { place.removeLast() }
      if mkdir(place, 0o777) != 0, errno != EEXIST { throw RunFailure(writing: place) }
      place += "/plan"
    }
    let digits = "\(shards)".count
    return (1...shards).map { number in
      let text = "\(number)"
      return "\(place)-\(String(repeating: "0", count: digits - text.count))\(text).ndjson"
    }
  }
}

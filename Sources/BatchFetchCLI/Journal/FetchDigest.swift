internal import AuditReports
internal import BatchFetch
internal import Glibc

extension Settings {
  /// The options that decide what a fetch learns; with others than these a run may go on.
  static let fetchOptions: Set<String> = [
    "time-limit", "retries", "allow-http", "allow-http-host", "allow-address", "connect-to",
    "ca-file", "proxy", "header", "user-agent", "accept-language", "save-media", "dry-run",

  ]

  /// Digest, in hexadecimal, of the version and of all that decides what a fetch learns.
  func fetchDigest(environment: (String) -> String? = Settings.variable) -> String {
    let hash = StreamDigest()
    func add(_ text: String) {
      // Each text ends where it ends: no two lists of texts give the same bytes.
      Array("\(text.utf8.count):\(text)".utf8).withUnsafeBytes { hash.add($0) }
    }
    add(Settings.version)
    for setting in record where Self.fetchOptions.contains(setting.name) {
      add(setting.name)
      switch setting.value {
      case .text(let text): add(text)
      case .number(let number): add("\(number)")
      case .flag(let flag): add("\(flag)")
      case .list(let texts): texts.forEach(add)
      case .none: add("none")
      }
    }
    // Certificates are renewed under the same name.
    if let file = fetch.trustFile { WholeFile.read(file)?.withUnsafeBytes { hash.add($0) } }
    if fetch.proxy == .environment {
      for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
        add(environment(name) ?? "")
        add(environment(name.uppercased()) ?? "")
      }
    }
    return hash.finish().hexadecimal
  }

  /// What a run may go on with: the same, the same earlier facts and the same own profiles, which
  /// may find other media; a file is edited under its name.
  func journalDigest() -> String {
    var earlier = [retryFailed ?? "", reuseWithin.map { "\($0)" } ?? "", "\(revalidates)"]
    if profiles.path != nil {
      let hash = StreamDigest()
      profiles.text.withUnsafeBytes { hash.add($0) }
      earlier.append(hash.finish().hexadecimal)
    }
    return ([fetchDigest()] + earlier).joined(separator: "|")
  }

  /// A variable of the process's environment.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

internal import AuditReports
internal import ExactJSON

/// One line of a plan: a URL to be fetched, its host, and under which terms it is wanted.
struct PlanLine {
  var url: String
  var terms: PlanTerms

  /// For example `{"host":"cdn.example.com","url":"https://cdn.example.com/a.png","allow":[]}`.
  static func append(_ url: String, host: String, _ terms: PlanTerms, to bytes: inout [UInt8]) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("host")
    writer.string(host)
    writer.key("url")
    writer.string(url)
    terms.write(to: &writer)
    writer.endObject()
    writer.newline()
    bytes += writer.bytes
  }

  /// Reads a line; nil where it is none of a plan.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var document = JSONDocument()
    guard (try? document.parse(bytes)) != nil, let url = document.root["url"]?.string,
      ["http://", "https://"].contains(where: { url.lowercased().hasPrefix($0) })
    else { return nil }
    guard let terms = PlanTerms(document.root) else { return nil }
    self.url = url
    self.terms = terms
  }
}

/// The URLs of a plan by host, and how they are dealt out.
struct PlanHosts: Sendable {
  private var urls: [String: [String]] = [:]
  private(set) var count = 0

  var hostCount: Int { urls.count }

  /// Adds a URL that is not there yet.
  mutating func add(_ url: String) {
    urls[URLHost.host(of: url), default: []].append(url)
    count += 1
  }

  /// A host with its URLs in the order in which they were added.
  struct Group: Sendable, Equatable {
    var host: String
    var urls: [String]
  }

  /// The hosts, the one with the most URLs first, then by the bytes of their names, dealt out to so
  /// many shards: each to the one that has the fewest URLs yet, of several to the first.
  ///
  /// A host is never divided: only one machine can keep to what a host asks of its callers.
  func shards(_ count: Int) -> [[Group]] {
    var shards = [[Group]](repeating: [], count: count)
    var sizes = [Int](repeating: 0, count: count)
    let groups = urls.map { Group(host: $0.key, urls: $0.value) }.sorted { left, right in
      left.urls.count == right.urls.count
        ? left.host.utf8.lexicographicallyPrecedes(right.host.utf8)
        : left.urls.count > right.urls.count
    }
    for group in groups {
      let least = sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
      shards[least].append(group)
      sizes[least] += group.urls.count
    }
    return shards
  }
}

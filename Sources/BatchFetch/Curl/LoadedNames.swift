internal import InternetAddress

/// Which names curl's own table holds, so that it neither asks for one nor grows without bound.
///
/// The table has 71 chains and is searched for each new connection: with thousands of names half of
/// all time went there.
struct LoadedNames {
  private var addresses: [String: [IPAddress]] = [:]
  private var order = FIFO<String>()
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// What curl must be told before it connects to `host:port`.
  struct Change: Equatable {
    /// Lines for `CURLOPT_RESOLVE`.
    var lines: [String] = []
    /// Whether a name is taken out: everything added before must have been seen by curl.
    var removes = false
  }

  /// Notes that curl knows the addresses now; answers what it has to be told.
  mutating func load(_ host: String, port: Int, _ found: [IPAddress]) -> Change {
    let key = "\(host):\(port)"
    if addresses[key] == found { return Change() }
    var change = Change()
    if addresses.updateValue(found, forKey: key) == nil {
      order.append(key)
      if order.count > capacity, let oldest = order.popFirst() {
        addresses[oldest] = nil
        change.lines.append("-\(oldest)")
        change.removes = true
      }
    }
    let list = found.map { $0.width == 128 ? "[\($0)]" : "\($0)" }.joined(separator: ",")
    change.lines.append("\(key):\(list)")
    return change
  }
}

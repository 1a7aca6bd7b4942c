internal import FoundationEssentials

/// Which answers lead on, and where (T3).
enum Redirect {
  /// Statuses that are followed when they carry a usable Location.
  static let followed: Set<Int> = [301, 302, 303, 307, 308]

  /// The absolute URL that a Location means, or `nil` when it is not usable.
  ///
  /// `../b c.png` at `https://x.com/a/` is `https://x.com/b%20c.png`, as a device resolves it.
  static func target(location: String?, base: String) -> String? {
    guard let location, !location.isEmpty, let baseURL = URL(string: base),
      let target = URL(string: location, relativeTo: baseURL)
    else { return nil }
    let text = target.absoluteString
    return text.isEmpty ? nil : String(text.prefix { $0 != "#" })
  }
}

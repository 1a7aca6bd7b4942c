/// One URL to fetch.
public struct FetchRequest: Sendable, Hashable {
  /// An absolute http or https URL in percent-encoded ASCII; a fragment is kept off the wire.
  public var url: String

  public init(url: String) {
    self.url = url
  }
}

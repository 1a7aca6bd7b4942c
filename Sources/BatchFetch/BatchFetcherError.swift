/// The engine's own failure to start; nothing a remote does is one.
public struct BatchFetcherError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed list of what can be wrong.
  public enum Code: String, Sendable, CaseIterable {
    /// A setting has no meaning; the detail names it.
    case badSetting = "bad_setting"
    /// The certificate file cannot be read or holds no certificate.
    case trustUnreadable = "trust_unreadable"
    /// libcurl, its TLS library or the resolver is not what the engine is built for.
    case libraryUnfit = "library_unfit"
    /// Descriptors, threads or memory of this machine ran out.
    case systemExhausted = "system_exhausted"
  }

  public var code: Code
  /// One sentence that names the thing and says what to do.
  public var detail: String

  public init(code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }

  public var description: String { detail }
}

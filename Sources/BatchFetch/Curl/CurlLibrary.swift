internal import CCurl

/// The libcurl that this process runs with.
enum CurlLibrary {
  /// Prepares libcurl, once per process.
  private static let isReady = ccurl_global_init() == 0

  /// Checks that it is the library the engine is built for.
  ///
  /// Certificates are judged through OpenSSL: with another TLS library every verdict would be wrong
  /// in silence.
  static func check() throws(BatchFetcherError) {
    guard isReady, let info = curl_version_info(CURLVERSION_FIRST) else {
      throw BatchFetcherError(code: .libraryUnfit, detail: "libcurl cannot be prepared.")
    }
    let tls = info.pointee.ssl_version.map { String(cString: $0) } ?? "none"
    guard tls.hasPrefix("OpenSSL/") else {
      throw BatchFetcherError(
        code: .libraryUnfit,
        detail: "libcurl uses the TLS library \(tls): install libcurl4-openssl-dev.")
    }
  }
}

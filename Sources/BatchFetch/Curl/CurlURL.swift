internal import CCurl
internal import InternetAddress

/// curl's own reading of a URL, to compare with ours.
final class CurlURL {
  private let handle: OpaquePointer?

  init() {
    handle = curl_url()
  }

  deinit {
    curl_url_cleanup(handle)
  }

  /// Whether curl would ask the same host as we checked: two parsers that disagree are a way in.
  func agrees(with hop: HopURL) -> Bool {
    guard
      curl_url_set(handle, CURLUPART_URL, hop.wire, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK
    else { return false }
    var part: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, CURLUPART_HOST, &part, 0) == CURLUE_OK, let part else {
      return false
    }
    defer { curl_free(part) }
    let raw = String(cString: part)
    if raw == hop.host { return true }
    let host = raw.lowercased().filter { $0 != "[" && $0 != "]" }
    if host == hop.host { return true }
    guard let address = NumericHost.address(host) else { return false }
    return address == hop.address
  }
}

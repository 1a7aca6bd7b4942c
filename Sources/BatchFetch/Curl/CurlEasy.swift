internal import CCurl

/// The one owner of an easy handle.
///
/// It must be gone before its multi handle is ("remove each easy handle, then clean them up, then
/// the multi handle", https://curl.se/libcurl/c/curl_multi_cleanup.html).
struct CurlEasy: ~Copyable {
  let handle: UnsafeMutableRawPointer

  init?() {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
  }

  deinit {
    curl_easy_cleanup(handle)
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
  }

  /// A time in seconds; curl counts microseconds.
  func seconds(_ info: CURLINFO) -> Double {
    var value: curl_off_t = 0
    return ccurl_get_offset(handle, info, &value) == CURLE_OK ? Double(value) / 1_000_000 : 0
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard ccurl_get_text(handle, info, &value) == CURLE_OK, let value, value.pointee != 0
    else { return nil }
    return String(cString: value)
  }

  /// The cookies it holds, a line each in the format of Netscape's cookie files.
  var cookies: CurlList { CurlList(owning: ccurl_get_cookies(handle)) }
}

/// The one owner of a list of texts for curl.
final class CurlList {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init(_ texts: [String] = []) {
    for text in texts { append(text) }
  }

  /// Takes over a list that curl has made.
  init(owning list: UnsafeMutablePointer<curl_slist>?) {
    pointer = list
  }

  var texts: [String] {
    var texts: [String] = []
    var next = pointer
    while let node = next {
      if let text = node.pointee.data { texts.append(String(cString: text)) }
      next = node.pointee.next
    }
    return texts
  }

  func append(_ text: String) {
    // The list stays as it was when memory runs out.
    pointer = curl_slist_append(pointer, text) ?? pointer
  }

  deinit {
    curl_slist_free_all(pointer)
  }
}

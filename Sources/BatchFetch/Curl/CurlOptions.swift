internal import CCurl

/// Sets every option of an easy handle; no other file does.
struct CurlOptions {
  private let headers: CurlList
  private let settings: FetchSettings

  init(_ settings: FetchSettings) {
    self.settings = settings
    headers = CurlList(CurlOptions.headerLines(settings))
  }

  /// The request headers of a device (T4), each replaced by an extra header of the same name.
  static func headerLines(_ settings: FetchSettings) -> [String] {
    let own = [
      ("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate, br"),
      ("Accept-Language", settings.acceptLanguage), ("User-Agent", settings.userAgent),
    ]
    let replaced = Set(settings.extraHeaders.map { $0.name.lowercased() })
    let kept = own.filter { !replaced.contains($0.0.lowercased()) }
    return (kept + settings.extraHeaders.map { ($0.name, $0.value) }).map { name, value in
      // curl's spelling of a header without a value.
      value.isEmpty ? "\(name);" : "\(name): \(value)"
    }
  }

  private static let constants: [(option: CURLoption, value: Int)] = [
    (CURLOPT_NOSIGNAL, 1),
    // Larger buffers lose when each piece is written through.
    (CURLOPT_BUFFERSIZE, 16 << 10),
    // Redirects are walked by the engine, one hop at a time.
    (CURLOPT_FOLLOWLOCATION, 0),
    // Decoded by the engine: curl reports success for a coded body cut short.
    (CURLOPT_HTTP_CONTENT_DECODING, 0),
    // U4: dot segments go out as they are.
    (CURLOPT_PATH_AS_IS, 1),
    // "-1 to keep entries forever": the engine keeps them bounded itself, and curl's sweep after
    // each transfer falls away.
    (CURLOPT_DNS_CACHE_TIMEOUT, -1),
    (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    (CURLOPT_SSL_VERIFYPEER, 1),
    (CURLOPT_SSL_VERIFYHOST, 2),
  ]

  /// Sets what never changes; `user` is what the callbacks are given.
  func setConstants(_ easy: borrowing CurlEasy, user: UnsafeMutableRawPointer, epoll: Epoll) {
    for (option, value) in CurlOptions.constants { ccurl_set_long(easy.handle, option, value) }
    ccurl_set_text(easy.handle, CURLOPT_PROTOCOLS_STR, "http,https")
    // Without retries every request is the last one allowed, and rides on no old connection.
    if settings.retries == 0 { ccurl_set_long(easy.handle, CURLOPT_FORBID_REUSE, 1) }
    // The certificate store is set in the context callback; curl would parse its own for each
    // connection as long as a folder is set.
    ccurl_set_text(easy.handle, CURLOPT_CAINFO, nil)
    ccurl_set_text(easy.handle, CURLOPT_CAPATH, nil)
    // An empty name switches cookies on and reads none.
    ccurl_set_text(easy.handle, CURLOPT_COOKIEFILE, "")
    ccurl_set_text(easy.handle, CURLOPT_PROXY, "")
    ccurl_set_pointer(easy.handle, CURLOPT_PRIVATE, user)
    ccurl_set_pointer(easy.handle, CURLOPT_WRITEDATA, user)
    ccurl_set_pointer(easy.handle, CURLOPT_HEADERDATA, user)
    ccurl_set_pointer(easy.handle, CURLOPT_OPENSOCKETDATA, user)
    ccurl_set_pointer(easy.handle, CURLOPT_PREREQDATA, user)
    ccurl_set_pointer(easy.handle, CURLOPT_SSL_CTX_DATA, user)
    ccurl_set_data(easy.handle, CURLOPT_WRITEFUNCTION, TransferCallbacks.body)
    ccurl_set_data(easy.handle, CURLOPT_HEADERFUNCTION, TransferCallbacks.header)
    ccurl_set_open_socket(easy.handle, TransferCallbacks.openSocket)
    // Connections outlive their transfers: epoll outlives both.
    ccurl_set_pointer(
      easy.handle, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(epoll).toOpaque())
    ccurl_set_close_socket(easy.handle, TransferCallbacks.closeSocket)
    ccurl_set_prerequest(easy.handle, TransferCallbacks.ready)
    ccurl_set_ssl_context(easy.handle, TransferCallbacks.tlsContext)
  }

  /// What one hop needs.
  struct Hop {
    var url: String
    /// Lines for curl's table of names; the lists live as long as the transfer.
    var resolve: CurlList?
    var connectTo: CurlList?
    /// The request's headers where they are not those of every request; lives as long.
    var headers: CurlList?
    /// Not a connection that was used before.
    var fresh: Bool
    var isSecure: Bool
    /// Rather waits for a connection on its way, in case it speaks HTTP/2, than opens another.
    var waitsForHTTP2: Bool
    /// `nil` leaves the proxy as it is.
    var proxy: String?
    /// Descriptors are short: no connection is kept, and those that idle are closed.
    var sparesDescriptors = false
  }

  func set(_ easy: borrowing CurlEasy, hop: Hop) {
    ccurl_set_text(easy.handle, CURLOPT_URL, hop.url)
    ccurl_set_list(easy.handle, CURLOPT_RESOLVE, hop.resolve?.pointer)
    ccurl_set_list(easy.handle, CURLOPT_CONNECT_TO, hop.connectTo?.pointer)
    ccurl_set_list(easy.handle, CURLOPT_HTTPHEADER, (hop.headers ?? headers).pointer)
    ccurl_set_long(easy.handle, CURLOPT_FRESH_CONNECT, hop.fresh ? 1 : 0)
    // Over plain HTTP curl would wait for the first answer to learn that there is no HTTP/2.
    ccurl_set_long(
      easy.handle, CURLOPT_HTTP_VERSION,
      hop.isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    ccurl_set_long(easy.handle, CURLOPT_PIPEWAIT, hop.waitsForHTTP2 ? 1 : 0)
    if let proxy = hop.proxy { ccurl_set_text(easy.handle, CURLOPT_PROXY, proxy) }
    if hop.sparesDescriptors {
      ccurl_set_long(easy.handle, CURLOPT_FORBID_REUSE, 1)
      // "The maximum time in seconds that you allow an existing idle connection to have".
      ccurl_set_long(easy.handle, CURLOPT_MAXAGE_CONN, 0)
    }
  }

  /// The headers of every request, and those that ask only for what has changed.
  func headers(with validators: Validators) -> CurlList {
    CurlList(CurlOptions.headerLines(settings) + validators.lines)
  }

  func setErrorBuffer(_ easy: borrowing CurlEasy, _ buffer: UnsafeMutablePointer<CChar>?) {
    ccurl_set_pointer(easy.handle, CURLOPT_ERRORBUFFER, buffer)
  }

  /// Hands the cookies of a chain from one handle to the next.
  func copyCookies(from old: borrowing CurlEasy, to new: borrowing CurlEasy) {
    for line in old.cookies.texts { ccurl_set_text(new.handle, CURLOPT_COOKIELIST, line) }
  }
}

internal import CCurl

/// The one owner of a multi handle, driven by what epoll sees.
final class CurlMulti {
  private let handle: UnsafeMutableRawPointer
  private let epoll: Epoll
  /// When curl wants to be called though no socket is ready.
  private(set) var timerDue: Moment?

  init(epoll: Epoll, idleConnections: Int) throws(BatchFetcherError) {
    guard let handle = curl_multi_init() else {
      throw BatchFetcherError(code: .systemExhausted, detail: "libcurl has no memory to start.")
    }
    self.handle = handle
    self.epoll = epoll
    let user = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_set_socket(
      handle,
      { _, socket, what, user, _ in
        guard let user else { return 0 }
        Unmanaged<CurlMulti>.fromOpaque(user).takeUnretainedValue().watch(socket, what)
        return 0
      }, user)
    ccurl_multi_set_timer(
      handle,
      { _, milliseconds, user in
        guard let user else { return 0 }
        let multi = Unmanaged<CurlMulti>.fromOpaque(user).takeUnretainedValue()
        multi.timerDue = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
        return 0
      }, user)
    // "When the cache is full, curl closes the oldest": about the number of hosts.
    ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, idleConnections)
  }

  deinit {
    curl_multi_cleanup(handle)
  }

  private func watch(_ socket: curl_socket_t, _ what: Int32) {
    var wanted: Epoll.Directions = []
    if what == CURL_POLL_IN || what == CURL_POLL_INOUT { wanted.insert(.reading) }
    if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { wanted.insert(.writing) }
    epoll.watch(socket, kind: .curl, for: wanted)
  }

  /// Starts a transfer whose options are set; answers whether curl took it.
  func add(_ easy: borrowing CurlEasy) -> Bool {
    curl_multi_add_handle(handle, easy.handle) == CURLM_OK
  }

  /// Ends a transfer, finished or not; never called from a callback.
  func remove(_ easy: borrowing CurlEasy) {
    curl_multi_remove_handle(handle, easy.handle)
  }

  /// A socket is ready.
  func process(_ socket: Int32, _ directions: Epoll.Directions) {
    var what: Int32 = 0
    if directions.contains(.reading) { what |= CURL_CSELECT_IN }
    if directions.contains(.writing) { what |= CURL_CSELECT_OUT }
    if directions.contains(.failed) { what |= CURL_CSELECT_ERR }
    var running: Int32 = 0
    curl_multi_socket_action(handle, socket, what, &running)
  }

  /// Lets curl do what is due by its clock; answers whether anything was.
  func processTimer(_ now: Moment) -> Bool {
    guard let due = timerDue, due <= now else { return false }
    kick()
    return true
  }

  /// Lets curl look at everything that was added.
  func kick() {
    timerDue = nil
    var running: Int32 = 0
    curl_multi_socket_action(handle, CURL_SOCKET_TIMEOUT, 0, &running)
  }

  /// Takes the next finished transfer: its easy handle and curl's code.
  func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    guard ccurl_multi_finished(handle, &easy, &code) != 0, let easy else { return nil }
    return (easy, code)
  }
}

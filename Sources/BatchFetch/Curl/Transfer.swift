internal import CCurl
internal import InternetAddress

/// One easy handle and what it receives: the state of the hop under way.
///
/// Confined to the loop's thread, like everything that curl calls back.
final class Transfer {
  /// Why no more of an answer was read.
  enum Stop {
    case redirectBody
    case malformedHead(ResponseHead.Fault)
    case unknownCoding(String)
    case corruptCoding
    case tooLarge
    case localFault(TemporaryFile.Fault)
  }

  /// A redirect's body up to this size is read, so that its connection can be used again.
  static let longestRedirectBody = 64 << 10

  private(set) var easy: CurlEasy
  let shared: TransferShared
  /// The job that uses the handle; the loop's bookkeeping.
  var job: LoopState.JobID?
  /// Whether curl has the handle.
  var isAdded = false

  private(set) var head: ResponseHead
  private(set) var sink: BodySink
  private(set) var decoder: BodyDecoder?
  private(set) var stop: Stop?
  /// Where a redirect leads, once its head is complete.
  private(set) var redirectTarget: String?
  private(set) var wireBytes = 0
  private(set) var hop: HopURL
  /// The operator named the peer: a detour or a proxy, whose address is not checked.
  private(set) var isExempt = false
  private(set) var usesProxy = false
  /// The request was about to be sent: a connection stands.
  private(set) var isConnected = false
  /// That connection had served others before.
  private(set) var isOnOldConnection = false
  /// curl wanted to send the request again by itself, which is ours to decide and to count.
  private(set) var wantedToRepeat = false
  private var hasOpenedSocket = false
  private(set) var refusedAddress: IPAddress?
  private(set) var socketFault: Int32?
  private(set) var tls: Trail.TLS?
  var handshake = Handshake()
  private var hasCookies = false
  /// The handle has carried a hop.
  private var isUsed = false

  private var lists: [CurlList] = []
  private let errorBuffer = UnsafeMutableBufferPointer<CChar>.allocate(
    capacity: Int(CURL_ERROR_SIZE))

  init?(_ shared: TransferShared, hop: HopURL) {
    guard let easy = CurlEasy() else {
      errorBuffer.deallocate()
      return nil
    }
    self.easy = easy
    self.shared = shared
    self.hop = hop
    head = ResponseHead(limit: shared.headerLimit)
    sink = BodySink(shared.limits, digest: shared.newDigest())
    errorBuffer.initialize(repeating: 0)
    setUp(self.easy)
  }

  private func setUp(_ fresh: borrowing CurlEasy) {
    shared.options.setConstants(
      fresh, user: Unmanaged.passUnretained(self).toOpaque(), epoll: shared.epoll)
    shared.options.setErrorBuffer(fresh, errorBuffer.baseAddress)
  }

  /// Takes a new handle for each hop, with the cookies of its chain; false without memory.
  ///
  /// libcurl 7.88 writes through a pointer to the freed header lines of the transfer before when
  /// an answer begins with a folded line (https://github.com/curl/curl/pull/11103).
  func renewHandle() -> Bool {
    guard isUsed else {
      isUsed = true
      return true
    }
    guard let fresh = CurlEasy() else { return false }
    setUp(fresh)
    if hasCookies { shared.options.copyCookies(from: easy, to: fresh) }
    easy = fresh
    return true
  }

  deinit {
    shared.options.setErrorBuffer(easy, nil)
    errorBuffer.deallocate()
  }

  /// Forgets the last hop and sets curl up for the next.
  func prepare(_ next: HopURL, options: CurlOptions.Hop, isExempt: Bool, usesProxy: Bool) {
    hop = next
    self.isExempt = isExempt
    self.usesProxy = usesProxy
    head = ResponseHead(limit: shared.headerLimit)
    sink = BodySink(shared.limits, digest: shared.newDigest())
    decoder = nil
    stop = nil
    redirectTarget = nil
    wireBytes = 0
    isConnected = false
    isOnOldConnection = false
    wantedToRepeat = false
    hasOpenedSocket = false
    refusedAddress = nil
    socketFault = nil
    tls = nil
    handshake = Handshake(offersWeak: handshake.offersWeak)
    errorBuffer.first.map { _ in errorBuffer[0] = 0 }
    lists = [options.resolve, options.connectTo, options.headers].compactMap { $0 }
    shared.options.set(easy, hop: options)
  }

  /// Whether the hop found a connection, or is opening one.
  var hasOwnConnection: Bool { isConnected || hasOpenedSocket }

  /// Forgets the chain, so that another job can use the handle.
  func recycle() {
    job = nil
    handshake = Handshake()
    hasCookies = false
  }

  /// What curl says of a failure.
  var errorText: String? {
    guard let base = errorBuffer.baseAddress, base.pointee != 0 else { return nil }
    return String(cString: base)
  }

  /// Reads a line of the head; answers whether to go on.
  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    if head.read(line) { completeHead() }
    if head.setsCookie { hasCookies = true }
    if let fault = head.fault, stop == nil { stop = .malformedHead(fault) }
    return stop == nil
  }

  private func completeHead() {
    if Redirect.followed.contains(head.status) {
      redirectTarget = Redirect.target(location: head.headers.location, base: hop.text)
      if redirectTarget != nil {
        shared.redirecting.append(self)
        return
      }
    }
    // "A 304 response is terminated by the end of the header section" (RFC 9110, section 15.4.5).
    if head.status == 304 { return }
    guard let codings = ContentCoding.chain(head.headers.contentEncoding) else { return }
    if codings.isEmpty {
      sink.expect(head.headers.contentLength ?? 0)
    } else {
      decoder = BodyDecoder(codings)
    }
  }

  /// Reads a piece of the body; answers whether to go on.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    wireBytes += bytes.count
    shared.wireBytes += bytes.count
    if redirectTarget != nil {
      if wireBytes > Transfer.longestRedirectBody { stop = .redirectBody }
      return stop == nil
    }
    guard let decoder else { return receivePlain(bytes) }
    let step = decoder.decode(bytes) { [self] piece in store(piece) ? .ready : .refused }
    if step == .corrupt { stop = .corruptCoding }
    return step == .ready
  }

  private func receivePlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let coding = head.headers.contentEncoding, ContentCoding.chain(coding) == nil {
      stop = .unknownCoding(coding)
      return false
    }
    return store(bytes)
  }

  private func store(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(BodySink.Stop) {
      try sink.take(bytes)
      return true
    } catch {
      switch error {
      case .tooLarge: stop = .tooLarge
      case .fault(let fault): stop = .localFault(fault)
      }
      return false
    }
  }

  /// What the handshake agreed on, noted also when it fails afterwards.
  func note(tls facts: Trail.TLS) {
    tls = facts
  }

  /// Requests of this hop that went out.
  var requestCount: Int { isConnected ? 1 : 0 }

  /// The connection stands and the request is about to go out; answers whether it may.
  func becomeReady() -> Bool {
    if isConnected {
      wantedToRepeat = true
      return false
    }
    isConnected = true
    isOnOldConnection = easy.long(CURLINFO_NUM_CONNECTS) == 0
    shared.requests += 1
    guard hop.isSecure, let session = ccurl_get_tls(easy.handle) else { return true }
    tls = TLSFacts.read(OpaquePointer(session))
    return true
  }

  /// Opens a socket unless its address is not permitted: the last check, beside that of the names.
  func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    if !isExempt {
      var bytes: [UInt8] = Array(repeating: 0, count: 16)
      let width = ccurl_address(address, &bytes)
      guard let peer = IPAddress(bytes: bytes.prefix(Int(width))),
        shared.addressPolicy.permits(peer)
      else {
        refusedAddress = IPAddress(bytes: bytes.prefix(Int(width)))
        return -1
      }
    }
    var number: Int32 = 0
    let opened = ccurl_open_socket(address, &number)
    if opened < 0 { socketFault = number } else { hasOpenedSocket = true }
    return opened
  }
}

internal import CCurl
internal import Glibc

/// How one hop ended.
enum HopOutcome {
  /// It leads on to `Transfer.redirectTarget`.
  case redirect
  case answer(Download)
  case failure(FetchFailure)
  /// An old connection was used at the wrong moment: at once once more, on a fresh one.
  case repeatFresh
  /// The device's TLS offer was turned down: once more to learn why.
  case repeatWeak
}

extension Transfer {
  /// Judges the end of a hop: what we saw ourselves first, then what curl says.
  func outcome(_ code: CURLcode, mayRepeatFresh: Bool, mayRepeatWeak: Bool) -> HopOutcome {
    if case .malformedHead(let fault) = stop { return .failure(malformed(fault)) }
    if head.isComplete, redirectTarget != nil { return .redirect }
    if mayRepeatFresh, wasStale(code) { return .repeatFresh }
    if let failure = ownStop() ?? peerFailure(code) { return .failure(failure) }
    if code != CURLE_OK {
      if mayRepeatWeak, handshake.wasTurnedDown { return .repeatWeak }
      return .failure(curlFailure(code))
    }
    return finished()
  }

  /// A 408 that was sent before we asked, or a connection that was closed just as it was used.
  ///
  /// The reset of one stream is the server's word on this very request, and no sign of age.
  private func wasStale(_ code: CURLcode) -> Bool {
    guard isOnOldConnection else { return false }
    if head.status == 408 { return true }
    return code != CURLE_OK && code != CURLE_HTTP2_STREAM && !head.hasBegun && stop == nil
  }

  /// Why we ourselves stopped reading.
  private func ownStop() -> FetchFailure? {
    switch stop {
    case nil, .redirectBody, .malformedHead: nil
    case .unknownCoding(let coding):
      failure(.contentDecodingFailed, "The content coding '\(coding)' is not one a device undoes.")
    case .corruptCoding:
      failure(.contentDecodingFailed, "The body is not what its content coding says.")
    case .tooLarge: failure(.tooLarge, "The body is longer than the limit.")
    case .localFault(let fault):
      failure(.localFault, fault.description, cause: "errno \(fault.number)")
    }
  }

  /// Addresses, sockets, TLS and proxies: seen by the callbacks, not told by curl's code.
  private func peerFailure(_ code: CURLcode) -> FetchFailure? {
    if code != CURLE_OK, let socketFault, !isConnected { return .noSocket(socketFault) }
    if code != CURLE_OK, !isConnected, let refusedAddress {
      return failure(.addressNotPublic, "The host has the address \(refusedAddress).")
    }
    if code != CURLE_OK, let failure = tlsFailure() { return failure }
    guard usesProxy else { return nil }
    let connectStatus = easy.long(CURLINFO_HTTP_CONNECTCODE)
    let isRefused = head.status == 407 || connectStatus >= 300
    let isUnreachable =
      code == CURLE_PROXY || code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_COULDNT_CONNECT
      || code != CURLE_OK && !isConnected && connectStatus == 0
    guard isRefused || isUnreachable else { return nil }
    return failure(
      .proxyFailed, "The proxy refused or could not be reached.", cause: curlCause(code, errorText))
  }

  /// The verdict on the certificates, or the server's alert, which TLS 1.3 may send after its own
  /// end of the handshake (a client certificate wanted).
  private func tlsFailure() -> FetchFailure? {
    guard !head.hasBegun else { return nil }
    if let verdict = handshake.verdict, !isConnected { return verdict }
    guard let alert = handshake.fatalAlert, !handshake.wasTurnedDown else { return nil }
    return failure(
      .tlsFailed, "The TLS handshake was broken off.", cause: "TLS alert \(alert)")
  }

  private func curlFailure(_ code: CURLcode) -> FetchFailure {
    // A header line beyond curl's own limit comes out as a lack of memory.
    if code == CURLE_OUT_OF_MEMORY, isConnected, !head.isComplete {
      return failure(.badResponse, "A header line is too long.", cause: curlCause(code, nil))
    }
    // curl's own list of header lines takes none without a colon, trailers included.
    if code == CURLE_BAD_FUNCTION_ARGUMENT, isConnected {
      return failure(
        .badResponse, "A header line has no name and value.", cause: curlCause(code, nil))
    }
    // Where curl repeats by itself the connection died, or HTTP/2 refused the stream.
    if wantedToRepeat, code == CURLE_ABORTED_BY_CALLBACK {
      return failure(
        .connectionLost, "The connection broke off before the answer was whole.",
        cause: "the stream was refused or nothing came back")
    }
    guard let meaning = CurlCodes.meaning(code) else {
      return failure(.localFault, "libcurl is newer than the engine's table of its codes.")
    }
    return failure(meaning.code, meaning.detail, cause: curlCause(code, errorText))
  }

  /// curl is content; whether the answer is whole is ours to prove (T7).
  private func finished() -> HopOutcome {
    guard head.isComplete else {
      return .failure(failure(.connectionLost, "The answer broke off within its head."))
    }
    if let decoder, !decoder.isComplete {
      return .failure(failure(.contentDecodingFailed, "The body breaks off within its coding."))
    }
    if Redirect.followed.contains(head.status) {
      return .failure(
        failure(.redirectWithoutTarget, "The redirect names no target that can be requested."))
    }
    return .answer(sink.download(status: head.status))
  }

  private func malformed(_ fault: ResponseHead.Fault) -> FetchFailure {
    switch fault {
    case .contradictoryLengths:
      failure(.badResponse, "The answer declares two different lengths.")
    case .tooLong: failure(.badResponse, "The head of the answer is longer than the limit.")
    }
  }

  private func failure(
    _ code: FetchFailure.Code, _ detail: String, cause: String? = nil
  ) -> FetchFailure {
    FetchFailure(
      code: code, detail: detail, cause: cause, partial: partial)
  }

  /// What has come of the body, once its head is complete.
  var partial: Download? { head.isComplete ? sink.download(status: head.status) : nil }

  /// Whether the other side said anything at all during this hop.
  var heardAnything: Bool {
    head.hasBegun || handshake.fatalAlert != nil
      || easy.long(CURLINFO_NUM_CONNECTS) > 0 && easy.seconds(CURLINFO_CONNECT_TIME_T) > 0
      || easy.long(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED)
  }

  /// Whether no packet could leave this machine towards the host.
  var foundNetworkUnreachable: Bool {
    [Int(ENETUNREACH), Int(ENETDOWN), Int(EADDRNOTAVAIL)].contains(easy.long(CURLINFO_OS_ERRNO))
  }

  /// Whether a request through a proxy was seen to get beyond it: the tunnel stands (which https
  /// needs before its connection counts), or an answer has begun.
  func reachedBeyondProxy(isSecure: Bool) -> Bool {
    head.hasBegun || (200..<300).contains(easy.long(CURLINFO_HTTP_CONNECTCODE))
      || isSecure && isConnected
  }

  /// Writes what the hop taught into the trail; `start` is the attempt's clock at its beginning.
  func record(in trail: inout Trail, start: Double) {
    if head.isComplete, !trail.hops.isEmpty {
      trail.hops[trail.hops.count - 1].status = head.status
      trail.headers = head.headers
      trail.httpVersion = head.version
    }
    trail.wireBytes = wireBytes
    trail.decodedBytes = sink.byteCount
    if easy.long(CURLINFO_NUM_CONNECTS) > 0 {
      let connected = easy.seconds(CURLINFO_CONNECT_TIME_T)
      let secured = easy.seconds(CURLINFO_APPCONNECT_TIME_T)
      trail.timing.connect += max(0, connected - easy.seconds(CURLINFO_NAMELOOKUP_TIME_T))
      trail.timing.tls += max(0, secured - connected)
    }
    let firstByte = easy.seconds(CURLINFO_STARTTRANSFER_TIME_T)
    trail.timing.firstByte = head.hasBegun ? start + firstByte : 0
    trail.remoteAddress = easy.text(CURLINFO_PRIMARY_IP) ?? trail.remoteAddress
    if let tls { trail.tls = tls }
  }
}

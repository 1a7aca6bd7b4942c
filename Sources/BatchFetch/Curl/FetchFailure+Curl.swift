internal import CCurl

/// The one table from curl's codes to ours, every code of libcurl 7.88 in it.
///
/// Codes that need more than themselves (TLS, proxy, our own stops) are judged before it is asked.
enum CurlCodes {
  /// What a code means.
  struct Meaning {
    var code: FetchFailure.Code
    var detail: String
  }

  static func meaning(_ code: CURLcode) -> Meaning? { table[code.rawValue] }

  private static let table: [UInt32: Meaning] = {
    var table: [UInt32: Meaning] = [:]
    for (code, detail, codes) in groups {
      for curlCode in codes { table[curlCode.rawValue] = Meaning(code: code, detail: detail) }
    }
    return table
  }()

  private static let groups: [(code: FetchFailure.Code, detail: String, codes: [CURLcode])] = [
    (.dnsNotFound, "The host's name has no address.", [CURLE_COULDNT_RESOLVE_HOST]),
    (.proxyFailed, "The proxy's name has no address.", [CURLE_COULDNT_RESOLVE_PROXY]),
    (.proxyFailed, "The proxy refused or broke off.", [CURLE_PROXY]),
    (.connectFailed, "No connection to the host could be opened.", [CURLE_COULDNT_CONNECT]),
    (.connectFailed, "The local end of the connection failed.", [CURLE_INTERFACE_FAILED]),
    (.tlsUntrusted, "The server's certificate is not trusted.", [CURLE_PEER_FAILED_VERIFICATION]),
    (
      .tlsFailed, "The TLS handshake failed.",
      [
        CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED, CURLE_QUIC_CONNECT_ERROR,
      ]
    ),
    (
      .connectionLost, "The connection broke off before the answer was whole.",
      [
        CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
        CURLE_HTTP2_STREAM, CURLE_HTTP3, CURLE_SEND_FAIL_REWIND,
      ]
    ),
    (
      .badResponse, "The answer is no proper HTTP.",
      [
        CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_CHUNK_FAILED,
        CURLE_HTTP_RETURNED_ERROR, CURLE_RANGE_ERROR, CURLE_BAD_DOWNLOAD_RESUME,
      ]
    ),
    (.contentDecodingFailed, "The content coding is broken.", [CURLE_BAD_CONTENT_ENCODING]),
    (.tooManyRedirects, "The redirects did not end.", [CURLE_TOO_MANY_REDIRECTS]),
    (.tooSlow, "The time was up.", [CURLE_OPERATION_TIMEDOUT]),
    (.tooLarge, "The body is longer than the limit.", [CURLE_FILESIZE_EXCEEDED]),
    (.badResponse, "The URL is none that can be requested.", [CURLE_URL_MALFORMAT]),
    (
      .localFault, "This machine ran out of memory, disk or descriptors.",
      [
        CURLE_OUT_OF_MEMORY, CURLE_WRITE_ERROR, CURLE_READ_ERROR, CURLE_FILE_COULDNT_READ_FILE,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      ]
    ),
    (
      .localFault, "libcurl and the engine do not fit together.",
      [
        CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_FUNCTION_NOT_FOUND,
        CURLE_ABORTED_BY_CALLBACK, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION,
        CURLE_SETOPT_OPTION_SYNTAX, CURLE_AGAIN, CURLE_NO_CONNECTION_AVAILABLE,
        CURLE_RECURSIVE_API_CALL, CURLE_UNRECOVERABLE_POLL, CURLE_AUTH_ERROR,
        CURLE_LOGIN_DENIED, CURLE_REMOTE_ACCESS_DENIED, CURLE_OBSOLETE20,
        CURLE_OBSOLETE24, CURLE_OBSOLETE29, CURLE_OBSOLETE32, CURLE_OBSOLETE40, CURLE_OBSOLETE44,
        CURLE_OBSOLETE46, CURLE_OBSOLETE50, CURLE_OBSOLETE51, CURLE_OBSOLETE57,
        CURLE_OBSOLETE62, CURLE_OBSOLETE75, CURLE_OBSOLETE76,
      ]
    ),
    (
      .localFault, "A protocol that the engine never speaks.",
      [
        CURLE_FTP_ACCEPT_FAILED, CURLE_FTP_WEIRD_PASS_REPLY, CURLE_FTP_ACCEPT_TIMEOUT,
        CURLE_FTP_WEIRD_PASV_REPLY, CURLE_FTP_WEIRD_227_FORMAT, CURLE_FTP_CANT_GET_HOST,
        CURLE_FTP_COULDNT_SET_TYPE, CURLE_FTP_COULDNT_RETR_FILE, CURLE_QUOTE_ERROR,
        CURLE_UPLOAD_FAILED, CURLE_FTP_PORT_FAILED, CURLE_FTP_COULDNT_USE_REST,
        CURLE_HTTP_POST_ERROR, CURLE_LDAP_CANNOT_BIND, CURLE_LDAP_SEARCH_FAILED,
        CURLE_TFTP_NOTFOUND, CURLE_TFTP_PERM, CURLE_REMOTE_DISK_FULL, CURLE_TFTP_ILLEGAL,
        CURLE_TFTP_UNKNOWNID, CURLE_REMOTE_FILE_EXISTS, CURLE_TFTP_NOSUCHUSER,
        CURLE_REMOTE_FILE_NOT_FOUND, CURLE_SSH, CURLE_FTP_PRET_FAILED, CURLE_RTSP_CSEQ_ERROR,
        CURLE_RTSP_SESSION_ERROR, CURLE_FTP_BAD_FILE_LIST,
      ]
    ),
  ]
}

/// curl's name and number of a code, for the cause of a failure.
func curlCause(_ code: CURLcode, _ text: String?) -> String {
  "curl \(code.rawValue): \(text ?? String(cString: curl_easy_strerror(code)))"
}

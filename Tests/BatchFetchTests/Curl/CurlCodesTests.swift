import CCurl
import Testing

@testable import BatchFetch

@Suite struct CurlCodesTests {
  @Test("Every code of libcurl has a meaning, success has none")
  func everyCode() {
    for code in 1..<CURL_LAST.rawValue {
      #expect(CurlCodes.meaning(CURLcode(rawValue: code)) != nil, "curl code \(code)")
    }
    #expect(CurlCodes.meaning(CURLE_OK) == nil)
    #expect(CurlCodes.meaning(CURL_LAST) == nil)
  }

  @Test(
    "The codes that a server can cause mean what they say",
    arguments: [
      (CURLE_COULDNT_CONNECT, FetchFailure.Code.connectFailed),
      (CURLE_GOT_NOTHING, .connectionLost),
      (CURLE_PARTIAL_FILE, .connectionLost), (CURLE_RECV_ERROR, .connectionLost),
      (CURLE_HTTP2_STREAM, .connectionLost), (CURLE_WEIRD_SERVER_REPLY, .badResponse),
      (CURLE_UNSUPPORTED_PROTOCOL, .badResponse), (CURLE_SSL_CONNECT_ERROR, .tlsFailed),
      (CURLE_PEER_FAILED_VERIFICATION, .tlsUntrusted), (CURLE_PROXY, .proxyFailed),
      (CURLE_OPERATION_TIMEDOUT, .tooSlow), (CURLE_OUT_OF_MEMORY, .localFault),
    ])
  func meanings(code: CURLcode, expected: FetchFailure.Code) {
    #expect(CurlCodes.meaning(code)?.code == expected)
  }
}

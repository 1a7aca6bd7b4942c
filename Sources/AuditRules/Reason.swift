/// Why a payload has its outcome: one closed word per cause, in the order in which they stop it.
///
/// The order of the cases is the order of the contract: it decides ties wherever reasons are ranked.
public enum Reason: String, Sendable, CaseIterable {
  case ok
  // Payload.
  case invalidUTF8 = "invalid_utf8"
  case invalidJSON = "invalid_json"
  case notAnObject = "not_an_object"
  case lineTooLong = "line_too_long"
  case profileUnknown = "profile_unknown"
  case payloadTooLarge = "payload_too_large"
  case noVisibleText = "no_visible_text"
  case pushTypeNotAlert = "push_type_not_alert"
  case mutableContentOff = "mutable_content_off"
  case vendorKeyMissing = "vendor_key_missing"
  case noMediaURL = "no_media_url"
  case mediaURLEmpty = "media_url_empty"
  case mediaURLNotText = "media_url_not_text"
  // URL.
  case urlUnparsable = "url_unparsable"
  case urlRelative = "url_relative"
  case templateNotFilled = "template_not_filled"
  case urlSchemeUnsupported = "url_scheme_unsupported"
  case urlIsLocalFile = "url_is_local_file"
  case urlIsData = "url_is_data"
  case urlNoHost = "url_no_host"
  // Policy.
  case httpNotSecure = "http_not_secure"
  case ipAddressHost = "ip_address_host"
  case addressNotPublic = "address_not_public"
  // Network.
  case dnsNotFound = "dns_not_found"
  case dnsFailure = "dns_failure"
  case connectFailed = "connect_failed"
  case tlsUntrusted = "tls_untrusted"
  case tlsIncompleteChain = "tls_incomplete_chain"
  case tlsExpired = "tls_expired"
  case tlsWrongHost = "tls_wrong_host"
  case tlsTooOld = "tls_too_old"
  case tlsWeak = "tls_weak"
  case tlsFailed = "tls_failed"
  case connectionLost = "connection_lost"
  case badResponse = "bad_response"
  case contentDecodingFailed = "content_decoding_failed"
  case tooManyRedirects = "too_many_redirects"
  case redirectNotSecure = "redirect_not_secure"
  case redirectSchemeUnsupported = "redirect_scheme_unsupported"
  case redirectWithoutTarget = "redirect_without_target"
  case tooSlow = "too_slow"
  case rateLimited = "rate_limited"
  case proxyFailed = "proxy_failed"
  case auditOffline = "audit_offline"
  // HTTP.
  case httpStatus = "http_status"
  // Rename.
  case nameMissing = "name_missing"
  case nameHasSlash = "name_has_slash"
  case nameTooLong = "name_too_long"
  case nameInvalid = "name_invalid"
  // Attachment.
  case typeNotRecognised = "type_not_recognised"
  case typeNotSupported = "type_not_supported"
  case tooLarge = "too_large"
  // Bytes.
  case emptyBody = "empty_body"
  case notMedia = "not_media"
  case wrongFamily = "wrong_family"
  case undecodable
  // Tool.
  case notChecked = "not_checked"
}

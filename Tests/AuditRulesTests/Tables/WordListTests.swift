import Testing

@testable import AuditRules

/// The closed lists of the contract, word for word and in its order.
@Suite("Closed lists")
struct WordListTests {
  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test("Reasons stand in the order in which they stop the extension")
  func reasons() {
    #expect(
      Reason.allCases.map(\.rawValue)
        == Self.words(
          """
          ok
          invalid_utf8 invalid_json not_an_object line_too_long profile_unknown payload_too_large
          no_visible_text push_type_not_alert mutable_content_off vendor_key_missing no_media_url
          media_url_empty media_url_not_text
          url_unparsable url_relative template_not_filled url_scheme_unsupported url_is_local_file
          url_is_data url_no_host
          http_not_secure ip_address_host address_not_public
          dns_not_found dns_failure connect_failed tls_untrusted tls_incomplete_chain tls_expired
          tls_wrong_host tls_too_old tls_weak tls_failed connection_lost bad_response
          content_decoding_failed too_many_redirects redirect_not_secure redirect_scheme_unsupported
          redirect_without_target too_slow rate_limited proxy_failed audit_offline
          http_status
          name_missing name_has_slash name_too_long name_invalid
          type_not_recognised type_not_supported too_large
          empty_body not_media wrong_family undecodable
          not_checked
          """))
  }

  @Test("Warnings stand in alphabetical order")
  func warnings() {
    #expect(
      Warning.allCases.map(\.name)
        == Self.words(
          """
          alt_empty alt_missing alt_replaces_body certificate_expires_soon duplicate_key error_status
          flaky media_key_misplaced media_partly_lost mutable_content_misplaced mutable_content_not_number
          near_size_limit needs_fast_network negotiated_type payload_near_limit rarely_plays
          redirected revalidated served_as_other_type slow template_not_filled truncated
          type_mismatch uncertain undocumented_type unrecognised_bytes url_double_encoded url_expires
          """))
  }

  @Test("Outcomes, ways and profiles")
  func others() {
    #expect(
      Outcome.allCases.map(\.rawValue)
        == Self.words("media blank alt_text original not_shown unknown invalid"))
    #expect(Via.allCases.map(\.rawValue) == Self.words("handler expiry crash no_extension"))
    #expect(
      ProfileTable.base.map { "\($0.id): \($0.describedKeys)" } == [
        "sfmc-swift: _mediaUrl, _mediaAlt", "sfmc-swift-2017: _mediaUrl, _mediaAlt",
        "sfmc-objc: _mediaUrl, _mediaAlt", "sfmc-sdk-swift: _mediaUrl",
        "sfmc-sdk-objc: _mediaUrl", "mapp: ios_apx_media",
      ])
  }
}

/// What a fault of the fetch means for the device (sections T and W).
enum FailureClass: Sendable {
  /// The URL session calls back with an error.
  case transport
  /// The same, but an Apple device may do better than the audit's own TLS library (T2).
  case presumedTransport
  /// T6.
  case slow
  /// T3: the redirect itself is the final answer.
  case status
  /// T7b: the body is longer than any family allows.
  case size
  /// The audit could not find out; the device's answer is open.
  case notKnown

  init(_ reason: Reason) { self = Self.table[reason] ?? .transport }

  /// Everything that is not named is a transport error.
  private static let table: [Reason: FailureClass] = [
    .tlsIncompleteChain: .presumedTransport,
    .tooSlow: .slow,
    .redirectWithoutTarget: .status,
    .httpStatus: .status,
    .tooLarge: .size,
    .addressNotPublic: .notKnown,
    .rateLimited: .notKnown,
    .proxyFailed: .notKnown,
    .auditOffline: .notKnown,
    .notChecked: .notKnown,
  ]
}

internal import AuditRules

extension MediaFacts {
  /// Whether the same request may end otherwise when it is made again: transient faults (T9) and
  /// ends that are our own side's.
  var mayPass: Bool {
    if let failure { return Self.passingFailures.contains(failure) }
    return httpStatus.map(Self.passingStatuses.contains) ?? true
  }

  static let passingFailures: Set<Reason> = [
    .dnsFailure, .connectFailed, .connectionLost, .tlsFailed, .tooSlow, .rateLimited,
    .proxyFailed, .auditOffline, .notChecked,
  ]
  static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
}

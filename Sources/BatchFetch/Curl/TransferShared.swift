internal import InternetAddress

/// What all transfers of a loop share.
final class TransferShared {
  let options: CurlOptions
  let limits: BodySink.Limits
  let headerLimit: Int
  let addressPolicy: AddressPolicy
  let trust: TrustStore
  let epoll: Epoll
  private let digests: DigestThread
  private var streams = 0
  /// Transfers whose answer is a redirect, since the loop last looked.
  var redirecting: [Transfer] = []
  /// Totals for the counters.
  var wireBytes = 0
  var requests = 0

  init(_ settings: FetchSettings, trust: TrustStore, epoll: Epoll, digests: DigestThread) {
    self.epoll = epoll
    self.digests = digests
    options = CurlOptions(settings)
    limits = BodySink.Limits(settings)
    headerLimit = settings.headerLimit
    addressPolicy = settings.addressPolicy
    self.trust = trust
  }

  /// A new body's way to its digest.
  func newDigest() -> DigestStream {
    streams += 1
    return DigestStream(digests, number: streams)
  }
}

import Synchronization

/// Loaded cookies that wait for their next call, handed to one caller at a time.
///
/// A slot holds the address of an idle handle or zero. Taking and giving back are one atomic
/// exchange each, so that no lock is held and no task waits: a caller who finds the pool empty
/// opens a cookie of its own (0.1 ms), one who finds it full closes his.
final class CookiePool: Sendable {
  private final class Slot: Sendable {
    let address = Atomic<UInt>(0)
  }

  private let database: String
  private let slots: [Slot]

  /// Opens the first cookie, so that a bad database is known before any work begins.
  init(database: String, size: Int = 16) throws(MediaProbeError) {
    self.database = database
    slots = (0..<size).map { _ in Slot() }
    giveBack(try MagicCookie(database: database))
  }

  deinit {
    for slot in slots { _ = Self.cookie(in: slot) }
  }

  /// Lends a cookie to `body` for as long as it runs.
  func withCookie<Result>(
    _ body: (borrowing MagicCookie) -> Result
  ) throws(MediaProbeError) -> Result {
    let cookie = try take()
    let result = body(cookie)
    giveBack(cookie)
    return result
  }

  private func take() throws(MediaProbeError) -> MagicCookie {
    for slot in slots {
      if let idle = Self.cookie(in: slot) { return idle }
    }
    return try MagicCookie(database: database)
  }

  private func giveBack(_ cookie: consuming MagicCookie) {
    let handle = cookie.release()
    let address = UInt(bitPattern: handle)
    for slot in slots {
      let (stored, _) = slot.address.compareExchange(
        expected: 0, desired: address, ordering: .acquiringAndReleasing)
      if stored { return }
    }
    _ = MagicCookie(adopting: handle)
  }

  /// Empties the slot; nobody else can have seen what it held.
  private static func cookie(in slot: Slot) -> MagicCookie? {
    let address = slot.address.exchange(0, ordering: .acquiringAndReleasing)
    return OpaquePointer(bitPattern: address).map { MagicCookie(adopting: $0) }
  }
}

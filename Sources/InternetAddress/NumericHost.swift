/// Reads the host of a URL as a number wherever a resolver would.
public enum NumericHost {
  /// Whether a host, as UTF-8, has what every spelling of an address has: a digit in front or a colon.
  public static func mayBeAddress(_ host: ArraySlice<UInt8>) -> Bool {
    guard let first = host.first else { return false }
    return (48...57).contains(first) || host.contains(UInt8(ascii: ":"))
  }

  /// The address that a host spells, or `nil` when it is a name.
  ///
  /// `127.1`, `0x7f.0.0.1`, `2130706433` and `0177.0.0.1` are all `127.0.0.1`, as `inet_aton` reads
  /// them; `fe80::1%eth0` is `fe80::1`.
  public static func address(_ host: String) -> IPAddress? {
    if host.utf8.contains(UInt8(ascii: ":")) {
      return IPAddress(host.prefix { $0 != "%" })
    }
    guard let first = host.utf8.first, (48...57).contains(first) else { return nil }
    return looseV4(host).map { .v4($0) }
  }

  private static func looseV4(_ host: String) -> UInt32? {
    var rest = host.utf8[...]
    // The root's dot.
    if rest.count > 1, rest.last == UInt8(ascii: ".") { rest.removeLast() }
    var value: UInt64 = 0
    for place in 1...4 {
      let dot = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
      guard let number = looseNumber(rest[..<dot]) else { return nil }
      let isLast = dot == rest.endIndex
      // The last number fills all bytes that are left.
      let bits = UInt64(isLast ? 8 * (5 - place) : 8)
      guard number < 1 << bits else { return nil }
      value = value << bits | number
      if isLast { return UInt32(truncatingIfNeeded: value) }
      rest = rest[rest.index(after: dot)...]
    }
    return nil
  }

  /// Decimal, octal after `0`, hexadecimal after `0x`; `nil` also when it is too large.
  private static func looseNumber(_ digits: Substring.UTF8View) -> UInt64? {
    var rest = digits
    guard let first = rest.first, (48...57).contains(first) else { return nil }
    var base: UInt64 = 10
    if first == 48, rest.count > 1 {
      rest.removeFirst()
      base = 8
      if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
        // glibc reads a bare "0x" as 0.
        rest.removeFirst()
        base = 16
      }
    }
    var value: UInt64 = 0
    for byte in rest {
      let digit: UInt64
      switch byte {
      case 48...57: digit = UInt64(byte - 48)
      case 65...70, 97...102: digit = UInt64((byte | 0x20) - 87)
      default: return nil
      }
      guard digit < base else { return nil }
      value = value * base + digit
      guard value < 1 << 40 else { return nil }
    }
    return value
  }
}

/// Reads the host of a URL as a number wherever a resolver would.
public enum NumericHost {
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
    var parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard (1...4).contains(parts.count) else { return nil }
    var value: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = looseNumber(Array(part)) else { return nil }
      // The last number fills all bytes that are left.
      let bytes = index == parts.count - 1 ? 5 - parts.count : 1
      guard number < 1 << UInt64(8 * bytes) else { return nil }
      value = value << UInt64(8 * bytes) | number
    }
    return UInt32(truncatingIfNeeded: value)
  }

  /// Decimal, octal after `0`, hexadecimal after `0x`.
  private static func looseNumber(_ digits: [UInt8]) -> UInt64? {
    let text = String(decoding: digits, as: UTF8.self).lowercased()
    guard let first = text.utf8.first, (48...57).contains(first) else { return nil }
    if text.hasPrefix("0x") {
      let rest = text.dropFirst(2)
      // glibc reads a bare "0x" as 0.
      if rest.isEmpty { return 0 }
      guard rest.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      else { return nil }
      return UInt64(rest, radix: 16)
    }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return UInt64(text, radix: first == 48 && text.utf8.count > 1 ? 8 : 10)
  }
}

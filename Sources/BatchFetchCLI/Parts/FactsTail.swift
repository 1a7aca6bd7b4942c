internal import Glibc

/// The end of a file of facts: what its last line says of the plan, before the rest is read.
enum FactsTail {
  /// No end line is longer.
  private static let longest = 64 << 10

  /// The terms of the plan that the facts answer, where the file says them.
  static func terms(of path: String) -> PlanTerms {
    var status = stat()
    guard let descriptor = OpenDescriptor(reading: path),
      fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return .unstated }
    let size = UInt64(status.st_size)
    let length = min(size, UInt64(longest))
    guard let bytes = descriptor.read(at: size - length, length: Int(length)) else {
      return .unstated
    }
    let last = bytes.split(separator: 0x0A).last ?? []
    return FactsProof.Stated(last)?.terms ?? .unstated
  }
}

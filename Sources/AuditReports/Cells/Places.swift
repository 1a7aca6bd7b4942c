internal import AuditRules

// The case of an enumeration as an index of a plain array.
//
// "Fieldless enums … are laid out as a simple integer", and "case tags are assigned in declaration
// order" (Swift ABI, Type Layout): one byte that is the case's place in `allCases`. It is read
// millions of times a run, where a dictionary would cost more than the row; a test walks all cases.

extension Reason {
  /// The place in the contract's list, counted from 0.
  @inline(__always)
  var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

extension Outcome {
  @inline(__always)
  var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The place in the order from the worst for the owner of the media: it decides ties in `media.csv`.
  var placeFromWorst: Int {
    switch self {
    case .blank: 0
    case .altText: 1
    case .original: 2
    case .notShown: 3
    case .unknown: 4
    case .media: 5
    case .invalid: 6
    }
  }
}

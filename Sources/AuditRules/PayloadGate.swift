/// What happens before the extension runs (section P): the push service and the system decide.
struct PayloadGate: Sendable, Equatable {
  /// What is displayed instead when the extension never runs; nil: it runs.
  var closed: Prediction?
  var warnings = Warnings()

  /// Bytes of compact JSON that the push service takes: 5120 for voip (P3).
  static func sizeLimit(_ pushType: Payload.PushType) -> Int { pushType == .voip ? 5120 : 4096 }

  /// In the order P3, P1, P2. Without `aps` nothing can be judged and the gate is open.
  init(_ payload: Payload) {
    if payload.aps == .absent { return }
    let limit = Self.sizeLimit(payload.pushType)
    // P3.
    if payload.byteCount > limit {
      closed = Prediction(.notShown, .payloadTooLarge, via: nil)
      return
    }
    if payload.byteCount > limit * 95 / 100 { warnings.insert(.payloadNearLimit) }
    // P1.
    if payload.aps == .notAnObject || payload.pushType == .voip || !payload.hasVisibleText {
      closed = Prediction(.notShown, .noVisibleText, via: nil)
    } else if payload.pushType == .background {
      closed = Prediction(.original, .pushTypeNotAlert, via: .noExtension)
      warnings.insert(.uncertain)
    } else if payload.mutableContent == .off {
      // P2.
      closed = Prediction(.original, .mutableContentOff, via: .noExtension)
    }
    if payload.aps == .object, payload.mutableContent == .onNotNumber {
      warnings.insert(.mutableContentNotNumber)
    }
  }
}

import ExactJSON

extension Payload {
  /// Reads the media of a payload's object; the profile is chosen already.
  mutating func readMedia(_ payload: JSONValue) {
    if let rules = profile.rules {
      readVendor(payload, rules)
    } else {
      mediaURL = Field(payload[profile.mediaKey])
    }
  }

  /// Reads what else the rules need of it.
  mutating func read(_ payload: JSONValue) {
    byteCount = payload.compactByteCount
    if let rules = profile.rules {
      if let path = rules.value.altText { altText = Field(payload.value(at: path)) }
      if rules.completes(payload) { warnings.insert(.uncertain) }
    } else if let altKey = profile.altKey {
      altText = Field(payload[altKey])
    }
    let content = payload["aps"]
    aps = content.map { $0.kind == .object ? .object : .notAnObject } ?? .absent
    let flag = content?["mutable-content"]
    mutableContent = MutableContent(flag)
    if let alert = content?["alert"] { readAlert(alert) }
    // P4.
    let misplaced = MisplacedKeys(payload, aps: content)
    if misplaced.holdMediaKey(of: self) { warnings.insert(.mediaKeyMisplaced) }
    if flag == nil, misplaced.holdMutableContent { warnings.insert(.mutableContentMisplaced) }
  }

  /// What a vendor's own rules read.
  private mutating func readVendor(_ payload: JSONValue, _ rules: Shared<VendorRules>) {
    let content = VendorContent(payload, rules)
    vendor = content
    mediaURL = content.media.first ?? .absent
  }

  /// P1: what of the alert is text; in a dictionary only strings count.
  private mutating func readAlert(_ alert: JSONValue) {
    if alert.kind == .object {
      hasHeading = ["title", "subtitle", "title-loc-key", "subtitle-loc-key"].contains {
        alert.hasText(under: $0)
      }
      body = alert.text(under: "body") ?? alert.text(under: "loc-key")
    } else {
      body = alert.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    hasVisibleText = hasHeading || body != nil
  }
}

extension Payload.Field {
  init(_ value: JSONValue?) {
    guard let value else {
      self = .absent
      return
    }
    self = value.string.map(Payload.Field.text) ?? .notText
  }
}

extension Payload.MutableContent {
  /// P2: how the system takes `aps.mutable-content`.
  fileprivate init(_ value: JSONValue?) {
    switch value?.kind {
    case nil, .null: self = .off
    case .bool: self = value?.bool == true ? .on : .off
    case .number: self = (value?.double ?? 0) >= 1 ? .on : .off
    case .string, .array, .object: self = .onNotNumber
    }
  }
}

extension JSONValue {
  fileprivate func text(under key: String) -> String? {
    self[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate func hasText(under key: String) -> Bool {
    self[key]?.withStringBytes { !$0.isEmpty } ?? false
  }
}

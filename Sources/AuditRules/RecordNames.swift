import ExactJSON

/// The names under which records hold what is looked up in them, first come first served.
enum RecordNames {
  static let id = ["id", "message_id", "messageId", "_m"]
  static let campaign = ["campaign", "campaign_id", "campaignId", "campaign_name", "campaignName"]
  static let pushType = ["apns-push-type", "push_type"]

  /// Places at which an envelope holds the payload.
  static let payload = [
    ["payload"], ["message", "apns", "payload"], ["apns", "payload"], ["notification"],
  ]

  /// Push types that the rules know; any other is `other`.
  static let pushTypes: [String: Payload.PushType] = [
    "alert": .alert, "background": .background, "voip": .voip,
  ]
}

extension JSONValue {
  /// The value at the end of a path of keys.
  func value(at path: [String]) -> JSONValue? {
    var value = self
    for key in path {
      guard let next = value[key] else { return nil }
      value = next
    }
    return value
  }

  /// A name or number to show: a string that is not empty, or the digits of a number.
  ///
  /// Truth values, objects and arrays name nothing.
  var label: String? {
    if let text = string { return text.isEmpty ? nil : text }
    return numberText
  }

  /// The first label under one of several names.
  func label(under names: [String]) -> String? {
    for name in names {
      if let label = self[name]?.label { return label }
    }
    return nil
  }
}

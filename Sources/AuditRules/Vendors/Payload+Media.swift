extension Payload {
  /// How many media URLs the payload names.
  public var mediaCount: Int {
    func isNamed(_ field: Field) -> Bool { field.text?.isEmpty == false }
    guard let vendor else { return isNamed(mediaURL) ? 1 : 0 }
    return vendor.media.count(where: isNamed)
  }

  /// The payload as it would be with each of its further media alone, in the order in which the
  /// extension looks at them; empty for all that name one.
  public var furtherMedia: [Payload] {
    guard let vendor, vendor.media.count > 1 else { return [] }
    return vendor.media.dropFirst().map { url in
      var payload = self
      payload.mediaURL = url
      return payload
    }
  }
}

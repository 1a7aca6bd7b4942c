public import AuditRules

/// What to tell a marketer about a reason.
public enum Advice {
  /// One plain sentence: what is wrong and what to change; empty for `ok`.
  public static func text(for reason: Reason) -> String { entry(for: reason).text }

  /// A few words that name the reason, for headings and tables.
  public static func title(for reason: Reason) -> String { entry(for: reason).title }

  /// The sentence of one row, which names what is wrong with it where the reason alone does not.
  ///
  /// For example of a 404: `The media link still holds the placeholder {{hero}}, which should have
  /// been replaced; check … (as it is: server refuses the file).`
  static func text(for row: ReportRow) -> String {
    text(
      for: row.current.reason, mediaURL: row.mediaURL, warnings: row.warnings,
      missingFields: row.missingFields)
  }

  /// The same of a media URL with these warnings.
  static func text(
    for reason: Reason, mediaURL: String, warnings: Warnings, missingFields: String = ""
  ) -> String {
    if reason == .vendorKeyMissing, !missingFields.isEmpty { return lacking(missingFields) }
    let isOfTheLink = reason.place >= Reason.urlUnparsable.place
    guard isOfTheLink, reason == .templateNotFilled || warnings.contains(.templateNotFilled),
      let token = TemplateToken.first(in: mediaURL)
    else { return text(for: reason) }
    return unfilled(token, reason)
  }

  private static func lacking(_ fields: String) -> String {
    "The message lacks \(fields), which the app's vendor code looks for beside the media link, so "
      + "the app leaves it alone; send the message through the vendor's own tool."
  }

  /// Said first: as long as the placeholder stands there, what the server answers says nothing.
  private static func unfilled(_ token: String, _ reason: Reason) -> String {
    let consequence =
      reason == .templateNotFilled ? "" : " (as it is now: \(title(for: reason)))"
    return "The media link still holds the placeholder \(shortened(token)), which should have been "
      + "replaced; check the personalisation field and give it a default value\(consequence)."
  }

  /// Characters of a placeholder that are shown: some hold a whole expression.
  private static let longestToken = 60

  private static func shortened(_ token: String) -> String {
    token.count > longestToken ? token.prefix(longestToken) + "…" : token
  }
}

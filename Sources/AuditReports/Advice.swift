public import AuditRules

/// What to tell a marketer about a reason.
public enum Advice {
  /// One plain sentence: what is wrong and what to change; empty for `ok`.
  public static func text(for reason: Reason) -> String { entry(for: reason).text }

  /// A few words that name the reason, for headings and tables.
  public static func title(for reason: Reason) -> String { entry(for: reason).title }
}

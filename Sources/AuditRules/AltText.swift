/// What ALT becomes (the alt table at the foot of section O).
struct AltText: Sendable, Equatable {
  /// `alt_text` or `original`.
  var outcome: Outcome
  /// The body that the recipient reads in place of the payload's; nil: the payload's own.
  var body: String?
  var warnings = Warnings()

  init(_ payload: Payload) {
    outcome = .original
    switch (payload.profile.altRule, payload.altText) {
    case (.never, _), (_, .absent), (.ifNonEmptyText, .notText):
      break
    case (.ifPresent, .notText):
      warnings = [.uncertain]
    case (.ifNonEmptyText, .text("")):
      warnings = [.altEmpty]
    case (.ifPresent, .text("")):
      // The body is emptied; without a title the system falls back to the original.
      warnings = [.altEmpty]
      if payload.hasHeading {
        outcome = .altText
        body = ""
      }
    case (.ifNonEmptyText, .text(let text)), (.ifPresent, .text(let text)):
      outcome = .altText
      body = text
    }
  }
}

internal import ExactJSON

/// The members of a profile in JSON, each with what it sets.
enum ProfileField {
  /// Why a member is not as it should be: the end of a sentence that begins with its name.
  struct Fault: Error {
    var message: String
    /// The value below the member that is meant, where it is not the whole.
    var value: JSONValue?
  }

  typealias Field =
    @Sendable (JSONValue, inout ProfileDraft) throws(ProfileField.Fault) -> Void

  static let all: [String: Field] = [
    // Who.
    "id": { value, draft throws(Fault) in draft.id = try identifier(value) },
    "vendor": { value, draft throws(Fault) in draft.vendor = try text(value) },
    "about": { value, draft throws(Fault) in draft.about = try text(value) },
    "confidence": { value, draft throws(Fault) in draft.confidence = try word(value) },
    "note": { value, draft throws(Fault) in draft.rules.note = try text(value) },
    "listing": { value, draft throws(Fault) in draft.listing = try listing(value) },
    "auto": { value, draft throws(Fault) in draft.rules.choice = try word(value) },
    // Where.
    "needs": { value, draft throws(Fault) in draft.rules.needs = try needs(value) },
    "media_urls": { value, draft throws(Fault) in draft.rules.mediaURLs = try paths(value) },
    "joins_paths": { value, draft throws(Fault) in draft.rules.joinsPaths = try flag(value) },
    "several": { value, draft throws(Fault) in draft.rules.several = try word(value) },
    "needs_every_url": { value, draft throws(Fault) in
      draft.rules.needsEveryURL = try flag(value)
    },
    "trims_url": { value, draft throws(Fault) in draft.rules.trimsURL = try flag(value) },
    "escapes_url": { value, draft throws(Fault) in draft.rules.escapesURL = try flag(value) },
    "relative_base": { value, draft throws(Fault) in draft.rules.relativeBase = try text(value) },
    "https_only": { value, draft throws(Fault) in draft.rules.httpsOnly = try flag(value) },
    // Name and type.
    "type": { value, draft throws(Fault) in draft.rules.type = try path(value) },
    "types": { value, draft throws(Fault) in draft.rules.types = try table(value) },
    "mime_types": { value, draft throws(Fault) in draft.rules.mimeTypes = try table(value) },
    "first_bytes": { value, draft throws(Fault) in draft.rules.firstBytes = try table(value) },
    "accepts": { value, draft throws(Fault) in draft.rules.accepted = try texts(value) },
    "accepts_exact_case": { value, draft throws(Fault) in
      draft.rules.acceptsExactCase = try flag(value)
    },
    "name": { value, draft throws(Fault) in draft.rules.name = try steps(value) },
    "name_prefix": { value, draft throws(Fault) in
      draft.rules.namePrefix = NamePrefix(try anyText(value))
    },
    "reads_name_as_url": { value, draft throws(Fault) in
      draft.rules.readsNameAsURL = try flag(value)
    },
    "hints": { value, draft throws(Fault) in draft.rules.hints = try list(value, word) },
    // Checks and limits.
    "statuses": { value, draft throws(Fault) in draft.rules.statuses = try statuses(value) },
    "time_limit": { value, draft throws(Fault) in draft.rules.timeLimit = try seconds(value) },
    "idle_limit": { value, draft throws(Fault) in draft.rules.idleLimit = try seconds(value) },
    "max_bytes": { value, draft throws(Fault) in draft.rules.bytesLimit = try count(value) },
    "max_declared_bytes": { value, draft throws(Fault) in
      draft.rules.declaredLimit = try count(value)
    },
    // What is shown.
    "alt_text": { value, draft throws(Fault) in draft.rules.altText = try path(value) },
    "body_on_success": { value, draft throws(Fault) in
      draft.rules.replacement = VendorRules.Replacement(path: try path(value), moment: .onSuccess)
    },
    "body_always": { value, draft throws(Fault) in
      draft.rules.replacement = VendorRules.Replacement(path: try path(value), moment: .always)
    },
    "failure": { value, draft throws(Fault) in draft.failure = try named(value, Ending.words) },
    "uncertain_in": { value, draft throws(Fault) in
      let situations: [Situation] = try list(value) { element throws(Fault) in
        try named(element, Situation.words)
      }
      draft.rules.uncertain.formUnion(situations)
    },
    "endings": { value, draft throws(Fault) in draft.endings = try endings(value) },
  ]
}

/// Whether `--profile auto` finds a profile by itself.
public enum AutoChoice: String, Sendable, CaseIterable {
  /// Its keys are its own.
  case byKeys = "yes"
  /// Its keys are anybody's, and what it needs besides must be there.
  case byNeeds = "with needs"
  /// Nothing in a payload tells: a `profile` member or `--profile` must name it.
  case never = "no"
}

extension ExtensionProfile {
  /// How `auto` comes to it.
  public var autoChoice: AutoChoice {
    guard let rules else {
      return ProfileTable.chosenListings.contains(id) ? .byKeys : .never
    }
    switch rules.choice {
    case .byKey: return .byKeys
    // Keys that are anybody's, and nothing else to go by.
    case .byNeeds: return rules.needs.isEmpty ? .never : .byNeeds
    case .never: return .never
    }
  }
}

internal import ExactJSON

/// Reads profiles from JSON: the embedded ones, and a team's own.
///
/// The text is `{"profiles": [{"id": …}, …]}`; what each member means, `ProfileField` says.
public enum ProfileFile {
  /// Reads every profile, or says everything that is wrong with the text.
  public static func read(_ text: [UInt8]) throws(ProfileFaults) -> [ExtensionProfile] {
    let document: JSONDocument
    do {
      document = try JSONDocument(text)
    } catch {
      throw ProfileFaults([fault(error, in: text)])
    }
    let root = document.root
    guard root.kind == .object, let list = root["profiles"], list.kind == .array else {
      let message = "the text must be an object with an array under 'profiles'"
      throw ProfileFaults([ProfileFault(line: root.line, message: message)])
    }
    var faults: [ProfileFault] = []
    for (key, value) in root.members where key != "profiles" && key != "$schema" {
      faults.append(ProfileFault(line: value.line, message: "'\(key)' is no member of the file"))
    }
    var profiles: [ExtensionProfile] = []
    for value in list.elements {
      let draft = ProfileDraft(value, faults: &faults)
      if !draft.id.isEmpty, profiles.contains(where: { $0.id == draft.id }) {
        let message = "there is a profile '\(draft.id)' already"
        faults.append(ProfileFault(line: value.line, message: message))
      }
      profiles.append(draft.profile)
    }
    if !faults.isEmpty { throw ProfileFaults(faults) }
    return profiles
  }

  private static func fault(_ fault: JSONFault, in text: [UInt8]) -> ProfileFault {
    let before = text.prefix(max(0, fault.column - 1))
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let message = JSONFault.sentence(of: fault, column: before.count - start + 1)
    return ProfileFault(line: 1 + before.count { $0 == UInt8(ascii: "\n") }, message: message)
  }
}

extension JSONFault {
  /// The fault's sentence with the column of its line.
  fileprivate static func sentence(of fault: JSONFault, column: Int) -> String {
    fault.message.replacing("(column \(fault.column))", with: "(column \(column))")
  }
}

/// One profile while it is read: what every member sets.
struct ProfileDraft {
  var id = ""
  var vendor = ""
  var about = ""
  var confidence = ExtensionProfile.Confidence.medium
  var rules = VendorRules()
  /// The public listing that it does as, but for its keys; nil: the rules say all.
  var listing: ExtensionProfile?
  var failure = Ending.original
  var endings: [Situation: Ending] = [:]

  /// Reads an object; what is wrong goes to `faults`.
  init(_ value: JSONValue, faults: inout [ProfileFault]) {
    guard value.kind == .object else {
      faults.append(ProfileFault(line: value.line, message: "a profile is an object"))
      return
    }
    for (key, member) in value.members {
      guard let field = ProfileField.all[key] else {
        let message = "'\(key)' is no member of a profile"
        faults.append(ProfileFault(line: member.line, message: message))
        continue
      }
      do throws(ProfileField.Fault) {
        try field(member, &self)
      } catch {
        faults.append(
          ProfileFault(line: (error.value ?? member).line, message: "'\(key)' \(error.message)"))
      }
    }
    if value.containsDuplicateKey {
      faults.append(ProfileFault(line: value.line, message: "a member is there twice"))
    }
    for (isMissing, key) in [
      (id.isEmpty, "id"), (listing == nil && rules.mediaURLs.isEmpty, "media_urls"),
      (listing == nil && rules.name.isEmpty, "name"),
    ] where isMissing && value[key] == nil {
      faults.append(ProfileFault(line: value.line, message: "the profile has no '\(key)'"))
    }
    if let listing { checkListing(listing, value, faults: &faults) }
  }

  var profile: ExtensionProfile {
    if let listing { return profile(as: listing) }
    return ExtensionProfile(
      id: id, mediaKey: rules.mediaURLs.first?.onlyKey ?? "", altKey: rules.altText?.onlyKey,
      altRule: rules.altText == nil ? .never : .ifNonEmptyText, behaviour: behaviour,
      vendor: vendor, language: about, confidence: confidence, rules: Shared(rules))
  }

  /// What fails ends as the profile says; an extension that asks no status goes by the bytes.
  private var behaviour: Behaviour {
    var behaviour: Behaviour = [:]
    for situation in Situation.allCases { behaviour[situation] = failure }
    behaviour[.allWell] = .media
    behaviour[.notDrawable] = .blank
    behaviour[.foreignPayload] = .original
    switch rules.statuses {
    case .any, .unclear: behaviour[.errorStatus] = .byBytes
    case .range: break
    }
    for (situation, ending) in endings { behaviour[situation] = ending }
    return behaviour
  }
}

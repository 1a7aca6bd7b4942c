/// Where one phone generation ends up with a payload's media, before the profile says how it ends.
struct Finding: Sendable, Equatable {
  /// Nil: the audit could not find out.
  var situation: Situation?
  var reason: Reason
  var warnings = Warnings()

  init(_ situation: Situation?, _ reason: Reason, _ warnings: Warnings = []) {
    self.situation = situation
    self.reason = reason
    self.warnings = warnings
  }

  /// Walks the stages in the order in which they can stop the extension; the first decides.
  static func of(_ evidence: Evidence, on generation: PhoneGeneration) -> Finding {
    switch evidence.plan.route(on: generation) {
    case .settled(let reason): settled(reason, evidence, on: generation)
    case .fetch:
      if let facts = evidence.facts(on: generation) {
        fetched(facts, evidence, on: generation)
      } else {
        Finding(nil, .notChecked)
      }
    }
  }

  /// K, U1...U3, T1: nothing was requested.
  private static func settled(
    _ reason: Reason, _ evidence: Evidence, on generation: PhoneGeneration
  ) -> Finding {
    let media = evidence.plan.media
    switch reason {
    case .vendorKeyMissing: return Finding(.foreignPayload, reason)
    case .noMediaURL: return Finding(.noMediaURL, reason)
    case .mediaURLEmpty: return Finding(.mediaURLEmpty, reason)
    case .mediaURLNotText: return Finding(.mediaURLNotText, reason)
    default: break
    }
    switch media?.reading(on: generation).form {
    case .unparsable:
      return Finding(
        media?.hasPathExtension == true ? .unparsableWithExtension : .unparsable, reason)
    case .localFile: return Finding(.localFile, reason)
    case .data:
      guard let content = media?.content else { return Finding(.transportError, reason) }
      guard evidence.payload.profile.behaviour[.dataURL] == .byBytes,
        let name = evidence.localName(on: generation)
      else { return Finding(.dataURL, reason) }
      return attachment(name, bytes: content.bytes, content.kind, content.structure)
    case .ftp: return Finding(.transportError, reason, [.uncertain])
    default: return Finding(.transportError, reason)
    }
  }

  /// T and beyond: a request was made.
  private static func fetched(
    _ facts: Shared<MediaFacts>, _ evidence: Evidence, on generation: PhoneGeneration
  ) -> Finding {
    if let finding = network(facts, evidence, on: generation) { return finding }
    let behaviour = evidence.payload.profile.behaviour
    let rules = evidence.payload.profile.rules
    // T8, T3: without a usable target the redirect is the answer.
    let statusReason = statusReason(facts, good: rules?.goodStatuses)
    if let statusReason, behaviour[.errorStatus] != .byBytes {
      return Finding(.errorStatus, statusReason)
    }
    guard let name = evidence.localName(on: generation) else { return Finding(nil, .notChecked) }
    if let refusal = name.refusal { return Finding(.creationFails, statusReason ?? refusal) }
    if let failure = name.failure {
      // N4b rests on inference alone, and so does what the old parser does without a component.
      if name.componentIsNil, generation == .old {
        let dies = behaviour[.componentIsNil] == .crash
        return Finding(.componentIsNil, failure, dies ? [.uncertain] : [])
      }
      return Finding(.moveFails, failure, failure == .nameInvalid ? [.uncertain] : [])
    }
    if rules?.isTooLarge(facts.value) == true { return Finding(.creationFails, .tooLarge) }
    var finding = attachment(
      name, bytes: facts.value.bytes ?? 0, ByteKind(type: facts.value.detectedType),
      facts.value.structure,
      isEndless: facts.value.failure == .tooLarge, isDeclared: facts.value.declaredLength != nil)
    if name.isPresumed { finding.warnings.insert(.uncertain) }
    guard let statusReason else { return finding }
    if rules?.value.statuses == .unclear { finding.warnings.insert(.uncertain) }
    // A page under a name of its own type is refused for what it is: the status says more.
    if finding.situation == .creationFails, rules != nil { finding.reason = statusReason }
    if finding.situation == .allWell { finding.warnings.insert(.errorStatus) }
    if finding.situation == .notDrawable { finding.reason = statusReason }
    return finding
  }

  private static func network(
    _ facts: Shared<MediaFacts>, _ evidence: Evidence, on generation: PhoneGeneration
  ) -> Finding? {
    // T3: the policy of this generation holds for each hop.
    for hop in facts.value.hops.dropFirst() {
      if let refusal = evidence.policy.refusal(ofRedirectTo: hop.url, on: generation) {
        return Finding(.transportError, refusal)
      }
    }
    let kind = facts.value.failure.map(FailureClass.init)
    if case .notKnown = kind, let reason = facts.value.failure {
      // T7c: an address that is written out is beyond the device too; a name may not be.
      let isLiteral =
        reason == .addressNotPublic && evidence.policy.isNotPublicAddress(facts.value.lastURL)
      return Finding(isLiteral ? .transportError : nil, reason)
    }
    if evidence.payload.profile.rules?.givesUp(facts.value, within: evidence.timeLimit) == true {
      return Finding(.transportError, .tooSlow)
    }
    // T6: the system does not wait for a slow fault either.
    if kind == .slow || facts.value.timing.total >= evidence.timeLimit {
      return Finding(.tooSlow, .tooSlow)
    }
    switch (kind, facts.value.failure) {
    case (.transport?, let reason?): return Finding(.transportError, reason)
    case (.presumedTransport?, let reason?): return Finding(.transportError, reason, [.uncertain])
    case (nil, _) where facts.value.httpStatus == nil: return Finding(nil, .notChecked)
    default: return nil
    }
  }

  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  /// Nil for a status that every profile takes.
  private static func statusReason(
    _ facts: Shared<MediaFacts>, good: ClosedRange<Int>? = nil
  ) -> Reason? {
    if facts.value.failure == .redirectWithoutTarget { return .redirectWithoutTarget }
    if facts.value.failure == .httpStatus { return .httpStatus }
    guard let status = facts.value.httpStatus, !(good ?? 200...299).contains(status) else {
      return nil
    }
    return redirects.contains(status) ? .redirectWithoutTarget : .httpStatus
  }

  /// A1...A8: the system makes the attachment, or does not, and draws it, or cannot.
  private static func attachment(
    _ name: LocalName, bytes: Int, _ kind: ByteKind, _ structure: MediaFacts.Structure,
    isEndless: Bool = false, isDeclared: Bool = true
  ) -> Finding {
    if name.isDrawn { return drawn(kind, bytes: bytes, structure) }
    let type: AttachmentType
    // A1, A2: a type hint takes the place of the name's extension.
    switch AttachmentType.of(fileExtension: name.hint ?? name.fileExtension) {
    case .unknown: return Finding(.creationFails, .typeNotRecognised)
    case .refused: return Finding(.creationFails, .typeNotSupported)
    case .accepted(let accepted): type = accepted
    }
    // A3, T7b.
    if isEndless { return Finding(.creationFails, .tooLarge, isDeclared ? [] : [.uncertain]) }
    if bytes > type.family.sizeLimit { return Finding(.creationFails, .tooLarge) }
    // A4...A8.
    let drawing = Drawing.of(kind, bytes: bytes, structure: structure, as: type)
    var warnings = drawing.warnings
    if bytes > type.family.cautiousSizeLimit { warnings.formUnion([.nearSizeLimit, .uncertain]) }
    if type.acceptance == .undocumented { warnings.insert(.undocumentedType) }
    if type.acceptance == .presumed { warnings.insert(.uncertain) }
    return Finding(drawing.reason == .ok ? .allWell : .notDrawable, drawing.reason, warnings)
  }
}

extension Finding {
  /// Whether the extension came as far as to name a file.
  var hasFile: Bool {
    switch situation {
    case .creationFails, .notDrawable, .allWell: true
    default: false
    }
  }

  /// A view decodes the bytes as a picture: there is no file, no name and no limit of size.
  private static func drawn(
    _ kind: ByteKind, bytes: Int, _ structure: MediaFacts.Structure
  ) -> Finding {
    let type = AttachmentType(family: .image, acceptance: .documented, kind: kind)
    let drawing = Drawing.of(kind, bytes: bytes, structure: structure, as: type)
    return Finding(
      drawing.reason == .ok ? .allWell : .notDrawable, drawing.reason, drawing.warnings)
  }
}

extension Evidence {
  /// The name that the extension gives the file on that generation; nil where it depends on an
  /// answer that is not there.
  func localName(on generation: PhoneGeneration) -> LocalName? {
    if let rules = payload.profile.rules {
      var request = ""
      if case .fetch(let url) = plan.route(on: generation) { request = url }
      if let media = plan.media { request = media.reading(on: generation).request }
      let chain = NameChain(
        rules: rules, text: payload.mediaURL.text ?? "", request: URLParts(request),
        type: payload.vendor?.type, facts: facts(on: generation)?.value, generation: generation)
      return chain.localName()
    }
    switch payload.profile.nameRule {
    case .alwaysJPEG: return .alwaysJPEG
    case .lastComponent: break
    }
    if let media = plan.media { return media.reading(on: generation).name }
    // A plan made by hand: its request has the same last component.
    if case .fetch(let url) = plan.route(on: generation) { return LocalName(ofRequest: url) }
    return LocalName(ofRequest: "")
  }
}

extension MediaFacts {
  /// The URL that was asked last.
  var lastURL: String { hops.last?.url ?? finalURL ?? url }
}

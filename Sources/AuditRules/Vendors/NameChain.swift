/// The interpreter of a profile's naming chain: from what is known of one download to its file name.
struct NameChain {
  let rules: Shared<VendorRules>
  /// The media URL as the payload writes it.
  var text: String
  /// The URL as it is requested.
  var request: URLParts
  /// What stands under the type key.
  var type: String?
  /// Nil: no answer is known yet.
  var facts: MediaFacts?
  var generation = PhoneGeneration.current

  /// What one step yields.
  private enum Yield {
    case fileExtension(String)
    case name(String)
    case unchanged
    case drawn
    case refused(Reason)
    /// The step asks the answer, and there is none.
    case unanswered
  }

  /// Names the file; nil where the name depends on an answer that is not there.
  func localName() -> LocalName? {
    for step in rules.name {
      guard let yield = yield(of: step) else { continue }
      switch yield {
      case .fileExtension(let text): return named("." + text, isPresumed: presumes(step))
      case .name(let name): return named(name, isPresumed: presumes(step))
      case .unchanged: return named("")
      case .drawn: return .drawn
      case .refused(let reason): return .refused(reason)
      case .unanswered: return nil
      }
    }
    // An extension that is empty leaves its dot; a component that is missing leaves nothing.
    return named(rules.name.last == .urlComponent ? "" : ".")
  }

  private var answer: MediaFacts? { facts?.httpStatus == nil ? nil : facts }

  private var mimeType: String? { MIMEExtension.type(ofHeader: answer?.contentType) }

  private func yield(of step: NameStep) -> Yield? {
    switch step {
    case .urlComponent: urlComponent.map(Yield.name)
    case .urlExtension: urlExtension.map(Yield.fileExtension)
    case .urlExtensionIfAccepted: urlExtension.flatMap(accepted).map(Yield.fileExtension)
    case .urlExtensionOrRefused:
      urlExtension.map { accepted($0).map(Yield.fileExtension) ?? .refused(.typeNotSupported) }
    case .textExtension(let longest):
      Self.textExtension(text, longest: longest).map(Yield.fileExtension)
    case .textAfterLastDot: Self.afterLastDot(text).map(Yield.fileExtension)
    case .type: type.map(Yield.fileExtension)
    case .typeMapped: type.flatMap { rules.types[$0] }.map(Yield.fileExtension)
    case .query(let key): query { $0 == key }.map(Yield.fileExtension)
    case .anyQuery: query { _ in true }.map(Yield.fileExtension)
    case .fixedExtension(let text): .fileExtension(text)
    case .fixedName(let name): .name(name)
    case .unchanged: .unchanged
    case .drawn: .drawn
    case .nothing: .refused(.typeNotRecognised)
    case .urlExtensionWithoutType, .mimeMapped, .mimePreferred, .mimeImageSubtype,
      .contentTypeTail, .suggestedName, .suggestedExtension, .firstBytes:
      answer.map { answered(step, $0) } ?? .unanswered
    }
  }

  /// Steps that look at the answer.
  private func answered(_ step: NameStep, _ answer: MediaFacts) -> Yield? {
    switch step {
    case .urlExtensionWithoutType:
      mimeType == nil ? urlExtension.map(Yield.fileExtension) : nil
    case .mimeMapped: mimeType.flatMap { rules.mimeTypes[$0] }.map(Yield.fileExtension)
    case .mimePreferred: mimeType.flatMap(MIMEExtension.preferred).map(Yield.fileExtension)
    case .mimeImageSubtype:
      mimeType.flatMap { Self.remainder($0, after: "image/") }.map(Yield.fileExtension)
    case .contentTypeTail:
      answer.contentType.flatMap { $0.split(separator: "/").last }
        .map { Yield.fileExtension(String($0)) }
    case .suggestedName: .name(SuggestedName(answer).name)
    case .suggestedExtension:
      Self.nonEmpty(LocalName.pathExtension(SuggestedName(answer).name)).map(Yield.fileExtension)
    case .firstBytes: firstBytes(answer).map(Yield.fileExtension)
    default: nil
    }
  }

  /// The suggested name is documented only for most cases.
  private func presumes(_ step: NameStep) -> Bool {
    guard step == .suggestedName || step == .suggestedExtension, let answer else { return false }
    return SuggestedName(answer).isPresumed
  }

  private var urlComponent: String? {
    // A path without a component, or with one that is no UTF-8, yields nothing.
    guard let component = LocalName.lastComponent(request.bytes[request.path]) else { return nil }
    return component.utf8.allSatisfy { $0 == UInt8(ascii: "/") } ? nil : component
  }

  private var urlExtension: String? {
    urlComponent.flatMap { Self.nonEmpty(LocalName.pathExtension($0)) }
  }

  private func accepted(_ fileExtension: String) -> String? {
    let compared = rules.acceptsExactCase ? fileExtension : fileExtension.lowercased()
    return rules.accepted.contains(compared) ? fileExtension : nil
  }

  /// The first parameter of the query whose value ends in an extension that the profile knows.
  private func query(_ isWanted: (String) -> Bool) -> String? {
    guard let range = request.query else { return nil }
    for pair in request.bytes[range].split(separator: UInt8(ascii: "&")) {
      let sides = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let texts = sides.map { String(decoding: PercentCoding.decoded($0), as: UTF8.self) }
      guard texts.count == 2, isWanted(texts[0]) else { continue }
      if let found = accepted(LocalName.pathExtension(texts[1])) { return found }
    }
    return nil
  }

  private func firstBytes(_ answer: MediaFacts) -> String? {
    guard let bytes = answer.firstBytes else { return nil }
    return rules.firstBytes.first { bytes.hasPrefix($0.key.lowercased()) }?.value
  }

  /// Puts the name together and asks whether the file can be moved to it (section N).
  private func named(_ tail: String, isPresumed: Bool = false) -> LocalName {
    var tail = tail
    if rules.readsNameAsURL {
      guard let read = readAsURL(tail) else {
        return LocalName(
          name: rules.namePrefix.text + tail, fileExtension: "", failure: .nameInvalid)
      }
      tail = read
    }
    let name = rules.namePrefix.text + tail
    var local = LocalName(
      name: name, fileExtension: LocalName.pathExtension(name).lowercased(),
      failure: failure(name, tail))
    local.isPresumed = isPresumed
    local.hint = hint(for: name)
    return local
  }

  private func failure(_ name: String, _ tail: String) -> Reason? {
    // N1: only a file that stays where it is needs no name.
    if tail.isEmpty, rules.namePrefix.needsName, !rules.name.contains(.unchanged) {
      return .nameMissing
    }
    if tail.utf8.contains(UInt8(ascii: "/")) { return .nameHasSlash }
    if name.utf8.count > LocalName.longestName { return .nameTooLong }
    if tail.utf8.contains(0) { return .nameInvalid }
    return nil
  }
}

extension NameChain {
  /// The extension of the type that is given as a hint; nil: none is given.
  private func hint(for name: String) -> String? {
    if rules.hints.isEmpty { return nil }
    let ending = name.lowercased()
    if rules.accepted.contains(where: ending.hasSuffix) { return nil }
    for step in rules.hints {
      switch step {
      case .type:
        // An identifier that is none leaves the system without a type.
        if let type { return TypeIdentifier.fileExtension(type) ?? "?" }
      case .mime:
        if let found = mimeType.flatMap(MIMEExtension.preferred).flatMap(accepted) { return found }
      case .bytes:
        let found = answer?.detectedType.flatMap(MIMEExtension.preferred).flatMap(accepted)
        if let found { return found }
      }
    }
    return nil
  }

  /// What a file URL made of the bare name leads to; nil when it is no URL.
  private func readAsURL(_ name: String) -> String? {
    let folder = "/tmp/"
    guard let url = URLParsers.parse("file://" + folder + name, on: generation) else { return nil }
    let parts = URLParts(url)
    let path = PercentCoding.decoded(parts.bytes[parts.path])
    return String(validating: path.dropFirst(folder.utf8.count), as: UTF8.self)
  }

  private static func textExtension(_ text: String, longest: Int?) -> String? {
    let component = text.split(separator: "/").last.map(String.init) ?? ""
    guard let found = nonEmpty(LocalName.pathExtension(component)) else { return nil }
    return longest.map { found.utf8.count > $0 } == true ? nil : found
  }

  private static func afterLastDot(_ text: String) -> String? {
    text.lastIndex(of: ".").flatMap { nonEmpty(String(text[text.index(after: $0)...])) }
  }

  private static func remainder(_ text: String, after start: String) -> String? {
    text.hasPrefix(start) ? nonEmpty(String(text.dropFirst(start.count))) : nil
  }

  private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}

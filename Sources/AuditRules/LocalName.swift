/// The name of the downloaded file after the extension's rename (section N): pure, by the URL alone.
public struct LocalName: Sendable, Equatable {
  /// `CFNetworkDownload_XXXXXX.tmpgiphy.gif`; the random letters are always `XXXXXX`.
  public let name: String
  /// The extension of the name in lower case, without dot, as the system reads it.
  public let fileExtension: String
  /// Why the move to this name fails; nil: it succeeds.
  public let failure: Reason?
  /// The component's escapes are no UTF-8, so that the old parser has none at all (N4).
  public let componentIsNil: Bool
  /// The extension of the type that the extension gives as a hint: it takes the place of the name's.
  var hint: String?
  /// Nothing is attached at all, and why.
  var refusal: Reason?
  /// There is no file: a view decodes the bytes as a picture.
  var isDrawn = false
  /// The name rests on a rule that is documented only for most cases.
  var isPresumed = false

  static let download = "CFNetworkDownload_XXXXXX.tmp"
  /// Bytes that a name may have in the phone's file system.
  static let longestName = 255

  /// The name under the rule that always appends `.jpg`.
  public static let alwaysJPEG = LocalName(
    name: download + ".jpg", fileExtension: "jpg", failure: nil)

  static let drawn: LocalName = {
    var name = LocalName(name: "", fileExtension: "", failure: nil)
    name.isDrawn = true
    return name
  }()

  static func refused(_ reason: Reason) -> LocalName {
    var name = LocalName(name: "", fileExtension: "", failure: nil)
    name.refusal = reason
    return name
  }

  init(name: String, fileExtension: String, failure: Reason?, componentIsNil: Bool = false) {
    self.name = name
    self.fileExtension = fileExtension
    self.failure = failure
    self.componentIsNil = componentIsNil
  }

  /// Names the file after the last path component of a request URL.
  public init(ofRequest url: String) { self.init(URLParts(url)) }

  init(_ parts: URLParts) {
    if let component = Self.plainComponent(parts.bytes[parts.path]) {
      self.init(plain: component)
      return
    }
    guard let component = Self.lastComponent(parts.bytes[parts.path]) else {
      // N4: an empty component, as without a path.
      self.init(
        name: Self.download, fileExtension: "tmp", failure: .nameMissing, componentIsNil: true)
      return
    }
    // N1: the root's component is a slash, which a path swallows.
    let isSlashes = component.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
    let appended = isSlashes ? "" : component
    let name = Self.download + appended
    self.init(
      name: name, fileExtension: Self.pathExtension(name).lowercased(),
      failure: Self.failure(appended))
  }

  /// The name of a component that is taken as it is: no escape to undo, nothing to judge but length.
  private init(plain component: ArraySlice<UInt8>) {
    let name = Self.download + String(decoding: component, as: UTF8.self)
    // Without a dot of its own the component lengthens that of `.tmp`.
    let dot = component.lastIndex(of: UInt8(ascii: "."))
    let tail = component[(dot.map { $0 + 1 } ?? component.startIndex)...].map(ASCII.lowercased)
    let ending = String(decoding: tail, as: UTF8.self)
    self.init(
      name: name, fileExtension: dot == nil ? "tmp" + ending : ending,
      failure: name.utf8.count > Self.longestName ? .nameTooLong : nil)
  }

  /// The last component of a path that ends in letters, digits, `-`, `.`, `_` and `~` alone, which
  /// most do; else nil.
  private static func plainComponent(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    let component = path[start...]
    return !component.isEmpty && component.allSatisfy(isPlain) ? component : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }

  private static func failure(_ component: String) -> Reason? {
    // N1.
    if component.isEmpty { return .nameMissing }
    // N2: the folder before the slash does not exist.
    if component.utf8.contains(UInt8(ascii: "/")) { return .nameHasSlash }
    // N3.
    if download.utf8.count + component.utf8.count > longestName { return .nameTooLong }
    // N4b.
    if component.utf8.contains(0) { return .nameInvalid }
    return nil
  }

  /// The last component of a path, decoded once: `/a/b%20c/` gives `b c`; nil if that is no UTF-8.
  static func lastComponent(_ path: ArraySlice<UInt8>) -> String? {
    guard let last = path.lastIndex(where: { $0 != UInt8(ascii: "/") }) else {
      return path.isEmpty ? "" : "/"
    }
    let start = path[...last].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    return String(validating: PercentCoding.decoded(path[start...last]), as: UTF8.self)
  }

  /// The extension of a file name by the system's rules: `a.png.` and `a.jpg ` have none.
  static func pathExtension(_ name: String) -> String {
    let bytes = name.utf8
    guard !name.hasPrefix(".."),
      let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot != bytes.startIndex
    else { return "" }
    let tail = name[bytes.index(after: dot)...]
    return tail.unicodeScalars.contains(where: isForbidden) ? "" : String(tail)
  }

  /// Blank, slash and the marks of writing direction make an extension invalid (N8).
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x2F, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

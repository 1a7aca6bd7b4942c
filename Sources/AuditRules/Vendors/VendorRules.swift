/// How a vendor's extension finds, names, checks and shows its media: data, one value a profile.
///
/// Profiles whose extension does what the six public listings do need none of it.
public struct VendorRules: Sendable, Hashable {
  /// Something the payload must hold before the extension looks at its media.
  public struct Need: Sendable, Hashable {
    /// One of these must be there.
    public var paths: [PayloadPath]
    /// The texts that will do; empty: any value.
    public var values: [String]
  }

  /// Which of several media become attachments, and what one that fails means.
  public enum Several: String, Sendable, CaseIterable {
    /// The first path that holds a text; nothing else is looked at.
    case one
    /// The first decides, the others are for later views.
    case first
    /// All are attached, those that fail are left out.
    case each
    /// All or none.
    case together
    /// One after another until one succeeds.
    case fallback
  }

  /// Which answers of a server count as good.
  public enum Statuses: Sendable, Hashable {
    case any
    /// The source does not say; taken as any, and the prediction is uncertain.
    case unclear
    case range(ClosedRange<Int>)
  }

  /// How `--profile auto` may choose the profile.
  public enum Choice: String, Sendable, CaseIterable {
    /// Its keys are its own.
    case byKey = "by_key"
    /// Its keys are anybody's: only where what it needs is there too.
    case byNeeds = "by_needs"
    /// A variant of another profile with the same keys.
    case never
  }

  /// The payload's other text, and when it takes the place of the body.
  public struct Replacement: Sendable, Hashable {
    public enum Moment: Sendable, Hashable {
      /// Only when the media are attached.
      case onSuccess
      /// Whatever becomes of them; a text that is missing empties the body.
      case always
    }

    public var path: PayloadPath
    public var moment: Moment
  }

  public var needs: [Need] = []
  public var mediaURLs: [PayloadPath] = []
  /// Every path is read, not only the first that holds something.
  public var joinsPaths = false
  public var several = Several.one
  /// One item without a URL stops the extension.
  public var needsEveryURL = false
  public var trimsURL = false
  /// What the old parser would refuse is percent-encoded first.
  public var escapesURL = false
  /// What a value without `http://` or `https://` is appended to.
  public var relativeBase: String?
  public var httpsOnly = false
  public var choice = Choice.byKey

  /// Where the type of the media stands.
  public var type: PayloadPath?
  /// Extensions by the value of the type key.
  public var types: [String: String] = [:]
  /// Extensions by MIME type.
  public var mimeTypes: [String: String] = [:]
  /// Extensions by the file's first bytes in hexadecimal.
  public var firstBytes: [String: String] = [:]
  /// Extensions that the extension itself knows.
  public var accepted: [String] = []
  /// The list is compared letter case and all.
  public var acceptsExactCase = false
  public var name: [NameStep] = []
  /// What the file's name begins with.
  public var namePrefix = NamePrefix.download
  /// The name goes through a URL's text unescaped.
  public var readsNameAsURL = false
  /// Where the attachment's type hint comes from; empty: none is given.
  public var hints: [HintStep] = []

  public var statuses = Statuses.any
  /// Seconds for the whole download, in the extension's own code.
  public var timeLimit: Double?
  /// Seconds without a byte, in the extension's own code.
  public var idleLimit: Double?
  /// Bytes of `Content-Length` from which the download is given up.
  public var declaredLimit: Int?
  public var bytesLimit: Int?

  public var altText: PayloadPath?
  public var replacement: Replacement?
  /// Situations in which the description itself is not sure of the end.
  public var uncertain: Set<Situation> = [.dataURL]
  /// What the description leaves open, in a sentence.
  public var note = ""

  public init() {}
}

/// A large value that is shared, not copied: rules and facts are looked at for every payload.
@dynamicMemberLookup
public final class Shared<Value: Sendable>: Sendable {
  public let value: Value

  public init(_ value: Value) { self.value = value }

  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    value[keyPath: path]
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (left: Shared, right: Shared) -> Bool {
    left === right || left.value == right.value
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

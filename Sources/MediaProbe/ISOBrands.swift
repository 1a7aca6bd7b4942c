/// What the brands in a file type box say.
enum ISOBrands {
  enum Kind: Equatable {
    /// The brand decides.
    case fixed(String)
    /// A movie, unless its tracks hold sound alone.
    case movie(String)
  }

  /// The brands we know, each by itself, and what they mean.
  private static let table: [(kind: Kind, brands: [StaticString])] = [
    (.fixed("image/heic"), ["heic", "heix", "heim", "heis"]),
    (.fixed("image/heic-sequence"), ["hevc", "hevx", "hevm", "hevs"]),
    (.fixed("image/avif"), ["avif", "avis"]),
    (.fixed("image/avci"), ["avci"]),
    (.fixed("image/avcs"), ["avcs"]),
    (.fixed("image/x-canon-cr3"), ["crx "]),
    (.fixed("audio/mp4"), ["M4A ", "M4B ", "M4P ", "F4A ", "F4B "]),
    (.fixed("video/quicktime"), ["qt  "]),
    (.movie("video/x-m4v"), ["M4V ", "M4VH", "M4VP"]),
    (
      .movie("video/mp4"),
      [
        "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "isoa", "isob",
        "isoc", "avc1", "hvc1", "hev1", "av01", "mp41", "mp42", "mp71", "mmp4", "dash", "MSNV",
        "NDSC", "NDSH", "NDSM", "NDSP", "NDSS", "NDXC", "NDXH", "NDXM", "NDXP", "NDXS", "XAVC",
        "cmfc", "cmf2", "cmff", "cmfl", "cmfs", "piff", "f4v ", "F4V ", "F4P ", "msdh", "msix",
        "lmsg", "dby1", "isml", "CAEP",
      ]
    ),
  ]
  /// Brands that only say "pictures in the ISO format"; the compatible ones say which.
  private static let stills: [UInt32: String] = [
    ISOMedia.code("mif1"): "image/heif",
    ISOMedia.code("mif2"): "image/heif",
    ISOMedia.code("msf1"): "image/heif-sequence",
  ]

  private static let byBrand: [UInt32: Kind] = Dictionary(
    uniqueKeysWithValues: table.flatMap { row in
      row.brands.map { (ISOMedia.code($0), row.kind) }
    })

  /// The kind of a file by its major brand or, where that says nothing, by the compatible ones.
  static func kind(major: UInt32, compatible: [UInt32]) -> Kind? {
    if let still = stills[major] {
      return compatible.lazy.compactMap(picture).first ?? .fixed(still)
    }
    return kind(of: major) ?? compatible.lazy.compactMap(kind).first
      ?? compatible.lazy.compactMap { stills[$0] }.first.map { .fixed($0) }
  }

  private static func picture(_ brand: UInt32) -> Kind? {
    guard case .fixed(let mimeType) = byBrand[brand], mimeType.hasPrefix("image/") else {
      return nil
    }
    return .fixed(mimeType)
  }

  private static func kind(of brand: UInt32) -> Kind? {
    if let kind = byBrand[brand] { return kind }
    // 3GP has a brand per release and profile: 3gp4, 3gr6, 3g2a ...
    switch brand >> 8 {
    case ISOMedia.code("3g2"): return .fixed("video/3gpp2")
    case ISOMedia.code("3gp"), ISOMedia.code("3ge"), ISOMedia.code("3gg"), ISOMedia.code("3gh"),
      ISOMedia.code("3gm"), ISOMedia.code("3gr"), ISOMedia.code("3gs"), ISOMedia.code("3gt"):
      return .fixed("video/3gpp")
    default: return nil
    }
  }
}

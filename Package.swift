// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is held to: Swift 6 mode (below), and no warning is let by.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Takes the place of glibc's malloc, which is slow at OpenSSL's many small pieces.
///
/// A sanitizer brings its own, and takes what another one has allocated for a fault.
let allocator: [LinkerSetting] =
  Context.environment["BATCHFETCH_SANITIZED"] == nil
  ? [.linkedLibrary("jemalloc", .when(platforms: [.linux]))] : []

let package = Package(
  name: "batchfetch",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "BatchFetch", targets: ["BatchFetch"]),
    .library(name: "MediaProbe", targets: ["MediaProbe"]),
    .executable(name: "batchfetch", targets: ["BatchFetchCLI"]),
  ],
  targets: [
    // C libraries: a module map and one header each.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMagic", pkgConfig: "libmagic",
      providers: [.apt(["libmagic-dev"]), .brew(["libmagic"])]),
    .systemLibrary(
      name: "CCares", pkgConfig: "libcares",
      providers: [.apt(["libc-ares-dev"]), .brew(["c-ares"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlidec",
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // What only C can say: feature-test macros and variadic system calls.
    .target(name: "CPlatform"),
    // SHA-256 over several messages at once: instructions that Swift has no names for.
    .target(name: "CDigest", dependencies: ["COpenSSL"]),

    // Pure: no I/O, no clock, no concurrency, no C.
    .target(name: "ExactJSON", swiftSettings: strict),
    .target(name: "InternetAddress", swiftSettings: strict),
    .target(
      name: "AuditRules", dependencies: ["ExactJSON", "InternetAddress"],
      resources: [.embedInCode("Vendors/vendor-profiles.json")], swiftSettings: strict),
    // The engine, the probe, the reports.
    .target(
      name: "BatchFetch",
      dependencies: [
        "CCurl", "CCares", "COpenSSL", "CZlib", "CBrotli", "CDigest", "CPlatform",
        "InternetAddress",
      ],
      swiftSettings: strict),
    .target(name: "MediaProbe", dependencies: ["CMagic"], swiftSettings: strict),
    .target(
      name: "AuditReports", dependencies: ["AuditRules", "ExactJSON", "CPlatform"],
      swiftSettings: strict),
    .target(
      name: "AuditHistory", dependencies: ["CSQLite", "CZstd", "AuditRules"], swiftSettings: strict),
    // The story.
    .executableTarget(
      name: "BatchFetchCLI",
      dependencies: [
        "AuditHistory", "AuditReports", "AuditRules", "BatchFetch", "CPlatform", "COpenSSL",
        "CZlib", "CZstd", "ExactJSON", "InternetAddress", "MediaProbe",
      ],
      swiftSettings: strict,
      linkerSettings: allocator),

    // Tests.
    .target(
      name: "LoopbackServer", dependencies: ["COpenSSL", "CPlatform", "CZlib"],
      path: "Tests/LoopbackServer", swiftSettings: strict),
    .testTarget(
      name: "LoopbackServerTests",
      dependencies: ["LoopbackServer", "CBrotli", "COpenSSL", "CZlib"],
      swiftSettings: strict),
    .testTarget(name: "ExactJSONTests", dependencies: ["ExactJSON"], swiftSettings: strict),
    .testTarget(
      name: "InternetAddressTests", dependencies: ["InternetAddress"], swiftSettings: strict),
    .testTarget(
      name: "AuditRulesTests", dependencies: ["AuditRules", "ExactJSON", "InternetAddress"],
      swiftSettings: strict),
    .testTarget(
      name: "BatchFetchTests",
      dependencies: ["BatchFetch", "LoopbackServer", "CPlatform", "InternetAddress"],
      swiftSettings: strict),
    .testTarget(name: "MediaProbeTests", dependencies: ["MediaProbe"], swiftSettings: strict),
    .testTarget(
      name: "AuditReportsTests", dependencies: ["AuditReports", "AuditRules", "ExactJSON"],
      swiftSettings: strict),
    .testTarget(
      name: "AuditHistoryTests", dependencies: ["AuditHistory", "AuditRules", "CSQLite"],
      swiftSettings: strict),
    .testTarget(
      name: "BatchFetchCLITests",
      dependencies: [
        "BatchFetchCLI", "AuditHistory", "AuditReports", "AuditRules", "BatchFetch", "MediaProbe",
        "ExactJSON", "LoopbackServer", "CZlib", "CZstd",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

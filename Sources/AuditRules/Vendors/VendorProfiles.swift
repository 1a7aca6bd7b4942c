/// The vendors' profiles that are built in.
enum VendorProfiles {
  /// The JSON text, as it stands in `vendor-profiles.json`.
  static var text: [UInt8] { PackageResources.vendor_profiles_json }

  /// What the text says; a test keeps it free of faults.
  static let all: [ExtensionProfile] = (try? ProfileFile.read(text)) ?? []
}

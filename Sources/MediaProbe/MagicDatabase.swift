#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the distributions keep libmagic's compiled database.
///
/// Always a path of our own choosing: `magic_load` without one also reads `$MAGIC`, `~/.magic` and
/// `/etc/magic`, and the answers would depend on who runs the job.
enum MagicDatabase {
  static let paths = [
    "/usr/lib/file/magic.mgc",  // Debian, Ubuntu
    "/usr/share/misc/magic.mgc",  // Fedora, Alpine, FreeBSD
    "/usr/share/file/misc/magic.mgc",  // Arch
    "/opt/homebrew/share/misc/magic.mgc",
    "/usr/local/share/misc/magic.mgc",
  ]

  /// Finds the database, the given one or the distribution's.
  static func locate(_ given: String?) throws(MediaProbeError) -> String {
    let candidates = given.map { [$0] } ?? paths
    // libmagic takes a colon as the border between two databases.
    guard let found = candidates.first(where: { !$0.contains(":") && access($0, R_OK) == 0 }) else {
      throw .databaseMissing(candidates)
    }
    return found
  }
}

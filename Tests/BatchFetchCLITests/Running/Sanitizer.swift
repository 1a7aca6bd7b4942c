import Foundation

/// The sanitizers that these tests may be built with.
enum Sanitizer {
  /// It maps its shadow memory as a file, which a limit of file sizes cuts.
  static let isThread = dlsym(nil, "__tsan_init") != nil
  static let isAny = isThread || dlsym(nil, "__asan_init") != nil
}

import CMagic

/// A libmagic handle with its database loaded: it is opened *and* loaded, or it does not exist.
///
/// Not for two threads at once: libmagic keeps its answer inside the handle.
struct MagicCookie: ~Copyable {
  private let handle: magic_t

  /// What `file --mime-type` asks for.
  static let mimeTypeOnly = MAGIC_MIME_TYPE
  /// Commas make a table (CSV) of any script, so that test stays off.
  static let flags = mimeTypeOnly | MAGIC_NO_CHECK_CSV

  init(database: String, flags: Int32 = MagicCookie.flags) throws(MediaProbeError) {
    guard let opened = magic_open(flags) else { throw .libraryFailed("out of memory") }
    guard magic_load(opened, database) == 0 else {
      let cause = magic_error(opened).map { String(cString: $0) } ?? "no cause given"
      magic_close(opened)
      throw .databaseUnreadable(database, cause: cause)
    }
    handle = opened
  }

  /// Takes back the handle that `release` let go.
  init(adopting handle: magic_t) { self.handle = handle }

  deinit { magic_close(handle) }

  /// Gives the handle away unclosed; whoever has it owns it.
  consuming func release() -> magic_t {
    let handle = handle
    discard self
    return handle
  }

  /// What libmagic says of some bytes: a type or its own error.
  enum Answer: Equatable {
    case type(String)
    case failure(String)
  }

  /// Asks libmagic for the MIME type of `bytes`.
  borrowing func ask(_ bytes: UnsafeRawBufferPointer) -> Answer {
    guard let answer = magic_buffer(handle, bytes.baseAddress, bytes.count) else {
      let cause = magic_error(handle).map { String(cString: $0) }
      return .failure(cause ?? "libmagic gave neither a type nor an error")
    }
    return .type(String(cString: answer))
  }
}

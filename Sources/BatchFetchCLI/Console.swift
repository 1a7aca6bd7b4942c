internal import CPlatform
internal import Glibc

/// The two output streams and what they are connected to.
struct Console: Sendable {
  /// Whether standard error is a terminal.
  var errorIsTerminal: Bool
  /// Whether standard output may show colours: a terminal, and NO_COLOR unset or empty.
  var outputTakesColour: Bool
  /// Whether standard error leads to the system's journal.
  var errorIsJournal = false
  /// Columns of the terminal on standard error, in characters.
  var columns: Int { Console.columnsNow() }

  /// Opens what the caller has closed of the three standard streams: the next file opened would
  /// take its number, and what is printed would land in a report.
  static func openMissingStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Looks at the process's own streams.
  static func current() -> Console {
    let noColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let dumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false
    return Console(
      errorIsTerminal: isatty(STDERR_FILENO) == 1,
      outputTakesColour: isatty(STDOUT_FILENO) == 1 && !noColour && !dumb,
      errorIsJournal: isJournal(STDERR_FILENO, getenv("JOURNAL_STREAM").map { String(cString: $0) })
    )
  }

  /// Whether a line can be written to standard error without waiting for a reader.
  ///
  /// `pipe(7)`: a write of up to `PIPE_BUF` bytes is atomic, and a pipe is ready only with that room.
  static var errorTakesLine: Bool {
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) == 1 && ready.revents & Int16(POLLOUT) != 0
  }

  /// Writes text to standard output.
  static func print(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes text to standard error.
  static func printError(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Whether a line on standard error would be taken at once.
  static var errorTakesMore: Bool {
    var watched = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, 0) == 1 && watched.revents & Int16(POLLOUT) != 0
  }

  /// Writes what others read from standard output: it must arrive whole.
  static func output(_ bytes: [UInt8]) throws(RunFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw RunFailure(writing: "standard output") }
      done += count
    }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let base = rest.baseAddress, rest.count > 0 {
        let written = Glibc.write(descriptor, base, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          return  // Nobody reads any more: nothing sensible is left to say.
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }

  /// systemd.exec(5), $JOURNAL_STREAM: "the device and inode numbers … of the file descriptor,
  /// separated by a colon", to be compared, since the stream may have been led elsewhere.
  static func isJournal(_ descriptor: Int32, _ variable: String?) -> Bool {
    var status = stat()
    guard let variable, fstat(descriptor, &status) == 0 else { return false }
    return variable == "\(status.st_dev):\(status.st_ino)"
  }

  private static func columnsNow() -> Int {
    let columns = Int(cplatform_terminal_columns(STDERR_FILENO))
    return columns > 0 ? columns : 80
  }
}

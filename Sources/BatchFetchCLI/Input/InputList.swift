internal import BatchFetch
internal import CPlatform
internal import Glibc

/// The inputs of a run, opened once: both passes read the very same files.
final class InputList: Sendable {
  /// One opened input.
  struct Source: Sendable {
    /// As the command line names it; `-` is standard input.
    var name: String
    /// Its place on the command line.
    var index = 0
    var descriptor: Int32
    /// Where the decoded bytes are kept for the second pass; nil for a file that can be read again.
    var spool: TemporaryFile?
    /// Whether it is read by position, as often as one likes.
    var isPositioned = true
  }

  let sources: [Source]
  /// Signalled to end a read that waits for a pipe.
  private let stop: Int32
  /// Descriptors of pipes that were left before their end: the last line kept of them may be torn.
  private let torn = Locked<Set<Int32>>([])
  private let readMarks: Locked<[InputMark]>

  /// How far each input was read in the first pass.
  var marks: [InputMark] { readMarks.withLock { $0 } }

  var names: [String] { sources.map(\.name) }

  /// Opens every input; what cannot be read twice is spooled in `spoolFolder` while it is read.
  ///
  /// Without such a folder one pass is all there is.
  init(_ names: [String], spoolFolder: String?) throws(RunFailure) {
    var opened: [Source] = []
    do throws(RunFailure) {
      for (index, name) in names.enumerated() {
        opened.append(try Self.open(name, spoolFolder: spoolFolder))
        opened[index].index = index
      }
    } catch {
      for source in opened { Self.close(source) }
      throw error
    }
    sources = opened
    readMarks = Locked(opened.map { _ in InputMark() })
    stop = cplatform_wake_create()
  }

  deinit {
    for source in sources { Self.close(source) }
    if stop >= 0 { Glibc.close(stop) }
  }

  /// Ends a pass that waits for input.
  func stopReading() { if stop >= 0 { cplatform_wake_signal(stop) } }

  /// Waits until a pipe has something to read; false when reading was stopped.
  func waitForInput(_ descriptor: Int32) -> Bool {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&watched, nfds_t(watched.count), -1) < 0 && errno == EINTR {}
    return watched[1].revents == 0
  }

  /// Remembers how far an input was read.
  func mark(_ source: Source, _ mark: InputMark) {
    readMarks.withLock { $0[source.index] = mark }
  }

  /// Remembers that a pipe was left before its end.
  func leave(_ source: Source) { _ = torn.withLock { $0.insert(source.descriptor) } }

  /// Whether a pipe was left before its end.
  func wasLeft(_ source: Source) -> Bool { torn.withLock { $0.contains(source.descriptor) } }

  private static func close(_ source: Source) {
    if source.descriptor != STDIN_FILENO { Glibc.close(source.descriptor) }
  }

  /// An input's name where messages speak of files: `list.ndjson`, or standard input.
  static func plainly(_ name: String) -> String { name == "-" ? "standard input" : name }

  /// The same where it is not said yet that it is an input.
  static func shown(_ name: String) -> String { name == "-" ? plainly(name) : "input \(name)" }

  private static func open(_ name: String, spoolFolder: String?) throws(RunFailure) -> Source {
    let isStandardInput = name == "-"
    // A named pipe without a writer must not hold the run here, where no signal could end it:
    // fifo(7): "A process can open a FIFO in nonblocking mode." Reading waits, and can be stopped.
    let descriptor =
      isStandardInput ? STDIN_FILENO : Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let shown = shown(name)
    guard descriptor >= 0 else {
      throw RunFailure(.input, "cannot read \(shown): \(explanation(errno))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw RunFailure(.input, "cannot read \(shown): \(explanation(errno))")
    }
    let kind = status.st_mode & S_IFMT
    var source = Source(name: name, descriptor: descriptor, spool: nil)
    if kind == S_IFDIR {
      close(source)
      throw RunFailure(.input, "cannot read \(shown): it is a folder; name a file in it")
    }
    // Standard input from a file may stand in its middle: it is read on from there, once.
    source.isPositioned = kind == S_IFREG && !isStandardInput
    if !source.isPositioned, let spoolFolder {
      do {
        source.spool = try TemporaryFile(in: spoolFolder)
      } catch {
        close(source)
        throw RunFailure(.output, "cannot keep \(shown) for the second pass: \(error)")
      }
    }
    return source
  }

  private static func explanation(_ number: Int32) -> String {
    let text = String(cString: strerror(number))
    switch number {
    case ENOENT: return "\(text); check the path"
    case EACCES, EPERM: return "\(text); check its permissions"
    case _ where Remedy.lacksDescriptors(number): return "\(text); \(Remedy.raiseLimit)"
    default: return text
    }
  }
}

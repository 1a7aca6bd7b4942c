import Glibc

/// One child process: what it is started with, and the wait for its end.
///
/// Foundation's `Process` is not used since it leaks an object at each run, which would hide leaks
/// of our own from the sanitizer.
struct CaseProcess: Sendable {
  /// The program's path first.
  var arguments: [String]
  var environment: [String: String]
  /// Where standard error goes; standard input and output are empty.
  var errors: String

  /// Blocks until the process has ended and gives its exit status, 128 more for a signal.
  func run(within limit: Duration, meanwhile: (@Sendable (pid_t) -> Void)?) throws -> Int32 {
    // The child alone holds the other end of the pair: end of file says that it is gone.
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw CaseFault("no descriptors left") }
    defer { close(ends[0]) }
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try spawn(holding: ends[1])
    }
    if let meanwhile { meanwhile(process) }
    var watched = [pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)]
    if poll(&watched, 1, Int32(limit.components.seconds) * 1000) == 0 { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private func spawn(holding end: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, end, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The child starts with no signal blocked or ignored, whatever these tests do.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let path = arguments[0]
    let failure = Self.withTexts(arguments) { arguments in
      Self.withTexts(environment.map { $0.key + "=" + $0.value }) { environment in
        posix_spawn(&process, path, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw CaseFault("\(path) cannot be started") }
    return process
  }

  /// The texts as a C array that ends with nil.
  private static func withTexts<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// Files read whole and plainly.
enum CaseFiles {
  /// The bytes of a file, or nil where there is none.
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}

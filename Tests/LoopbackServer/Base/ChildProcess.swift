import Glibc

/// A program started by us, with what it writes sent to a file or nowhere.
struct ChildProcess: Sendable {
  let number: pid_t

  /// Starts a program; `handing` is found by it under `handedDescriptor`.
  init(
    _ program: String, _ arguments: [String], environment: [String] = [], output: String? = nil,
    handing descriptor: Int32? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let descriptor {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Self.handedDescriptor)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let failed = posix_spawn(&child, program, &actions, nil, &words, &variables)
    guard failed == 0 else { throw LoopbackError("starting \(program)", code: failed) }
    number = child
  }

  static let handedDescriptor: Int32 = 100

  /// Asks the program to end.
  func terminate() { kill(number, SIGTERM) }

  /// Waits for the end and gives the exit code, or 128 and the signal as a shell does.
  @discardableResult
  func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 && errno == EINTR {}
    return status & 127 == 0 ? status >> 8 & 255 : 128 + status & 127
  }
}

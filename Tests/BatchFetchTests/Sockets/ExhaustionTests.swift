import Foundation
import Glibc
import LoopbackServer
import Testing

@testable import BatchFetch

/// This machine's own shortages are not the campaign's faults.
@Suite(.enabled(if: NginxServer.isInstalled)) struct ExhaustionTests {
  @Test("Without a free descriptor a fetch waits for that of an idle connection, and uses no try")
  func descriptors() async throws {
    // In a process of its own, which takes every descriptor there is.
    await #expect(processExitsWith: .success) {
      let folder = try #require(TestFolder())
      try Data("fine".utf8).write(to: URL(fileURLWithPath: folder.path + "/a"))
      let server = try NginxServer(serving: folder.path)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 128
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let settings = try loopbackSettings {
        $0.connectTo = ["::127.0.0.1:\(server.port)"]
        $0.timeLimit = .seconds(60)
        $0.retries = 1
      }
      try await withEngine(settings) { fetcher in
        #expect(await fetcher.fetch("http://a.test/a").failure == nil)
        var taken: [Int32] = []
        while true {
          let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
          if descriptor < 0 { break }
          taken.append(descriptor)
        }
        async let late = fetcher.fetch("http://b.test/a")
        #expect(await eventually { fetcher.counters.waiting == 1 })
        let result = await late
        #expect(result.failure == nil, "\(result.failure?.detail ?? "")")
        #expect(result.trail.attempts == 1)
        for descriptor in taken { close(descriptor) }
      }
      server.stop()
    }
  }
}

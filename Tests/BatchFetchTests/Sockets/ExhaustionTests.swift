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
        $0.backoffBase = .seconds(1)
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

  @Test("Where descriptors lack to the end every fetch has a local fault that says what to do")
  func lasting() async throws {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { _ in .ok("fine") }
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 128
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let settings = try loopbackSettings { $0.retries = 2 }
      try await withEngine(settings) { fetcher in
        while open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0 {}
        await withTaskGroup(of: FetchResult.self) { group in
          for number in 0..<200 { group.addTask { await fetcher.fetch(server.url("/\(number)")) } }
          for await result in group {
            #expect(result.failure?.code == .localFault)
            #expect(result.failure?.detail.contains("raise the limit") == true)
          }
        }
      }
      #expect(server.connectionCount == 0)
    }
  }

  @Test("Without a descriptor to look a name up a fetch waits, and the name is not blamed")
  func names() async throws {
    await #expect(processExitsWith: .success) {
      let names = try LoopbackNameServer([:], otherwise: .addresses(["127.0.0.1"]))
      let server = try LoopbackServer { _ in .ok("fine") }
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 128
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let settings = try loopbackSettings {
        $0.resolver.servers = [names.address]
        $0.backoffBase = .seconds(1)
      }
      try await withEngine(settings) { fetcher in
        var taken: [Int32] = []
        while true {
          let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
          if descriptor < 0 { break }
          taken.append(descriptor)
        }
        async let late = fetcher.fetch(server.url("/a", host: "a.test"))
        #expect(await eventually { fetcher.counters.waiting == 1 })
        for descriptor in taken { close(descriptor) }
        let result = await late
        #expect(result.failure == nil, "\(result.failure?.detail ?? "")")
        #expect(result.trail.attempts == 1)
      }
    }
  }
}

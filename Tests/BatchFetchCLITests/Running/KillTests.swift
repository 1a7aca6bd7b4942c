import BatchFetch
import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Killed at any moment, a run loses nothing", .serialized)
struct KillTests {
  /// A request as the server saw it.
  private struct Seen: Sendable {
    var path: String
    var connection: Int
    var at: ContinuousClock.Instant
  }

  /// When a process was killed, and when nothing was left of it.
  private struct Kill: Sendable {
    var at: ContinuousClock.Instant
    var over: ContinuousClock.Instant
  }

  /// What the server saw, and when.
  private final class Watch: Sendable {
    let seen = Locked<[Seen]>([])
    /// Requests that are still answered; nil: all of them, and at once.
    let allowance = Locked<Int?>(nil)

    func reply(to request: Request) -> Reply {
      seen.withLock {
        $0.append(Seen(path: request.path, connection: request.connection, at: .now))
      }
      let number = Int(request.path.split(separator: "/").last ?? "") ?? 0
      let reply = Self.kinds[number % Self.kinds.count]
      return allowance.withLock { left in
        guard let count = left else { return reply }
        left = count - 1
        return count > 0 ? reply.after(.wait(.milliseconds(50))) : .stallBeforeHead
      }
    }

    private static let kinds: [Reply] = [
      .ok(ProgramRun.picture, type: "image/png"), .ok(ProgramRun.picture, type: "image/jpeg"),
      .status(404), .ok("<!DOCTYPE html><p>no</p>", type: "text/html"), .ok([], type: "image/gif"),
    ]
  }

  /// Without a further try every request has a connection of its own, and none would tell the end of
  /// the one before it.
  private static let options = ["--concurrency", "8", "--retries", "1"]

  /// A list of so many lines over so many URLs, and a run against a server that is watched.
  private func watched(lines: Int, urls: Int) throws -> (run: ProgramRun, watch: Watch) {
    let watch = Watch()
    let run = try ProgramRun([Route("/n/", isPrefix: true) { watch.reply(to: $0) }])
    let list = (0..<lines).map {
      ProgramRun.line("/n/\($0 % urls)", id: $0, campaign: "c\($0 % 13)")
    }
    try run.scratch.write(list.joined())
    return (run, watch)
  }

  @Test("2,000 URLs, kill -9 at 50 random moments: the report is the undisturbed one, line by line")
  func duringDownloads() async throws {
    let (run, watch) = try watched(lines: 2_000, urls: 2_000)
    try await run.again(into: "undisturbed", options: Self.options)
    #expect(run.server.requestCount == 2_000)

    watch.seen.withLock { $0 = [] }
    var random = SeededMoments(state: 20_261_130)
    var kills: [Kill] = []
    let lag = Lag()
    for _ in 0..<50 {
      let server = run.server
      let (requests, pause) = (random.next(28), random.next(30))
      // A few more than are waited for: on a busy machine, too, no process comes to its end alive.
      watch.allowance.withLock { $0 = requests + 10 }
      let wanted = server.requestCount + requests
      let killed = Locked<ContinuousClock.Instant?>(nil)
      let ending = try await run(
        Self.options,
        meanwhile: { process in
          _ = server.waitForRequests(wanted, within: .seconds(60))
          // The moment itself is what is random here, not something waited for.
          poll(nil, 0, Int32(pause))
          killed.withLock { $0 = .now }
          kill(process, SIGKILL)
        })
      try #require(ending.status == 137, "\(ending.errors)")
      // What the process sent before its end is seen before the next one starts.
      #expect(server.waitUntilIdle(within: .seconds(60)))
      kills.append(Kill(at: try #require(killed.withLock { $0 }), over: .now))
    }
    watch.allowance.withLock { $0 = nil }
    let ending = try await run(Self.options)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(try MaskedReport(run).differences(from: MaskedReport(run, "undisturbed")) == [])
    check(watch.seen.withLock { $0 }, kills, grace: lag.end())
  }

  /// A fetch is made again only when it ended less than a second before the process did; `grace` is
  /// how long the machine let the journal's thread wait.
  private func check(_ seen: [Seen], _ kills: [Kill], grace: Duration) {
    var last: [String: Int] = [:]
    for (index, request) in seen.enumerated() { last[request.path] = index }
    #expect(last.count == 2_000)
    // The next request on a connection says that the one before it has ended.
    var ends: [Int: ContinuousClock.Instant] = [:]
    var following: [Int: ContinuousClock.Instant] = [:]
    for (index, request) in seen.enumerated().reversed() {
      ends[index] = following[request.connection]
      following[request.connection] = request.at
    }
    let again = seen.indices.filter { last[seen[$0].path] != $0 }
    let ages = again.compactMap { index in
      ends[index].flatMap { end in kills.first { $0.over >= end }.map { end.duration(to: $0.at) } }
    }
    #expect(ages.allSatisfy { $0 < .seconds(1) + grace })
    print(
      "kill test: \(kills.count) kills, \(seen.count) requests for 2000 URLs; made again: "
        + "\(again.count - ages.count) in flight, \(ages.count) ended, the oldest of these "
        + "\(ages.max() ?? .zero) before the kill")
  }

  @Test("Killed while the rows are written, a run asks nothing again and its report is whole")
  func duringReport() async throws {
    let (run, _) = try watched(lines: 5_000, urls: 50)
    try await run.again(into: "undisturbed", options: Self.options)
    var random = SeededMoments(state: 7)
    var statuses: [Int32] = []
    // A process that was faster than its killer leaves a whole report, and the next begins anew.
    var beginnings = 0
    let scratch = run.scratch
    while statuses.count < 20, statuses.count(where: { $0 == 137 }) < 4 {
      if beginsAnew(scratch) { beginnings += 1 }
      let pause = Int32(random.next(200))
      let whole = scratch.bytes("report/run.json")
      let ending = try await run(
        Self.options,
        meanwhile: { process in
          _ = eventually {
            CutRun.facts(scratch).count >= 50 || scratch.bytes("report/run.json") != whole
          }
          poll(nil, 0, pause)
          kill(process, SIGKILL)
        })
      try #require([0, 137].contains(ending.status), "\(ending.errors)")
      statuses.append(ending.status)
    }
    #expect(statuses.contains(137))
    if statuses.last != 0 {
      if beginsAnew(scratch) { beginnings += 1 }
      #expect(try await run(Self.options).status == 0)
    }
    #expect(run.server.requestCount <= 50 + 50 * beginnings)
    #expect(try MaskedReport(run).differences(from: MaskedReport(run, "undisturbed")) == [])
  }
}

/// Whether the next run finds no journal to go on from.
private func beginsAnew(_ scratch: Scratch) -> Bool {
  !scratch.names(in: "report.partial").contains(".journal.json")
}

/// Random numbers that are the same in every run: the generator of PCG's lineage, its high half.
private struct SeededMoments {
  var state: UInt64

  /// A number from 0 to `limit`.
  mutating func next(_ limit: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % (limit + 1))
  }
}

/// How much later than asked for the machine wakes a thread: the most that was seen in a while.
private final class Lag: Sendable {
  private let isOver = Locked(false)
  private let most = Locked(Duration.zero)
  private static let pause = Duration.milliseconds(20)

  init() {
    OwnThread.start("lag") { [isOver, most] in
      while !isOver.withLock({ $0 }) {
        let start = ContinuousClock.now
        poll(nil, 0, 20)
        let late = start.duration(to: .now) - Self.pause
        most.withLock { $0 = max($0, late) }
      }
    }
  }

  /// Twice as much, since the thread that wrote and the one that looked may both have waited.
  func end() -> Duration {
    isOver.withLock { $0 = true }
    return .seconds(1) + most.withLock { $0 } * 2
  }
}

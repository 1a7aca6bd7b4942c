import Testing

@testable import BatchFetch

@Suite struct LoopStateTests {
  private func moment(_ milliseconds: Int64) -> Moment {
    Moment(nanoseconds: milliseconds * 1_000_000)
  }

  private func starts(_ state: inout LoopState, _ now: Moment) -> [Int] {
    var started: [Int] = []
    while let job = state.nextStart(now) { started.append(job) }
    return started
  }

  @Test("Hosts take turns, and neither limit is passed")
  func fairness() {
    var state = LoopState(concurrency: 4, perHost: 2)
    for job in 0..<10 { state.accept(job, host: "a") }
    for job in 10..<13 { state.accept(job, host: "b") }
    #expect(starts(&state, moment(0)) == [0, 10, 1, 11])
    #expect(state.running == 4)
    #expect(state.queued == 9)
    state.end(0)
    #expect(starts(&state, moment(0)) == [2])
    state.end(10)
    state.end(11)
    #expect(starts(&state, moment(0)) == [12])
    #expect(state.running == 4 - 1)
  }

  @Test("A slot is filled again the moment it is free")
  func refill() {
    var state = LoopState(concurrency: 2, perHost: 8)
    for job in 0..<100 { state.accept(job, host: "h\(job % 3)") }
    var done = 0
    var running = starts(&state, moment(0))
    while let job = running.popLast() {
      #expect(running.count == min(1, 99 - done))
      state.end(job)
      done += 1
      running += starts(&state, moment(0))
    }
    #expect(done == 100)
    #expect(state.running == 0 && state.queued == 0)
  }

  @Test("A cancelled job is never handed out and leaves no count behind")
  func cancellation() {
    var state = LoopState(concurrency: 1, perHost: 1)
    for job in 0..<4 { state.accept(job, host: "a") }
    #expect(starts(&state, moment(0)) == [0])
    state.end(1)
    state.end(2)
    #expect(state.queued == 1)
    state.end(0)
    #expect(starts(&state, moment(0)) == [3])
    state.end(3)
    state.end(3)
    #expect(state.running == 0 && state.queued == 0 && state.waiting == 0)
    #expect(state.nextDue == nil)
  }

  @Test("A hop to a host without room waits for it, before that host's new jobs")
  func hops() {
    var state = LoopState(concurrency: 8, perHost: 1)
    state.accept(0, host: "a")
    state.accept(1, host: "b")
    #expect(starts(&state, moment(0)) == [0, 1])
    state.accept(2, host: "b")
    let goesOn = state.move(0, to: "b")
    #expect(!goesOn)
    #expect(starts(&state, moment(0)) == [])
    #expect(state.phase(0) == .queued)
    state.end(1)
    #expect(starts(&state, moment(0)) == [0])
    state.end(0)
    #expect(starts(&state, moment(0)) == [2])
  }

  @Test("A hop within its host goes on at once")
  func sameHost() {
    var state = LoopState(concurrency: 8, perHost: 1)
    state.accept(0, host: "a")
    _ = starts(&state, moment(0))
    let goesOn = state.move(0, to: "a")
    #expect(goesOn)
    #expect(state.running == 1)
  }

  @Test("A job that waits for its next try holds no slot")
  func waiting() {
    var state = LoopState(concurrency: 1, perHost: 1)
    state.accept(0, host: "a")
    state.accept(1, host: "b")
    #expect(starts(&state, moment(0)) == [0])
    state.wait(0, host: "a", until: moment(500))
    #expect(starts(&state, moment(0)) == [1])
    #expect(state.waiting == 1)
    state.end(1)
    state.advance(moment(499))
    #expect(starts(&state, moment(499)) == [])
    #expect(state.nextDue == moment(500))
    state.advance(moment(500))
    #expect(starts(&state, moment(500)) == [0])
  }

  @Test("A paused host is left alone until its time, by all its jobs, and others go on")
  func pause() {
    var state = LoopState(concurrency: 8, perHost: 8)
    state.accept(0, host: "a")
    _ = starts(&state, moment(0))
    state.pause("a", until: moment(2000))
    for job in 1..<4 { state.accept(job, host: "a") }
    state.accept(4, host: "b")
    #expect(starts(&state, moment(10)) == [4])
    #expect(state.nextDue == moment(2000))
    state.advance(moment(2000))
    #expect(starts(&state, moment(2000)) == [1, 2, 3])
  }

  @Test("A host that said 429 is asked one by one, further and further apart, to the end")
  func slowed() {
    var state = LoopState(concurrency: 8, perHost: 8)
    for job in 0..<4 { state.accept(job, host: "a") }
    #expect(starts(&state, moment(0)) == [0, 1, 2, 3])
    for job in 4..<8 { state.accept(job, host: "a") }
    state.slow("a", sent: moment(0), now: moment(0))
    #expect(state.slowedHosts == 1)
    for job in 0..<4 { state.end(job) }
    #expect(starts(&state, moment(0)) == [])
    state.advance(moment(250))
    #expect(starts(&state, moment(250)) == [4])
    state.slow("a", sent: moment(250), now: moment(250))
    state.end(4)
    state.advance(moment(749))
    #expect(starts(&state, moment(749)) == [])
    state.advance(moment(750))
    #expect(starts(&state, moment(750)) == [5])
    #expect(state.slowedHosts == 1)
  }

  @Test("A burst of 429 slows a host once, and good answers bring back some of its speed")
  func regained() {
    var state = LoopState(concurrency: 8, perHost: 8)
    for job in 0..<8 { state.accept(job, host: "a") }
    #expect(starts(&state, moment(0)).count == 8)
    for job in 0..<8 {
      state.slow("a", sent: moment(0), now: moment(Int64(10 + job)))
      state.end(job)
    }
    // 250 ms after the last of them, not 4 s.
    for job in 8..<200 { state.accept(job, host: "a") }
    state.advance(moment(267))
    #expect(starts(&state, moment(267)) == [8])
    var now: Int64 = 267
    var gaps: [Int64] = []
    for job in 8..<120 {
      state.answered("a")
      state.end(job)
      let from = now
      repeat {
        now += 1
        state.advance(moment(now))
      } while starts(&state, moment(now)).isEmpty
      gaps.append(now - from)
    }
    #expect(gaps.first == 250)
    #expect(gaps.last == 50)
    #expect(gaps == gaps.sorted(by: >))
    #expect(state.slowedHosts == 1)
    state.slow("a", sent: moment(now), now: moment(now))
    state.end(120)
    state.advance(moment(now + 99))
    #expect(starts(&state, moment(now + 99)).isEmpty)
    state.advance(moment(now + 100))
    #expect(starts(&state, moment(now + 100)) == [121])
  }

  @Test("Fewer run at once when descriptors are short")
  func shrinking() {
    var state = LoopState(concurrency: 100, perHost: 100)
    for job in 0..<200 { state.accept(job, host: "a") }
    #expect(starts(&state, moment(0)).count == 100)
    state.shrink()
    #expect(state.concurrency == 75)
    for _ in 0..<50 { state.shrink() }
    #expect(state.concurrency == 1)
  }
}

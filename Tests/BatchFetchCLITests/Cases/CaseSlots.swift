/// Lets so many tasks work at one time and makes the others wait their turn.
actor CaseSlots {
  static let shared = CaseSlots(6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  nonisolated func withSlot<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    await take()
    do {
      let result = try await body()
      await giveBack()
      return result
    } catch {
      await giveBack()
      throw error
    }
  }

  private func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

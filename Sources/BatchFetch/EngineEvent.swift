/// What the engine notices of the network while it works, told as it happens.
public enum EngineEvent: Sendable, Equatable {
  /// A host said 429 for the first time and is slowed for the rest of the run.
  case slowed(host: String)
  /// No answer of any kind comes any more: our own network is down.
  case offline
}

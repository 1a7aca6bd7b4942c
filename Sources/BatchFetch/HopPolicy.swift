/// What the caller lets the engine request, asked before each hop and before the first.
public struct HopPolicy: Sendable {
  /// Answers why a URL must not be requested, or `nil`; the first hop has index 0.
  public var refusal: @Sendable (_ url: String, _ hopIndex: Int) -> FetchFailure.Code?

  /// A policy that refuses what `refusal` names; by default nothing.
  public init(
    refusal: @escaping @Sendable (_ url: String, _ hopIndex: Int) -> FetchFailure.Code? = { _, _ in
      nil
    }
  ) {
    self.refusal = refusal
  }
}

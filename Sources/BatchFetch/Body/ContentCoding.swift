/// The content codings that a device asks for and undoes (T4, T5).
enum ContentCoding: Equatable {
  case gzip
  case deflate
  case brotli

  private static let names: [String: ContentCoding] = [
    "gzip": .gzip, "x-gzip": .gzip, "deflate": .deflate, "br": .brotli,
  ]

  /// More than this nobody stacks by accident.
  static let longestChain = 4

  /// The codings of a Content-Encoding value in the order they were applied, or `nil` when one of
  /// them is unknown.
  ///
  /// `gzip, br` is gzip first, then brotli; `zstd` is unknown.
  static func chain(_ value: String?) -> [ContentCoding]? {
    guard let value else { return [] }
    var codings: [ContentCoding] = []
    for part in value.split(separator: ",") {
      let name = part.lowercased().filter { $0 != " " && $0 != "\t" }
      if name.isEmpty || name == "identity" { continue }
      guard let known = names[name] else { return nil }
      codings.append(known)
    }
    return codings.count > longestChain ? nil : codings
  }
}

/// How far a decoding step came.
enum DecodingStep: Equatable {
  /// Everything given was used; more may come.
  case ready
  /// Whoever takes the output wants no more.
  case refused
  /// The input is not what its coding says.
  case corrupt
}

/// Undoes one content coding piece by piece.
protocol DecodingStage: AnyObject {
  /// Decodes all of `input`; `emit` takes the output and answers whether it wants more.
  func decode(
    _ input: UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep
  /// Whether the coded stream is at a proper end; a stream without one byte is.
  var isComplete: Bool { get }
}

/// Undoes a chain of content codings.
struct BodyDecoder {
  private let stages: [any DecodingStage]

  /// A decoder for codings in the order they were applied.
  init(_ codings: [ContentCoding]) {
    stages = codings.reversed().map { coding in
      switch coding {
      case .gzip: InflateStage(.gzip)
      case .deflate: InflateStage(.deflate)
      case .brotli: BrotliStage()
      }
    }
  }

  /// Decodes the next bytes of the body.
  func decode(
    _ input: UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep {
    decode(input, from: 0, emit: emit)
  }

  private func decode(
    _ input: UnsafeRawBufferPointer, from stage: Int,
    emit: (UnsafeRawBufferPointer) -> DecodingStep
  ) -> DecodingStep {
    guard stage < stages.count else { return emit(input) }
    return stages[stage].decode(input) { decode($0, from: stage + 1, emit: emit) }
  }

  /// Whether every stream came to its end: one cut short is no body (T7).
  var isComplete: Bool { stages.allSatisfy(\.isComplete) }
}

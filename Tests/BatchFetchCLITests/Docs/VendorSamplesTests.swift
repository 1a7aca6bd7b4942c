import Foundation
import Testing

@testable import AuditRules
@testable import BatchFetchCLI

@Suite("The sample pushes of the vendors")
struct VendorSamplesTests {
  private struct Sample {
    var id: String
    /// The word under `profile`, where the keys alone do not tell.
    var word: String?
    var payload: Payload
    /// What the keys alone lead to.
    var found: String
  }

  private func samples() throws -> [Sample] {
    var decoder = PayloadDecoder()
    func decode(_ line: String) throws -> Payload {
      try Array(line.utf8).withUnsafeBytes { try decoder.decode($0) }
    }
    return try Readme.text(of: "samples/vendors.ndjson").split(separator: "\n").map { line in
      let payload = try decode(String(line))
      let plain = line.replacing(#","profile":"\#(payload.profile.id)""#, with: "")
      return Sample(
        id: payload.id, word: plain == line ? nil : payload.profile.id, payload: payload,
        found: try decode(String(plain)).profile.id)
    }
  }

  @Test("Each profile has one, recognised by its keys, or named where they cannot tell")
  func recognised() throws {
    let samples = try samples()
    #expect(samples.map(\.id) == ProfileTable.standard.profiles.map(\.id))
    for sample in samples {
      #expect(sample.payload.profile.id == sample.id)
      #expect((sample.word == nil) == (sample.found == sample.id), "\(sample.id)")
      #expect(sample.payload.vendor?.isForeign != true, "\(sample.id)")
      #expect(sample.payload.campaign != Payload.noCampaign)
      #expect(sample.payload.warnings == Warnings(), "\(sample.id)")
    }
  }

  @Test("What they ask for is on the demo's server, but for one that falls back")
  func served() throws {
    let served = try Readme.text(of: "samples/www.tsv").split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map { "https://cdn.example.com/\($0)" }
    }
    for sample in try samples() {
      let all = [sample.payload] + sample.payload.furtherMedia
      let urls = all.flatMap { FetchPlan.make(for: $0, policy: TransportPolicy()).requests }
      #expect(!urls.isEmpty, "\(sample.id)")
      for url in urls where !served.contains(url) {
        #expect(sample.id == "swrve", "\(url)")
      }
    }
  }
}

import Foundation
import Testing

@testable import MediaProbe

@Suite("Samples")
struct SampleTests {
  let probe = MediaProbe.shared

  @Test("Every sample is what the manifest says", arguments: Sample.all)
  func everySample(_ sample: Sample) {
    let examination = probe.examine(sample.bytes)
    #expect(examination.type.mimeType == sample.type)
    #expect(examination.structure.rawValue == sample.structure)
    #expect(examination.note == nil)
  }

  @Test("The folder holds what the manifest lists, and little of it")
  func folder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Sample.folder.path)
    #expect(Set(files) == Set(Sample.all.map(\.file) + ["manifest.json"]))
    #expect(Sample.all.reduce(0) { $0 + $1.bytes.count } < 400_000)
    #expect(Sample.all.allSatisfy { $0.bytes.count < 24_000 })
  }

  @Test(
    "A copy in other memory and the array give one answer",
    arguments: ["clip.mp4", "truncated.jpg", "html_404.html", "tone.ogg"])
  func rawBuffer(_ file: String) {
    let bytes = Sample.bytes(file)
    let byBuffer = bytes.withUnsafeBytes { head in
      probe.examine(
        head: head, tail: UnsafeRawBufferPointer(rebasing: head.suffix(64)), byteCount: head.count)
    }
    #expect(byBuffer == probe.examine(bytes))
  }

  @Test("Every type of a sample but noise and nothing has an extension of its own")
  func extensions() {
    let anonymous = Set(["application/octet-stream", "application/x-empty"])
    for sample in Sample.all where !anonymous.contains(sample.type) {
      #expect(DetectedType(mimeType: sample.type).preferredExtension != "bin", "\(sample.type)")
    }
    #expect(DetectedType.unknown.preferredExtension == "bin")
    #expect(DetectedType.empty.preferredExtension == "bin")
  }

  @Test(
    "Saved files get the extension the system knows",
    arguments: [
      ("image/jpeg", "jpg"), ("image/png", "png"), ("image/gif", "gif"), ("image/heic", "heic"),
      ("audio/mpeg", "mp3"), ("audio/mp4", "m4a"), ("audio/x-wav", "wav"),
      ("audio/x-aiff", "aiff"), ("audio/x-caf", "caf"), ("video/mp4", "mp4"),
      ("video/quicktime", "mov"), ("video/mpeg", "mpg"), ("video/x-msvideo", "avi"),
      ("video/x-m4v", "m4v"), ("video/3gpp", "3gp"), ("text/html", "html"), ("no/such", "bin"),
    ])
  func preferredExtension(_ mimeType: String, _ expected: String) {
    #expect(DetectedType(mimeType: mimeType).preferredExtension == expected)
  }
}

import Testing

@testable import AuditRules

/// HTTP statuses (T3, T8) and the row of table O that they lead to.
@Suite("Statuses (T8)")
struct StatusRowTests {
  static let checking = TransportRowTests.endings.filter { $0.profile != "mapp" }

  @Test(
    "Anything outside 200...299 is a failure where the status is checked",
    arguments: [100, 199, 300, 304, 305, 306, 400, 401, 403, 404, 410, 429, 500, 503, 599, 999],
    checking)
  func failure(_ status: Int, _ ending: TransportRowTests.Ending) throws {
    let rig = Rig(url: "https://c.com/a.jpg", profile: ending.profile)
    let verdict = try rig.verdict(Rig.status(status))
    #expect(verdict.current.line == "\(ending.outcome) via handler: http_status")
    #expect(verdict.words == "")
  }

  @Test(
    "A redirect that leads nowhere is the answer", arguments: [301, 302, 303, 307, 308], checking)
  func redirect(_ status: Int, _ ending: TransportRowTests.Ending) throws {
    let rig = Rig(url: "https://c.com/a.jpg", profile: ending.profile)
    var verdict = try rig.verdict(Rig.status(status))
    #expect(verdict.current.line == "\(ending.outcome) via handler: redirect_without_target")
    verdict = try rig.verdict {
      Rig.status(status)(&$0)
      $0.failure = .redirectWithoutTarget
    }
    #expect(verdict.current.line == "\(ending.outcome) via handler: redirect_without_target")
  }

  @Test(
    "Every 2xx with a picture is well", arguments: [200, 201, 202, 203, 204, 205, 206, 226, 299],
    TransportRowTests.endings)
  func success(_ status: Int, _ ending: TransportRowTests.Ending) throws {
    let rig = Rig(url: "https://c.com/a.jpg", profile: ending.profile)
    let verdict = try rig.verdict(Rig.status(status))
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.words == "")
  }

  @Test(
    "Any 2xx without bytes attaches an empty file", arguments: [200, 204, 205, 206, 299],
    TransportRowTests.endings)
  func empty(_ status: Int, _ ending: TransportRowTests.Ending) throws {
    for bytes in [0, nil] {
      let rig = Rig(url: "https://c.com/a.jpg", profile: ending.profile)
      let verdict = try rig.verdict {
        Rig.status(status)(&$0)
        $0.bytes = bytes
        $0.detectedType = nil
        $0.structure = .notJudged
      }
      #expect(verdict.current.line == "blank via handler: empty_body")
    }
  }

  @Test(
    "mapp attaches an error's body: the bytes decide",
    arguments: [
      (404, "image/png", 10, "media", "ok", "error_status type_mismatch"),
      (404, "image/jpeg", 10, "media", "ok", "error_status"),
      (500, "image/webp", 10, "media", "ok", "error_status type_mismatch"),
      (404, "text/html", 10, "blank", "http_status", ""),
      (404, "video/mp4", 10, "blank", "http_status", ""),
      (404, "application/octet-stream", 10, "blank", "http_status", ""),
      (503, "application/json", 0, "blank", "http_status", ""),
      (301, "text/html", 10, "blank", "redirect_without_target", ""),
      (304, "text/html", 10, "blank", "http_status", ""),
      (404, "image/jpeg", 10_485_761, "original", "too_large", ""),
    ])
  func mapp(
    _ status: Int, _ type: String, _ bytes: Int, _ outcome: String, _ reason: String,
    _ warnings: String
  ) throws {
    let verdict = try Rig(url: "https://c.com/a.png", profile: "mapp").verdict {
      Rig.body(type, bytes: bytes)(&$0)
      Rig.status(status)(&$0)
    }
    #expect(verdict.current.line == "\(outcome) via handler: \(reason)")
    #expect(verdict.words == warnings)
    #expect(verdict.localName == "CFNetworkDownload_XXXXXX.tmp.jpg")
    #expect(verdict.fileExtension == "jpg")
  }

  @Test(
    "mapp's name never fails, whatever the URL", arguments: ["", "/", "/a%2Fb", "/%FF.png", "/x"])
  func mappName(_ path: String) throws {
    let verdict = try Rig(url: "https://c.com\(path)", profile: "mapp").verdict()
    #expect(verdict.current.line == "media via handler: ok")
    #expect(verdict.old == nil)
  }
}

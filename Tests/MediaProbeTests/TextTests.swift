import Testing

@testable import MediaProbe

@Suite("Texts")
struct TextTests {
  let probe = MediaProbe.shared

  static let svg = "<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>"
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  static let longComment = "<!-- " + String(repeating: "long ", count: 4000) + "-->"

  static let drawings = [
    svg, declaration + svg, "\u{FEFF}" + svg, "\u{FEFF}\n" + declaration + "\n" + svg,
    " \r\n\t" + svg, "<!-- hand -->" + svg, "<!-- a --><!-- b -->\n" + svg,
    declaration + longComment + svg, longComment + svg,
    declaration + "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://x/svg11.dtd\">" + svg,
    declaration + "<!DOCTYPE svg [ <!ENTITY a \"<b>\"> <!ENTITY c '>'> ]>" + svg,
    declaration + "<?xml-stylesheet href='a.css'?>" + svg, "<?xml-stylesheet href='a'?>" + svg,
    "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'/>", "<svg>", "<svg/>",
  ]

  @Test("An SVG is one, whatever stands before its root", arguments: drawings.indices)
  func drawing(_ index: Int) {
    let text = Self.drawings[index]
    #expect(probe.type(text) == "image/svg+xml")
    // libmagic knows some of them too; here it has no say.
    #expect(FuzzTests.examineAlone(Array(text.utf8)).0 == "image/svg+xml")
  }

  static let pages = [
    "<!DOCTYPE html><html></html>", "<!doctype HTML>\n<p>x", "<html><body>x", "<HTML>", "<Head>",
    "\u{FEFF}<html>", "\n\n <html>", "<!-- c --><html>", "<p>Gone</p>", "<div class='e'>x</div>",
    "<h1>404</h1>", "<script>location='/'</script>", "<br />\n<b>Warning</b>", "<a href='/'>x</a>",
    "<!DOCTYPE html><body><svg></svg></body>", "<!DOCTYPE html>\n<svg></svg>", "<img src='a.jpg'>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\"><html xmlns='y'>",
    "<meta http-equiv='refresh' content='0'>", longComment + "<html>",
  ]

  @Test("A page is one, whole or in part", arguments: pages.indices)
  func page(_ index: Int) {
    let text = Self.pages[index]
    #expect(FuzzTests.examineAlone(Array(text.utf8)).0 == "text/html", "\(text.prefix(60))")
  }

  static let otherXML = [
    declaration + "\n<Error><Code>AccessDenied</Code></Error>",
    declaration + "<html xmlns='http://www.w3.org/1999/xhtml'/>",
    declaration + "<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'/>",
    declaration + "<something/>", "<Error><Code>AccessDenied</Code></Error>\n",
    declaration + longComment,
  ]

  @Test("Other XML stays XML", arguments: otherXML.indices)
  func xml(_ index: Int) {
    #expect(probe.type(Self.otherXML[index]) == "text/xml", "\(Self.otherXML[index].prefix(80))")
  }

  static let plain = [
    "Forbidden", "<3 you", "a < b", "< html>", "<planet>", "<!-",
    "<!-- never closed", "[section]\nkey=value\n", "{curly} talk", "[1, 2", "{\"a\":1", "#EXT",
    "var a = [1,2,3],b=4;\nvar c = [1,2,3],d=4;\nvar e = [1,2,3],f=4;\n",
    "a,b,c\n1,2,3\n4,5,6\n", "true story",
  ]

  @Test("Other texts are plain", arguments: plain)
  func plainText(_ text: String) {
    #expect(probe.type(text) == "text/plain")
  }

  @Test("A playlist is told by its first line", arguments: ["", "\u{FEFF}"])
  func playlist(_ mark: String) {
    #expect(
      probe.type(mark + "#EXTM3U\n#EXT-X-VERSION:3\nclip.ts\n") == "application/vnd.apple.mpegurl")
  }

  @Test("Text in UTF-16 is read too", arguments: [true, false], [true, false])
  func wideText(_ bigEndian: Bool, _ marked: Bool) {
    func wide(_ text: String) -> [UInt8] {
      ((marked ? "\u{FEFF}" : "") + text).utf16.flatMap { unit -> [UInt8] in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return bigEndian ? bytes : bytes.reversed()
      }
    }
    #expect(probe.type(wide("<html><body>Verk\u{E4}uft \u{20AC}</body></html>")) == "text/html")
    #expect(probe.type(wide("<!DOCTYPE html>\n<html>")) == "text/html")
    #expect(probe.type(wide("<svg xmlns='x'></svg>")) == "image/svg+xml")
    #expect(probe.type(wide("<?xml version='1.0'?><Error/>")) == "text/xml")
  }

  static let json = [
    "{}", "[]", "{\"a\":1}", " \n[1, -2.5e+3, 0, 0.1, true, false, null, \"\\\"\\u00e9\"]\n",
    "\u{FEFF}{\"a\":{\"b\":[{}]}}", "[\"a\",[\"b\"]]", "{\"a\" : [ ] , \"b\" : { } }",
  ]

  @Test("An object or a list is JSON", arguments: json)
  func wholeJSON(_ text: String) {
    #expect(probe.type(text) == "application/json")
  }

  @Test("JSON that the head cuts off is JSON at every cut")
  func cutJSON() {
    let text = Array("{\"a\":[1,-2.5e3,true,null,{\"b\":\"\\\\x\"}],\"c\":\"d\"}".utf8)
    for length in 1..<text.count {
      let isJSON = text.prefix(length).withUnsafeBytes {
        JSONBeginning.isJSON(ByteView($0), isCut: true)
      }
      #expect(isJSON, "\(length)")
      let isWhole = text.prefix(length).withUnsafeBytes {
        JSONBeginning.isJSON(ByteView($0), isCut: false)
      }
      #expect(!isWhole, "\(length)")
    }
  }

  @Test(
    "Errors of JSON are seen",
    arguments: [
      "[1,]", "{\"a\":}", "{\"a\"}", "{a:1}", "[01]", "[1.]", "[.5]", "[1e]", "[+1]", "[tru]",
      "[trues]", "[\"a\nb\"]", "{\"a\":1]", "[1}", "[1 2]", "{} {}", "[1]x", "{,}", "[-]",
      "{\"a\":1,}",
    ])
  func brokenJSON(_ text: String) {
    let isJSON = Array(text.utf8).withUnsafeBytes {
      JSONBeginning.isJSON(ByteView($0), isCut: false)
    }
    #expect(!isJSON)
  }

  @Test("Brackets are followed to a depth of 512", arguments: [(512, true), (513, false)])
  func deepJSON(_ depth: Int, _ expected: Bool) {
    let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let isJSON = Array(brackets.utf8).withUnsafeBytes {
      JSONBeginning.isJSON(ByteView($0), isCut: false)
    }
    #expect(isJSON == expected)
  }

  @Test(
    "A body without bytes and bodies of one to three",
    arguments: [
      ([], "application/x-empty"), ([0xFF, 0xD8], "image/jpeg"),
      ([0xFF, 0xD8, 0xFF], "image/jpeg"),
      ([0xFF], "application/octet-stream"), ([0x00], "application/octet-stream"),
      ([0x89, 0x50], "application/octet-stream"), (Array("Hm\n".utf8), "text/plain"),
    ] as [([UInt8], String)])
  func short(_ bytes: [UInt8], _ type: String) {
    #expect(probe.type(bytes) == type)
  }
}

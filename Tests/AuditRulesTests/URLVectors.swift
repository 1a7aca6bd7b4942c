import Testing

/// What the two URL parsers in the field make of a string, and what the file is called then.
struct URLVector: Sendable, CustomTestStringConvertible {
  var text: String
  /// The parser of iOS 16 and earlier takes it.
  var old: Bool
  /// What the parser of iOS 17 and later makes of it; nil: nothing.
  var current: String?
  var last: String
  /// The extension of the download's path with the last component appended.
  var pathExtension: String

  init(
    _ text: String, old: Bool, current: String?, last: String = "", pathExtension: String = ""
  ) {
    self.text = text
    self.old = old
    self.current = current
    self.last = last
    self.pathExtension = pathExtension
  }

  var testDescription: String { text.debugDescription }
}

extension URLVector {
  /// Strings whose answer is the string itself on current phones are written with `same`.
  static func same(_ text: String, old: Bool = true, last: String, _ pathExtension: String) -> Self
  {
    URLVector(text, old: old, current: text, last: last, pathExtension: pathExtension)
  }

  static func nothing(_ text: String, old: Bool) -> Self {
    URLVector(text, old: old, current: nil)
  }

  /// A string that only the current parser takes.
  static func encoded(_ text: String, _ current: String, last: String, _ ext: String) -> Self {
    URLVector(text, old: false, current: current, last: last, pathExtension: ext)
  }

  static let all: [URLVector] = [
    .nothing("", old: true),
    .encoded(" ", "%20", last: " ", ""),
    .same("https://x", last: "", "tmp"),
    .same("https://x/", last: "/", "tmp"),
    .same("https://x/a/", last: "a", "tmpa"),
    .same("https://x/a//", last: "a", "tmpa"),
    .same("https://x.com/a.png", last: "a.png", "png"),
    .encoded("https://x.com/a b.png", "https://x.com/a%20b.png", last: "a b.png", "png"),
    .nothing(" https://x.com/a.png", old: false),
    .encoded("https://x.com/a.png ", "https://x.com/a.png%20", last: "a.png ", ""),
    .encoded("https://x.com/a.png\n", "https://x.com/a.png%0A", last: "a.png\n", "png\n"),
    .nothing("\u{9}https://x.com/a.png", old: false),
    .encoded("https://x.com/a|b.png", "https://x.com/a%7Cb.png", last: "a|b.png", "png"),
    URLVector(
      "https://x.com/a[1].png", old: true, current: "https://x.com/a%5B1%5D.png", last: "a[1].png",
      pathExtension: "png"),
    .encoded("https://x.com/a{1}.png", "https://x.com/a%7B1%7D.png", last: "a{1}.png", "png"),
    .encoded("https://x.com/a\"b.png", "https://x.com/a%22b.png", last: "a\"b.png", "png"),
    .encoded("https://x.com/a<b>.png", "https://x.com/a%3Cb%3E.png", last: "a<b>.png", "png"),
    .encoded("https://x.com/a\\b.png", "https://x.com/a%5Cb.png", last: "a\\b.png", "png"),
    .encoded("https://x.com/a^b.png", "https://x.com/a%5Eb.png", last: "a^b.png", "png"),
    .encoded("https://x.com/a`b.png", "https://x.com/a%60b.png", last: "a`b.png", "png"),
    .encoded("https://x.com/é.png", "https://x.com/%C3%A9.png", last: "é.png", "png"),
    .encoded("https://müller.de/a.png", "https://xn--mller-kva.de/a.png", last: "a.png", "png"),
    .same("https://xn--mller-kva.de/a.png", last: "a.png", "png"),
    .same("https://x.com/a%20b.png", last: "a b.png", "png"),
    .same("https://x.com/a%2Fb.png", last: "a/b.png", "png"),
    .same("https://x.com/a%2520b.png", last: "a%20b.png", "png"),
    .encoded("https://x.com/100%.png", "https://x.com/100%25.png", last: "100%.png", "png"),
    .encoded("https://x.com/a%zz.png", "https://x.com/a%25zz.png", last: "a%zz.png", "png"),
    .encoded(
      "https://x.com/a%20b c.png", "https://x.com/a%2520b%20c.png", last: "a%20b c.png", "png"),
    .same("https://x.com/%FF.png", last: "", "tmp"),
    .same("https://x.com/a%00b.png", last: "a\0b.png", "png"),
    .same("movie.mp4", last: "movie.mp4", "mp4"),
    .same("file://movie.mp4", last: "", "tmp"),
    .same("file:///movie.mp4", last: "movie.mp4", "mp4"),
    .same("file:movie.mp4", last: "movie.mp4", "mp4"),
    .same("//cdn/x.png", last: "x.png", "png"),
    .same("/x.png", last: "x.png", "png"),
    .same("cdn.example.com/x.png", last: "x.png", "png"),
    .same("cdn.example.com:443/x.png", last: "x.png", "png"),
    .same("localhost:8080/x.png", last: "x.png", "png"),
    .same("https:/x.com/a.png", last: "a.png", "png"),
    .same("https:x.com/a.png", last: "a.png", "png"),
    .same("https//x.com/a.png", last: "a.png", "png"),
    .same("http:///a.png", last: "a.png", "png"),
    .same("https://", last: "", "tmp"),
    .same("https:", last: "", "tmp"),
    .same("http://?", last: "", "tmp"),
    .same("://x/a.png", last: "a.png", "png"),
    .nothing("1http://x/a.png", old: true),
    .same("HTTPS://X.COM/A.JPG", last: "A.JPG", "JPG"),
    .nothing("https://x.com:abc/a.png", old: true),
    .same("https://x.com:99999/a.png", last: "a.png", "png"),
    .same("https://x.com:/a.png", last: "a.png", "png"),
    .same("https://user:pass@x.com/a.png", last: "a.png", "png"),
    .same("https://[::1]/a.png", last: "a.png", "png"),
    .nothing("https://[::1/a.png", old: true),
    .nothing("https://x .com/a.png", old: false),
    .same("https://x_y.com/a.png", last: "a.png", "png"),
    .nothing("https://x.com\\a.png", old: false),
    .same("https://x..com/a.png", last: "a.png", "png"),
    .same("https://x.com/a.png?x=1", last: "a.png", "png"),
    .same("https://x.com/img?f=a.png", last: "img", "tmpimg"),
    .same("https://x.com/a.png#f", last: "a.png", "png"),
    .same("https://x.com/a.jpg;v=1", last: "a.jpg;v=1", "jpg;v=1"),
    .same("https://x.com/a.jpg;v=1/", last: "a.jpg;v=1", "jpg;v=1"),
    .same("https://x.com/a/..", last: "..", ""),
    .same("https://x.com/..", last: "..", ""),
    .same("https://x.com/a/.", last: ".", ""),
    .same("https://x.com/a:b.png", last: "a:b.png", "png"),
    .same("https://x.com/.png", last: ".png", "png"),
    .same("https://x.com/a.PNG", last: "a.PNG", "PNG"),
    .same("https://x.com/a.jpg%3Fx=1", last: "a.jpg?x=1", "jpg?x=1"),
    .same("https://x.com/a.jpg%20", last: "a.jpg ", ""),
    .encoded(
      "https://x.com/a.png?x=[1]|{2}", "https://x.com/a.png?x=%5B1%5D%7C%7B2%7D", last: "a.png",
      "png"),
    .encoded(
      "https://x.com/a.png?u=http://y.com/a b", "https://x.com/a.png?u=http://y.com/a%20b",
      last: "a.png", "png"),
    .encoded("https://x.com/a#b#c.png", "https://x.com/a#b%23c.png", last: "a", "tmpa"),
    .encoded("https://x.com/😀.png", "https://x.com/%F0%9F%98%80.png", last: "😀.png", "png"),
    .same(
      "data:image/png;base64,iVBORw0KGgo=", last: "png;base64,iVBORw0KGgo=",
      "tmppng;base64,iVBORw0KGgo="),
    .same("ftp://x.com/a.png", last: "a.png", "png"),
    .same("blob:https://x/1", last: "1", "tmp1"),
    .encoded("{{media_url}}", "%7B%7Bmedia_url%7D%7D", last: "{{media_url}}", "tmp{{media_url}}"),
    .encoded("%%media%%", "%25%25media%25%25", last: "%%media%%", "tmp%%media%%"),
    .same("null", last: "null", "tmpnull"),
    .same("N/A", last: "A", "tmpA"),
    .same("#", last: "", "tmp"),
    .same("?", last: "", "tmp"),
    .same("https://x.com/a,b.png", last: "a,b.png", "png"),
    .same("https://x.com/a'b.png", last: "a'b.png", "png"),
    .same("https://x.com/a&amp;b.png", last: "a&amp;b.png", "png"),
    .same("https://x.com/%E4.png", last: "", "tmp"),
    .encoded(
      "https:\\\\x.com\\a.png", "https:%5C%5Cx.com%5Ca.png", last: "\\\\x.com\\a.png", "png"),
    .encoded(
      "https://x.com/a\u{200B}.png", "https://x.com/a%E2%80%8B.png", last: "a\u{200B}.png", "png"),
    .nothing("\u{FEFF}https://x.com/a.png", old: false),
    .encoded(
      "https://x.com/a.png\u{A0}", "https://x.com/a.png%C2%A0", last: "a.png\u{A0}", "png\u{A0}"),
  ]
}

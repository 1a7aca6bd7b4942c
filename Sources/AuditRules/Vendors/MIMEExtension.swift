/// File extensions by MIME type as Apple's platforms prefer them.
enum MIMEExtension {
  /// The preferred extension; nil where the system knows none.
  static func preferred(_ type: String) -> String? { table[type]?.first }

  /// Whether an extension is one of the type's own.
  static func names(_ type: String, _ fileExtension: String) -> Bool {
    table[type]?.contains(fileExtension.lowercased()) ?? false
  }

  /// The type part of a Content-Type header in lower case: `image/jpeg` of `Image/JPEG; q=1`.
  static func type(ofHeader header: String?) -> String? {
    guard let header else { return nil }
    let type = header.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    return type.isEmpty ? nil : type.lowercased()
  }

  /// The preferred extension first.
  private static let table: [String: [String]] = {
    var table: [String: [String]] = [:]
    for (types, extensions) in rows {
      for type in types.split(separator: " ") {
        table[String(type)] = extensions.split(separator: " ").map(String.init)
      }
    }
    return table
  }()

  private static let rows: [(types: String, extensions: String)] = [
    ("image/jpeg image/jpg image/pjpeg", "jpeg jpg jpe"),
    ("image/png image/x-png", "png"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("image/heic", "heic"),
    ("image/heif", "heif"),
    ("image/avif", "avif"),
    ("image/svg+xml", "svg"),
    ("image/bmp image/x-ms-bmp", "bmp"),
    ("image/tiff", "tiff tif"),
    ("image/x-icon image/vnd.microsoft.icon", "ico"),
    ("image/jp2", "jp2"),
    ("video/mp4", "mp4 mpg4"),
    ("video/x-m4v", "m4v"),
    ("video/quicktime", "mov qt"),
    ("video/mpeg", "mpg mpeg mpe m2v"),
    ("video/x-msvideo video/avi video/msvideo", "avi"),
    ("video/3gpp", "3gp 3gpp"),
    ("video/3gpp2", "3g2 3gp2"),
    ("video/webm", "webm"),
    ("audio/mpeg audio/mp3", "mp3"),
    ("audio/mp4 audio/x-m4a audio/m4a", "m4a"),
    ("audio/wav audio/x-wav audio/wave audio/vnd.wave", "wav wave"),
    ("audio/aiff audio/x-aiff", "aiff aif aifc"),
    ("audio/aac", "aac"),
    ("audio/x-caf", "caf"),
    ("audio/amr", "amr"),
    ("audio/basic", "au snd"),
    ("audio/ac3", "ac3"),
    ("audio/flac", "flac"),
    ("audio/ogg", "ogg"),
    ("text/html", "html htm"),
    ("text/plain", "txt text"),
    ("text/xml application/xml", "xml"),
    ("text/css", "css"),
    ("text/csv", "csv"),
    ("text/javascript application/javascript", "js"),
    ("application/json", "json"),
    ("application/pdf", "pdf"),
    ("application/zip", "zip"),
  ]
}

/// Uniform type identifiers by extension, as they are given for type hints.
enum TypeIdentifier {
  /// The extension that stands for a type; nil where the identifier is no known one.
  static func fileExtension(_ identifier: String) -> String? { table[identifier.lowercased()] }

  private static let table: [String: String] = [
    "public.jpeg": "jpeg", "public.png": "png", "com.compuserve.gif": "gif",
    "public.heic": "heic", "public.heif": "heif", "org.webmproject.webp": "webp",
    "public.webp": "webp", "public.avif": "avif", "public.svg-image": "svg",
    "public.tiff": "tiff", "com.microsoft.bmp": "bmp", "com.microsoft.ico": "ico",
    "public.mpeg-4": "mp4", "com.apple.m4v-video": "m4v", "com.apple.quicktime-movie": "mov",
    "public.mpeg": "mpg", "public.mpeg-2-video": "m2v", "public.avi": "avi",
    "public.3gpp": "3gp", "public.3gpp2": "3g2",
    "public.mp3": "mp3", "public.mpeg-4-audio": "m4a", "com.apple.m4a-audio": "m4a",
    "com.microsoft.waveform-audio": "wav", "public.aiff-audio": "aiff",
    "public.aifc-audio": "aifc", "com.apple.coreaudio-format": "caf",
    "public.html": "html", "com.adobe.pdf": "pdf", "public.plain-text": "txt",
  ]
}

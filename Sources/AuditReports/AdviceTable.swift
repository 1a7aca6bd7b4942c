internal import AuditRules

extension Advice {
  typealias Entry = (title: String, text: String)

  /// The table: the compiler proves that there is one entry per reason.
  static func entry(for reason: Reason) -> Entry {
    switch reason {
    case .ok: ("all well", "")
    // Payload.
    case .invalidUTF8:
      (
        "line is not UTF-8 text",
        "This line of the list is not in UTF-8, so no message can be read from it; have the list exported again as UTF-8 text."
      )
    case .invalidJSON:
      (
        "line is not valid JSON",
        "This line of the list is damaged and no message can be read from it; have it exported again with one complete JSON object per line."
      )
    case .notAnObject:
      (
        "line is not a message",
        "This line of the list holds a bare value and not a message; have it exported again with one JSON object per line."
      )
    case .lineTooLong:
      (
        "line is too long",
        "This line of the list is far too long to be one message; check the export for missing line breaks or embedded files."
      )
    case .profileUnknown:
      (
        "unknown app profile",
        "The line names an app profile that does not exist; correct the name or leave it out."
      )
    case .payloadTooLarge:
      (
        "message is too big",
        "The message is bigger than Apple accepts and will not be delivered; shorten its texts or drop data that it does not need."
      )
    case .noVisibleText:
      (
        "message has no text",
        "The message has no title, subtitle or text, so nothing will be displayed; give it at least a text."
      )
    case .pushTypeNotAlert:
      (
        "sent as a background message",
        "The message is sent as a background message, so its picture is never loaded; send it as an alert."
      )
    case .mutableContentOff:
      (
        "rich media is switched off",
        "The message does not let the app add its picture; switch on rich media (also called mutable content) for it in the push tool."
      )
    case .vendorKeyMissing:
      (
        "not marked as the vendor's message",
        "The app's vendor code looks for further fields beside the media link and leaves messages without them alone; send the message through the vendor's own tool."
      )
    case .noMediaURL:
      (
        "no media link",
        "The message names no picture or clip; add the media link if there should be one."
      )
    case .mediaURLEmpty:
      (
        "media link is empty",
        "The media link is empty; fill it in or check the data field that it is taken from."
      )
    case .mediaURLNotText:
      (
        "media link is not text",
        "The media link is not a text but a number, list or other value; enter one complete link that begins with https://."
      )
    // URL.
    case .urlUnparsable:
      (
        "media link is malformed",
        "The phone cannot read the media link because of characters that do not belong in a link; copy the link again and remove blanks and stray brackets."
      )
    case .urlRelative:
      (
        "media link is incomplete",
        "The media link is incomplete; enter the whole link from https:// to the file name."
      )
    case .templateNotFilled:
      (
        "placeholder was not filled",
        "The media link still holds a placeholder that should have been replaced; check the personalisation field and give it a default value."
      )
    case .urlSchemeUnsupported:
      (
        "kind of link is not loaded",
        "Phones do not load this kind of link; put the file on a web server and enter a link that begins with https://."
      )
    case .urlIsLocalFile:
      (
        "link to a file on a computer",
        "The media link points to a file on somebody's computer; upload the file and enter its https:// link."
      )
    case .urlIsData:
      (
        "picture is inside the link",
        "The picture is written into the link itself, which this app cannot use; upload it and enter its https:// link."
      )
    case .urlNoHost:
      (
        "media link names no server",
        "The media link names no server; enter the whole link including the domain, such as https://www.example.com/picture.jpg."
      )
    // Policy.
    case .httpNotSecure:
      (
        "link is not secure",
        "The media link begins with http:// and iPhones load secure links only; use the https:// link of the same file."
      )
    case .ipAddressHost:
      (
        "server is a bare number",
        "The media link names its server by a number, which newer iPhones refuse; use a link with a domain name and https://."
      )
    case .addressNotPublic:
      (
        "server is not public",
        "The media link leads to a server that can be reached inside a company network only; use a link that works from any phone."
      )
    // Network.
    case .dnsNotFound:
      (
        "server name does not exist",
        "The server named in the media link does not exist; check the domain for typing errors."
      )
    case .dnsFailure:
      (
        "server name is not answered",
        "The address of the server named in the media link could not be found out; ask whoever runs the domain to check its name service."
      )
    case .connectFailed:
      (
        "server does not answer",
        "The server of the media link does not accept connections; ask whoever runs it, or move the file to another server."
      )
    case .tlsUntrusted:
      (
        "certificate is not trusted",
        "iPhones do not trust the certificate of the server and make no secure connection to it; ask whoever runs the server for a certificate of a public authority."
      )
    case .tlsIncompleteChain:
      (
        "certificate is incomplete",
        "The server sends only part of its certificate, so some phones cannot make a secure connection; ask whoever runs it to install the intermediate certificate too."
      )
    case .tlsExpired:
      (
        "certificate has expired",
        "The certificate of the server is out of date or not valid yet, so no secure connection is made; ask whoever runs the server to renew it."
      )
    case .tlsWrongHost:
      (
        "certificate is for another name",
        "The certificate of the server belongs to another name than the one in the media link; use the name it was made for or have the certificate extended."
      )
    case .tlsTooOld:
      (
        "secure connection is outdated",
        "The server offers outdated kinds of secure connection only, which iPhones refuse; ask whoever runs it to update its settings."
      )
    case .tlsWeak:
      (
        "secure connection is too weak",
        "The secure connection or the certificate of the server is weaker than iPhones demand; ask whoever runs it to update its settings and certificate."
      )
    case .tlsFailed:
      (
        "secure connection failed",
        "No secure connection to the server could be made; open the link in a browser and ask whoever runs the server to check its settings."
      )
    case .connectionLost:
      (
        "download broke off",
        "The download broke off before the file was complete; ask whoever runs the server to check it, and try again."
      )
    case .badResponse:
      (
        "server answers nonsense",
        "The server does not answer in the way a web server does; check that the link is right and ask whoever runs the server."
      )
    case .contentDecodingFailed:
      (
        "compressed file is damaged",
        "The server sends the file in a damaged compressed form; ask whoever runs it to switch off compression for pictures and clips."
      )
    case .tooManyRedirects:
      (
        "forwarded too often",
        "The media link is forwarded again and again without reaching the file; enter the link at which the file really lies."
      )
    case .redirectNotSecure:
      (
        "forwarded to a link that is not secure",
        "The media link is forwarded to an http:// link, which iPhones refuse; enter the final link and make sure it begins with https://."
      )
    case .redirectSchemeUnsupported:
      (
        "forwarded to a kind of link that is not loaded",
        "The media link is forwarded to something that is no web link; enter the https:// link at which the file really lies."
      )
    case .redirectWithoutTarget:
      (
        "forwarded to nowhere",
        "The server forwards the media link without saying where to; enter the link at which the file really lies."
      )
    case .tooSlow:
      (
        "download takes too long",
        "The download takes longer than the half minute an iPhone allows; use a smaller file or a faster server."
      )
    case .rateLimited:
      (
        "server turned the audit away",
        "The server asked this audit to slow down until it gave up, so nothing is known of the file; run the audit again with fewer downloads at once."
      )
    case .proxyFailed:
      (
        "proxy refused the audit",
        "The proxy of this audit refused the download, so nothing is known of the file; ask whoever runs the audit to check the proxy."
      )
    case .auditOffline:
      (
        "audit was offline",
        "The audit itself had no network, so nothing is known of the file; run it again when the network is back."
      )
    // HTTP.
    case .httpStatus:
      (
        "server refuses the file",
        "The server answers with an error page and not with the file; check that the file is still there and open to everyone, or enter its new link."
      )
    // Rename.
    case .nameMissing:
      (
        "link has no file name",
        "The media link does not end in a file name that the app can use; use a link that ends in a name such as picture.jpg."
      )
    case .nameHasSlash:
      (
        "file name holds a slash",
        "The file name at the end of the media link holds an encoded slash, which the app cannot save; rename the file."
      )
    case .nameTooLong:
      (
        "file name is too long",
        "The file name at the end of the media link is too long for the app to save; give the file a short name."
      )
    case .nameInvalid:
      (
        "file name is not allowed",
        "The file name at the end of the media link holds a character that no file name may have; rename the file."
      )
    // Attachment.
    case .typeNotRecognised:
      (
        "link has no known file ending",
        "The media link does not end in a file ending that iPhones know; use a link that ends in .jpg, .png, .gif or .mp4 before any question mark."
      )
    case .typeNotSupported:
      (
        "file ending is not supported",
        "Notifications on iPhones do not show files with this ending; convert the file to JPEG, PNG, GIF, MP3 or MP4 and name it accordingly."
      )
    case .tooLarge:
      (
        "file is too big",
        "The file is bigger than iPhones show in a notification; keep pictures under 10 MB, sounds under 5 MB and clips under 50 MB."
      )
    // Bytes.
    case .emptyBody:
      (
        "file is empty",
        "The file behind the media link is empty; upload it again."
      )
    case .notMedia:
      (
        "not a picture, clip or sound",
        "Behind the media link is a web page or document and no picture, clip or sound; link to the file itself and not to a page that shows it."
      )
    case .wrongFamily:
      (
        "file ending does not fit the content",
        "The app expects another kind of media than the file holds, such as a clip where it takes pictures only or a clip named .jpg; correct the ending or link to the right file."
      )
    case .undecodable:
      (
        "picture is damaged",
        "The picture is damaged and cannot be drawn; save it again as JPEG or PNG and upload the new file."
      )
    // Tool.
    case .notChecked:
      (
        "not checked",
        "The audit did not check this file; run it again to the end."
      )
    }
  }
}

/// MPEG transport streams: packets that each begin with 0x47.
enum TransportStream {
  static func plain(_ body: BodyView) -> String? {
    // Of 188 bytes each, or 204 with error correction.
    isStream(body.head, first: 0, stride: 188) || isStream(body.head, first: 0, stride: 204)
      ? "video/mp2t" : nil
  }

  /// With a time code of four bytes before each packet, as camcorders and Blu-ray have it (M2TS).
  static func timed(_ body: BodyView) -> String? {
    isStream(body.head, first: 4, stride: 192) ? "video/mp2t" : nil
  }

  /// Four packets in a row, each in sync and with payload or adaptation field: no text has that.
  private static func isStream(_ head: ByteView, first: Int, stride: Int) -> Bool {
    (0..<4).allSatisfy { index in
      let packet = first + index * stride
      guard head[packet] == 0x47, let control = head[packet + 3] else { return false }
      return control & 0x30 != 0
    }
  }
}

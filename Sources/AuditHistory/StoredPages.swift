/// The stored media of one campaign in the order of their bytes, a page at a time.
///
/// A page is read whole before anything is written: rows that a statement is still walking over must
/// not change ("the behavior is undefined", https://www.sqlite.org/isolation.html).
struct StoredPages: ~Copyable {
  private static let pageSize = 512

  private let select: Statement
  private var page: [StoredMedia] = []
  private var place = 0
  private var isLastPage = true

  init(_ database: borrowing Database) throws(HistoryError) {
    select = try database.prepare(
      """
      SELECT \(StoredMedia.columns) FROM media WHERE campaign=? AND media_url>?
      ORDER BY media_url LIMIT \(Self.pageSize)
      """)
  }

  /// Goes to the first media of a campaign.
  mutating func start(campaign: Int) throws(HistoryError) {
    select.bind(1, campaign)
    try load(behind: "")
  }

  /// Goes to nothing: the campaign is new.
  mutating func startEmpty() {
    page = []
    place = 0
    isLastPage = true
  }

  /// The next media, which stays the next until `advance`.
  var next: StoredMedia? { place < page.count ? page[place] : nil }

  mutating func advance() throws(HistoryError) {
    place += 1
    if place == page.count, !isLastPage { try load(behind: page[place - 1].mediaURL) }
  }

  private mutating func load(behind url: String) throws(HistoryError) {
    page.removeAll(keepingCapacity: true)
    place = 0
    select.bind(2, url)
    while try select.step() { page.append(StoredMedia(select)) }
    isLastPage = page.count < Self.pageSize
  }
}

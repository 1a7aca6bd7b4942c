@main
enum Batchfetch {
  static func main() {}
}

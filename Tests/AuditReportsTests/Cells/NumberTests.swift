import Testing

@testable import AuditReports

struct NumberTests {
  @Test(
    "Whole numbers are written as Swift writes them",
    arguments: [0, 7, 10, -1, 99, 1_000_000, .max, .min])
  func whole(_ number: Int) { #expect(Pen.text { $0.put(number: number) } == String(number)) }

  @Test(
    "Fractions have their digits, the half rounded up",
    arguments: [
      (0, "0.000"), (1.2345, "1.235"), (0.0005, "0.001"), (0.0004, "0.000"), (29, "29.000"),
      (12.9996, "13.000"), (-1, "0.000"), (.nan, "0.000"), (1e-9, "0.000"),
      (123456.789, "123456.789"),
    ])
  func fixed(_ value: Double, _ expected: String) {
    #expect(Pen.text { $0.put(fixed: value, digits: 3) } == expected)
  }

  @Test(
    "Times are RFC 3339 in UTC with whole seconds",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-0.5, "1969-12-31T23:59:59Z"),
      (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (951_868_800, "2000-03-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"), (4_107_542_399.9, "2100-02-28T23:59:59Z"),
      (1_735_689_599, "2024-12-31T23:59:59Z"), (1_735_689_600, "2025-01-01T00:00:00Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
      (253_402_300_800, ""), (-62_167_219_201, ""), (.infinity, ""), (.nan, ""),
    ])
  func time(_ seconds: Double, _ expected: String) {
    #expect(Pen.text { $0.put(time: seconds) } == expected)
  }
}

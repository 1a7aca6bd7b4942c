import Foundation
import LoopbackServer
import Testing

@testable import BatchFetchCLI

@Suite("Disks that are full, read-only or others: a clear line, exit 4, the old report whole")
struct DiskFaultTests {
  /// A list of last night, and one of so many lines and URLs whose report is far bigger.
  ///
  /// The request for `held` is never answered the first time.
  private func run(lines: Int = 800, held: String? = nil) throws -> ProgramRun {
    let run = try ProgramRun([
      Route("/a/", isPrefix: true) { request in
        request.path == held && request.attempt == 1
          ? .stallBeforeHead : .ok(ProgramRun.picture, type: "image/png")
      }
    ])
    try run.scratch.write(ProgramRun.line("/a/0.png"), to: "old.ndjson")
    try run.scratch.write(
      (0..<lines).map { ProgramRun.line("/a/\($0 / 2).png", id: $0) }.joined())
    return run
  }

  /// Runs a script in which `disk` is a file system of its own with so much room and `run` the
  /// program; it is gone with the script.
  private static func onDisk(_ size: String, _ script: String) -> String {
    """
    mkdir disk && exec unshare -m sh -c 'mount -t tmpfs -o size=\(size) none disk || exit 99
    p="$1"; shift
    run() { input="$1"; shift; "$p" --input "$input" "$@"; }
    \(script)' sh "$@"
    """
  }

  @Test(
    "A disk that fills up: what was learned stays, and with more room the run goes on",
    .enabled(if: canMount))
  func full() async throws {
    let run = try run()
    let ending = try await run(
      io: [],
      shell: Self.onDisk(
        "400k",
        """
        run old.ndjson "$@" --output disk/report || exit 98
        cp -r disk/report before
        run list.ndjson "$@" --output disk/report; status=$?
        cp -r disk/report after; cp disk/report.partial/facts.ndjson kept
        mount -o remount,size=20m disk
        run list.ndjson "$@" --output disk/report || exit 97
        cp -r disk/report final; exit $status
        """))
    #expect(ending.status == 4, "\(ending.errors)")
    #expect(ending.errors.contains("free space and run again"), "\(ending.errors)")
    #expect(ending.errors.contains("going on where the run of "), "\(ending.errors)")
    for name in ProgramRun.files {
      #expect(run.scratch.bytes("before/\(name)") == run.scratch.bytes("after/\(name)"), "\(name)")
    }
    let kept = run.scratch.text("kept") ?? ""
    #expect(kept.hasSuffix("}\n") && kept.count > 50_000)
    #expect(try run.report("final").table("payloads.csv").rows.count == 800)
    // One more for the list of last night.
    let again = run.server.requestCount - 401
    #expect(again <= 400 - kept.split(separator: "\n").count)
  }

  @Test("A file system that is read-only is said before anything is asked", .enabled(if: canMount))
  func readOnly() async throws {
    let run = try run(lines: 4)
    let ending = try await run(
      io: [],
      shell: Self.onDisk(
        "4m",
        """
        run old.ndjson "$@" --output disk/report || exit 98
        mount -o remount,ro disk
        run list.ndjson "$@" --output disk/report; status=$?
        cp -r disk/report after; exit $status
        """))
    #expect(ending.status == 4)
    #expect(ending.errors.contains("lies on a read-only file system"), "\(ending.errors)")
    #expect(run.server.requestCount == 1)
    #expect(run.scratch.names(in: "after") == ProgramRun.files)
  }

  @Test(
    "A folder that is a file system of its own is filled inside, and gone on with after a kill",
    .enabled(if: canMount))
  func mountPoint() async throws {
    // The run cannot come to its end before it is killed, however busy the machine is.
    let run = try run(lines: 40, held: "/a/9.png")
    let ending = try await run(
      ["--concurrency", "1", "--per-host", "1"],
      io: [],
      shell: Self.onDisk(
        "4m",
        """
        run old.ndjson "$@" --output disk || exit 98
        "$p" --input list.ndjson "$@" --output disk & victim=$!
        until test -s disk/.partial/facts.ndjson; do
          kill -0 $victim || exit 96
          sleep 0.02
        done
        kill -KILL $victim; wait $victim
        test -e disk/campaigns.csv || exit 97
        run list.ndjson "$@" --output disk; status=$?
        cp -r disk final; exit $status
        """))
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.errors.contains("going on where the run of "), "\(ending.errors)")
    #expect(run.scratch.names(in: "final").filter { $0 != ".lock" } == ProgramRun.files)
    #expect(try run.report("final").table("payloads.csv").rows.count == 40)
  }

  @Test(
    "Where fetch has no room for a body the line is not answered: 75, and no end line",
    .enabled(if: canMount))
  func fetchWithoutRoom() async throws {
    let run = try ProgramRun([
      Route("/big.png", .ok([UInt8](repeating: 7, count: 1 << 20), type: "image/png")),
      // Without a byte it finds room whenever it comes.
      Route("/small.png", .ok([UInt8](), type: "image/png")),
    ])
    try run.scratch.write(
      ["big", "small"].map { "{\"url\":\"http://cdn.example.com/\($0).png\"}\n" }.joined(),
      to: "plan.ndjson")
    let ending = try await run(
      io: [],
      shell: Self.onDisk("256k", "run plan.ndjson \"$@\" --save-media disk")
        .replacing("\"$p\" --input", with: "\"$p\" fetch --input"))
    #expect(ending.status == 75, "\(ending.errors)")
    #expect(ending.errors.contains("1 URLs are not answered, run again: this machine ran out"))
    #expect(ending.output.contains("/small.png") && !ending.output.contains("\"complete\""))
  }

  @Test(
    "A file beyond the user's limit ends with 4 and a line, not with a signal",
    .disabled(if: Sanitizer.isThread))
  func fileLimit() async throws {
    let run = try run()
    #expect(try await run(io: ["--input", "old.ndjson", "--output", "report"]).status == 0)
    let before = ProgramRun.files.map { run.scratch.bytes("report/\($0)") }
    let ending = try await run(shell: "ulimit -f 64; exec \"$@\" </dev/null")
    #expect(ending.status == 4, "\(ending.errors)")
    #expect(ending.errors.contains("File too large"), "\(ending.errors)")
    #expect(ProgramRun.files.map { run.scratch.bytes("report/\($0)") } == before)
    #expect(try await run().status == 0)
  }

  @Test("Two runs at the same time on one history and two reports both end well")
  func oneState() async throws {
    let run = try run(lines: 200)
    let ending = try await run(
      io: ["--input", "list.ndjson"],
      shell: """
        p="$1"; shift
        set -- $(printf '%s\\n' "$@" | grep -vx -e --no-state)
        "$p" "$@" --state history --output one & first=$!
        "$p" "$@" --state history --output two || exit 90
        wait $first
        """)
    #expect(ending.status == 0, "\(ending.errors)")
    for name in ["one", "two"] {
      #expect(try run.report(name).table("payloads.csv").rows.count == 200)
    }
  }
}

/// Whether tests may mount: as root in a container that allows it.
private let canMount: Bool = {
  let process = CaseProcess(
    arguments: ["/bin/sh", "-c", "unshare -m sh -c 'mount -t tmpfs none /mnt'"],
    environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"], errors: "/dev/null")
  return (try? process.run(within: .seconds(10), meanwhile: nil)) == 0
}()

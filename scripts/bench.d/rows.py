"""What is measured: each row of the results is one function."""
import contextlib
import json
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import time

import corpus
import servers
from measure import Program, Rounds, run

OURS = "batchfetch"


class Bench:
    """What the rows share: the place, the servers, the programs, the sizes."""

    def __init__(self, base, made, server, peers, prefix, full, rounds, say):
        self.base, self.made, self.server, self.peers = base, made, server, peers
        self.prefix, self.full, self.rounds, self.say = prefix, full, rounds, say
        self.count = 10_000 if full else 2_000
        self.certificates = base / "ca.pem"

    def folder(self):
        """An empty folder for one run, the last run's taken away."""
        folder = self.base / "run"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "files").mkdir(parents=True)
        return folder

    def compare(self, programs):
        rounds = Rounds(programs)
        rounds.run(self.rounds, self.folder, self.prefix, self.say)
        return rounds

    def lists(self, origin, folder="m", count=None):
        urls = corpus.urls(self.made, count or self.count, origin, folder)
        return corpus.Lists(self.base, "list", urls)

    def once(self, command, check=None):
        return run(Program("", command, check), self.folder(), self.prefix)


def download(bench, origin, window, folder="m", everyone=True):
    """The audit of many URLs beside the C program and, if wanted, everyone else."""
    lists = bench.lists(origin, folder)
    programs = [bench.peers.audit(lists, window, bench.certificates),
                *bench.peers.limits(lists, window, bench.certificates)]
    if everyone:
        programs += bench.peers.downloaders(lists, window, bench.certificates)
    table = bench.compare(programs).table(OURS)
    lists.remove()
    return f"{lists.count:,} URLs, {window} at once.\n\n{table}"


def plain(bench):
    return download(bench, lambda _: f"http://127.0.0.1:{bench.server.plain}", 64)


def tls(bench):
    return download(bench, lambda _: f"https://localhost:{bench.server.tls}", 64, everyone=False)


def http2(bench):
    return download(bench, lambda _: f"https://localhost:{bench.server.http2}", 64,
                    everyone=False)


def latency(bench, delay):
    if not servers.has_latency():
        return "Not measured: nginx has no module that waits (libnginx-mod-http-lua)."
    origin = f"http://127.0.0.1:{bench.server.plain}"
    return download(bench, lambda _: origin, 256, f"d{delay}", everyone=False)


def window(bench):
    """One list at 50 ms latency with windows of several sizes."""
    if not servers.has_latency():
        return "Not measured: nginx has no module that waits (libnginx-mod-http-lua)."
    origin = f"http://127.0.0.1:{bench.server.plain}"
    lists = bench.lists(lambda _: origin, "d50", count=2_000)
    sizes = (8, 16, 32, 64, 128, 256, 512)
    programs = [bench.peers.audit(lists, size, bench.certificates, name=f"{OURS} {size}")
                for size in sizes]
    table = bench.compare(programs).table(f"{OURS} 64")
    lists.remove()
    return f"{lists.count:,} URLs of one host; \"our\" is the window of 64.\n\n{table}"


def hosts(bench):
    """As many TLS connections as URLs, each to a host of its own."""
    count = servers.HOSTS if bench.full else 400
    port = bench.server.tls
    lists = bench.lists(lambda number: f"https://h{number}.bench.test:{port}", count=count)
    detour = ["--connect-to", f"::127.0.0.1:{port}"]
    rounds = bench.compare([
        bench.peers.audit(lists, 64, bench.certificates, detour),
        *bench.peers.limits(lists, 64, bench.certificates, detour)])
    lists.remove()
    each = rounds.median(OURS, "cpu") / count * 1000
    table = rounds.table(OURS)
    return f"{count:,} hosts: **{each:.2f} ms** of CPU for each, all included.\n\n{table}"


def start(bench):
    """From the start of a program to its first request, and `--version`."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/a.jpg"
        lists = corpus.Lists(bench.base, "list", [url])
        starters = [bench.peers.audit(lists, 64, bench.certificates),
                    *bench.peers.limits(lists, 64, bench.certificates),
                    Program("curl", ["curl", "-s", "-o", "/dev/null", url])]
        first = {program.name: [] for program in starters}
        for _ in range(bench.rounds * 4):
            for program in starters:
                first[program.name].append(first_request(bench, listener, program))
        lists.remove()
    version = {name: [] for name in (bench.peers.batchfetch, "curl")}
    for _ in range(bench.rounds * 4):
        for name, samples in version.items():
            samples.append(bench.once([name, "--version"]).wall * 1000)
    lines = ["| program | first request after ms (min, median, max) |", "|---|---|"]
    for name, samples in first.items():
        lines.append(f"| {name} | {spread(samples)} |")
    lines += ["", "| program | `--version` ms (min, median, max) |", "|---|---|"]
    for name, samples in version.items():
        lines.append(f"| {pathlib.Path(name).name} | {spread(samples)} |")
    return "\n".join(lines)


def first_request(bench, listener, program):
    """Milliseconds until the program's request has come; then it is ended."""
    folder = bench.folder()
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*bench.prefix, *map(str, program.command)], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    connection, _ = listener.accept()
    connection.recv(1)
    taken = (time.perf_counter() - begun) * 1000
    process.send_signal(signal.SIGKILL)
    process.wait()
    connection.close()
    return taken


def spread(samples):
    return f"{min(samples):.1f}, **{statistics.median(samples):.1f}**, {max(samples):.1f}"


def many_payloads(bench):
    """Payloads that name few URLs: what a row costs beside the downloads themselves."""
    count = 1_000_000 if bench.full else 100_000
    origin = f"http://127.0.0.1:{bench.server.plain}"
    urls = corpus.urls(bench.made, count // 100, lambda _: origin)
    samples = {}
    for size in (len(urls), count):
        path = bench.base / "payloads.ndjson"
        corpus.write_payloads(path, size, urls)
        lists = corpus.Lists(bench.base, "list", [])
        lists.path["ndjson"].unlink()
        lists.path["ndjson"], lists.count = path, size
        program = bench.peers.audit(lists, 64, bench.certificates)
        samples[size] = [bench.once(program.command, program.check)
                         for _ in range(3 if bench.full else 1)]
        lists.remove()
    few, many = (min(samples[size], key=lambda sample: sample.wall) for size in (len(urls), count))
    problem = few.problem + many.problem
    return (f"{count:,} payloads that name {len(urls):,} URLs: {many.wall:.2f} s, "
            f"**{many.wall - few.wall:.2f} s** more than {len(urls):,} payloads that name the "
            f"same, {many.cpu - few.cpu:.2f} s of CPU more; peak **{many.memory:.0f} MB**, "
            f"{few.memory:.0f} MB for the few. {problem}")


def doubling(bench):
    """Plans of more and more different URLs: each doubling should cost twice.

    The least CPU of the rounds, the start of the program included. The last column is the cost of
    one payload beside that of the row before: 1.00 is linear.
    """
    counts = [10_000 * 2**power for power in range(7 if bench.full else 4)]
    if bench.full:
        counts.append(1_000_000)
    path = bench.base / "payloads.ndjson"
    lines = ["| payloads, each its own URL | wall s | CPU s | microseconds of CPU each | peak MB | "
             "beside the row before |", "|---|---|---|---|---|---|"]
    before = None
    for count in counts:
        corpus.write_payloads(
            path, count, lambda number: f"https://cdn.example.com/media/{number}/picture.jpg")
        best = min((bench.once([bench.peers.batchfetch, "--input", path, "--output", "report",
                                "--dry-run", "--no-state", "--quiet"])
                    for _ in range(bench.rounds)), key=lambda sample: sample.cpu)
        each = best.cpu / count * 1e6
        step = "" if before is None else f"{each / before:.2f}"
        before = each
        lines.append(f"| {count:,} | {best.wall:.2f} | {best.cpu:.2f} | {each:.1f} | "
                     f"{best.memory:.0f} | {step} | {best.problem}".rstrip())
        bench.say(lines[-1])
    path.unlink()
    return "\n".join(lines)


def tail(bench):
    """One host stalls and every twentieth URL never answers: the rest must not notice."""
    port = bench.server.plain
    count = 2_000
    limit = 3
    with contextlib.closing(socket.create_server(("127.0.0.1", 0), backlog=4096)) as silent:
        stalled = silent.getsockname()[1]

        def origin(number):
            return f"http://127.0.0.1:{stalled if number % 20 == 0 else port}"

        lists = bench.lists(origin, count=count)
        extra = ["--time-limit", limit, "--retries", 0]
        program = bench.peers.audit(lists, 64, bench.certificates, extra)
        program.command[program.command.index("--per-host") + 1] = 8
        sample = bench.once(program.command)
        lists.remove()
    waits = -(-(count // 20) // 8) * limit
    answered = bench.peers.count_rows(count, bench.base / "run")
    with open(bench.base / "run" / "report" / "facts.ndjson") as file:
        facts = [json.loads(line) for line in file]
    times = [fact["fetched_at"] for fact in facts if fact.get("http_status") == 200]
    first, last = min(times), max(times)
    return (f"{count:,} URLs, {count // 20} of them at a host that accepts and stays silent; "
            f"{limit} s each, 8 at once, so {waits} s at least: {sample.wall:.1f} s in all, "
            f"{answered}, these within {last - first:.1f} s. {sample.problem}".rstrip())


ROWS = {
    "plain": ("Plain HTTP/1.1", plain),
    "tls": ("TLS, HTTP/1.1", tls),
    "http2": ("TLS, HTTP/2", http2),
    "latency50": ("50 ms latency", lambda bench: latency(bench, 50)),
    "latency200": ("200 ms latency", lambda bench: latency(bench, 200)),
    "hosts": ("Hosts with a TLS connection each", hosts),
    "start": ("Start", start),
    "payloads": ("Many payloads, few URLs", many_payloads),
    "doubling": ("Doubling the input (--dry-run)", doubling),
    "window": ("Which window", window),
    "tail": ("A host that stalls", tail),
}

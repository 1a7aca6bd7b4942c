"""The programs that batchfetch is measured beside, as command lines."""
import csv
import functools
import json
import pathlib
import shutil
import subprocess
import sys

from measure import Program

HERE = pathlib.Path(__file__).resolve().parent
FILES = "files"


class Peers:
    """Finds and builds the programs once; `base` holds what is built."""

    def __init__(self, base, batchfetch, say):
        self.base, self.batchfetch, self.say = base, batchfetch, say
        self.reference = base / "reference"
        subprocess.run(["cc", "-O2", "-o", str(self.reference), str(HERE / "reference.c"),
                        "-lcurl", "-lmagic"], check=True)
        self.python = self.find_python()

    def find_python(self):
        """A Python with aiohttp, pycurl and python-magic; made on first use, None without them."""
        folder = HERE.parents[1] / ".build" / "bench-python"
        python = folder / "bin" / "python"
        wanted = "import aiohttp, pycurl, magic"
        if python.exists() and subprocess.run([python, "-c", wanted]).returncode == 0:
            return python
        made = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True)
        if made.returncode == 0:
            subprocess.run([python, "-m", "pip", "install", "-q", "aiohttp", "pycurl",
                            "python-magic"], capture_output=True)
            if subprocess.run([python, "-c", wanted], capture_output=True).returncode == 0:
                return python
        self.say("no Python packages aiohttp, pycurl, python-magic: these peers are left out")
        return None

    def audit(self, lists, window, certificates, extra=(), name="batchfetch"):
        """The full audit of a list."""
        check = functools.partial(self.count_rows, lists.count)
        return Program(name, [
            self.batchfetch, "--input", lists.path["ndjson"], "--output", "report",
            "--allow-http", "--allow-address", "127.0.0.0/8", "--ca-file", certificates,
            "--concurrency", window, "--per-host", window, "--no-state", "--quiet", *extra], check)

    @staticmethod
    def count_rows(count, folder):
        path = folder / "report" / "payloads.csv"
        with open(path, encoding="utf-8-sig", newline="") as file:
            answered = sum(row["http_status"] == "200" for row in csv.DictReader(file))
        return None if answered == count else f"{answered} of {count} answered"

    @staticmethod
    def count_files(count, folder):
        found = sum(1 for _ in (folder / FILES).iterdir())
        return None if found == count else f"{found} of {count} files"

    def limits(self, lists, window, certificates, extra=()):
        """The plain C program, with libmagic and without."""
        command = [self.reference, "--urls", lists.path["urls"], "--out", FILES, "-n", window,
                   "--ca", certificates, *extra]
        check = functools.partial(self.count_files, lists.count)
        return [Program("C, libcurl and libmagic", [*command, "--magic"], check),
                Program("C, libcurl, files only", command, check)]

    def downloaders(self, lists, window, certificates):
        """Common downloaders followed by `file`, and two libraries with libmagic in process."""
        path = lists.path
        plain = {
            "curl --parallel": [
                "curl", "-sS", "--parallel", "--parallel-max", window, "--fail", "--cacert",
                certificates, "--output-dir", FILES, "-K", path["curl"]],
            "wget2": [
                "wget2", "--no-config", "-q", "--progress=none", f"--max-threads={window}",
                "--no-robots", "--no-hsts", "--no-hpkp", "--no-ocsp", "--no-netrc", "--tries=1",
                f"--ca-certificate={certificates}", "-P", FILES, "-i", path["urls"]],
            "aria2c": [
                "aria2c", f"-j{window}", "-x1", "-s1", "-i", path["urls"], "-d", FILES,
                "--no-conf", "--quiet=true", "--file-allocation=none", "--max-tries=1",
                f"--ca-certificate={certificates}", "--disable-ipv6=true", "--enable-dht=false"],
        }
        check = functools.partial(self.count_files, lists.count)
        programs = []
        for name, command in plain.items():
            if not shutil.which(command[0]):
                continue
            programs.append(Program(name, command, check))
            words = ["sh", "-c", f'"$@" && find {FILES} -type f | file --mime-type -f - >types',
                     "sh", *command]
            programs.append(Program(f"{name}, then file", words, check))
        for name in ("pycurl", "aiohttp") if self.python else ():
            programs.append(Program(f"{name} and libmagic", [
                self.python, HERE / f"peer_{name}.py", path["urls"], FILES, window, certificates],
                check))
        return programs

    def versions(self):
        """One line for each program and library."""
        def first(*command):
            try:
                done = subprocess.run(command, capture_output=True, text=True)
            except OSError:
                return None
            return (done.stdout or done.stderr).strip().splitlines()[:1]

        commands = [[str(self.batchfetch), "--version"], ["curl", "--version"],
                    ["wget2", "--version"], ["aria2c", "--version"], ["file", "--version"],
                    ["nginx", "-v"], ["openssl", "version"]]
        lines = [line[0] for line in map(lambda words: first(*words), commands) if line]
        if self.python:
            script = ("import json, sys, importlib.metadata as m; print(json.dumps([f'{p} "
                      "{m.version(p)}' for p in ('aiohttp', 'pycurl', 'python-magic')]))")
            lines += json.loads(first(str(self.python), "-c", script)[0])
        return lines

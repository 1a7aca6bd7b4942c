"""Runs programs in turn and says what they took."""
import dataclasses
import os
import statistics
import subprocess
import time


@dataclasses.dataclass
class Sample:
    """One run: wall and processor seconds of the program and its children, peak megabytes."""
    wall: float
    cpu: float
    memory: float
    problem: str = ""


@dataclasses.dataclass
class Program:
    """A command line to measure; `check` says what is wrong with what it left, or nothing."""
    name: str
    command: list
    check: object = None


def run(program, folder, prefix=()):
    """One run of a program in a folder of its own."""
    with open(folder / "output.log", "wb") as log:
        start = time.perf_counter()
        process = subprocess.Popen(
            [*prefix, *map(str, program.command)], stdin=subprocess.DEVNULL, stdout=log,
            stderr=log, cwd=folder)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    sample = Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    if process.returncode != 0:
        tail = (folder / "output.log").read_bytes()[-300:].decode(errors="replace")
        sample.problem = f"exit {process.returncode}: {tail}"
    elif program.check:
        sample.problem = program.check(folder) or ""
    return sample


class Rounds:
    """Samples of several programs that were run in turn, so that drift meets all alike."""

    def __init__(self, programs):
        self.programs = programs
        self.samples = {program.name: [] for program in programs}

    def run(self, rounds, fresh_folder, prefix, say):
        for number in range(rounds):
            order = self.programs if number % 2 == 0 else self.programs[::-1]
            for program in order:
                sample = run(program, fresh_folder(), prefix)
                self.samples[program.name].append(sample)
                say(f"  {program.name:<28} wall {sample.wall:7.2f}  cpu {sample.cpu:7.2f}  "
                    f"{sample.memory:5.0f} MB  {sample.problem}")

    def median(self, name, field):
        return statistics.median(getattr(sample, field) for sample in self.samples[name])

    def ratios(self, name, other, field):
        """Minimum, median and maximum over the rounds of one program's share of another's."""
        pairs = zip(self.samples[name], self.samples[other])
        shares = sorted(getattr(a, field) / max(getattr(b, field), 1e-9) for a, b in pairs)
        return shares[0], statistics.median(shares), shares[-1]

    def table(self, name):
        """A Markdown table of all, with the ratios of `name` to each."""
        lines = ["| program | wall s (min to max) | CPU s | MB | our wall to its (min, median, max) "
                 "| our CPU to its |", "|---|---|---|---|---|---|"]
        for program in self.programs:
            samples = self.samples[program.name]
            walls = [sample.wall for sample in samples]
            cells = [program.name,
                     f"{statistics.median(walls):.2f} ({min(walls):.2f} to {max(walls):.2f})",
                     f"{self.median(program.name, 'cpu'):.2f}",
                     f"{self.median(program.name, 'memory'):.0f}"]
            if program.name == name:
                cells += ["", ""]
            else:
                cells += ["%.2f, **%.2f**, %.2f" % self.ratios(name, program.name, "wall"),
                          "%.2f" % self.ratios(name, program.name, "cpu")[1]]
            problems = [sample.problem for sample in samples if sample.problem]
            if problems:
                cells[0] += f" ({len(problems)} of {len(samples)} runs failed)"
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines)

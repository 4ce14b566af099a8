#!/usr/bin/env python3
"""Random CUDA kernels, and what a model that knows nothing of the CPU backend says about their races.

    random_kernels.py --seed 1 --count 100 --out FOLDER                    # programs and verdicts
    random_kernels.py --seed 1 --count 100 --out FOLDER --simtcc SIMTCC    # compiled, run and compared, too
    random_kernels.py --seed 1 --kernel 17 --out FOLDER --simtcc SIMTCC    # one of them again, alone

Every second kernel (the odd ones) has a mistake: a barrier is missing, or an index is another one. Some mistakes are
harmless. Of each program FOLDER/SEED_FIRST.cu, the file SEED_FIRST.json has the verdicts, written before it runs:

    race-free   no report may be made, and what the kernel writes has this checksum
    harmless    the same, in spite of a mistake
    races       a report must be made that names the line of an access that races; it is called imprecise, but
                counts as agreed, if the other line or a thread is not one of the pair's

A large run, of 2,000 right and 2,000 wrong ones, in all orders, takes about half an hour of two cores:

    random_kernels.py --seed 1 --count 4000 --order all --out /tmp/random --simtcc build-check/bin/simtcc

Prints a line for each disagreement, how often there was one of each class, and `N kernels, N agreed, N disagreed`.
Exit code 1 if there was one.
"""

import argparse
import json
import multiprocessing
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True  # beside the sources

import generator
import model
from program import write_program

HERE = Path(__file__).resolve().parent
SIDE = re.compile(r"^  \w+ +\S*?\.(cuh?):(\d+) by thread \((\d+),(\d+),0\) of block \((\d+),0,0\)", re.M)

IMPRECISE = "imprecise"  # one of the two lines is right: no disagreement


@dataclass
class Made:
    """A kernel and what the model says about it."""
    kernel: object
    kind: str
    change: str
    verdicts: list

    @property
    def races(self):
        return bool(self.verdicts[0].races)

    def name(self):
        return "races" if self.races else "harmless" if self.change else "race-free"

    def checksum(self):
        """None if it depends on the order of execution."""
        sums = {verdict.checksum for verdict in self.verdicts}
        return f"{sums.pop():08x}" if len(sums) == 1 else None

    def pairs(self, which):
        """((line, line), (thread, thread)) of all pairs of accesses."""
        for verdict in self.verdicts:
            for (a, _, b, _), threads in getattr(verdict, which).items():
                for one, other in threads:
                    yield (a.line, b.line), (one, other)

    def classes(self):
        """Where its races are: `shared in a warp`, `global in a block`, …"""
        found = set()
        for verdict in self.verdicts:
            for (a, _, _, _), threads in verdict.races.items():
                scope, _ = model.scope_of(self.kernel, threads)
                space = "shared" if any(place.array.is_shared for place in a.places()) else "global"
                if scope == "cluster" and space == "global":
                    scope = "grid"
                scope = scope.replace("tile", "warp")
                found.add(f"{space} in a {scope}")
        return found

    def is_ordered_by_exchanges(self):
        """Whether there is no race if shuffles and votes order memory."""
        return not model.judge(self.kernel, exchanges_order=True).races

    def as_json(self):
        lines = sorted({lines for lines, _ in self.pairs("races")})
        return {"kernel": self.kernel.number, "kind": self.kind, "change": self.change, "verdict": self.name(),
                "lines": lines, "classes": sorted(self.classes()), "checksum": self.checksum(),
                "same_value": self.verdicts[0].same_value}


# ---- one program ----

def make_program(arguments, numbers):
    made = [Made(*generator.make(arguments.seed, number, number % 2 == 1, arguments.exchanges_order))
            for number in numbers]
    path = Path(arguments.out) / f"{arguments.seed}_{numbers[0]}.cu"
    path.write_text(write_program([one.kernel for one in made], f"random_kernels.py --seed {arguments.seed}"))
    path.with_suffix(".json").write_text(json.dumps([one.as_json() for one in made], indent=1))
    return path, made


def run_program(task):
    """@return the disagreements, as (kernel, class, words), and the number of kernels of each verdict"""
    arguments, numbers = task
    path, made = make_program(arguments, numbers)
    count = Counter(one.name() for one in made)
    if not arguments.simtcc:
        return [], count
    program = path.with_suffix("")
    command = [arguments.simtcc, f"-I{HERE}", "-Xcompiler", "-w", path, "-o", program]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        return [(numbers[0], "compilation", compiled.stderr[:500])], count
    orders = ("forward", "reverse", "random") if arguments.order == "all" else (arguments.order,)
    wrong = []
    for one in made:
        for order in orders:
            found = disagreement(one, *run(program, one, order, arguments), arguments)
            if found:
                wrong.append((one.kernel.number, found[0], f"{found[1]} [{order}; {one.kind}; {one.change}]"))
                break
    if not wrong and not arguments.keep:
        program.unlink()
    return wrong, count


def run(program, one, order, arguments):
    # Threads that have exited in front of a barrier are let pass: the warning is of another kind.
    environment = dict(os.environ, SIMT_ORDER=order, SIMT_SEED=str(one.kernel.number + 1), SIMT_CHECK_BARRIER="live")
    try:
        result = subprocess.run([program, str(one.kernel.number)], capture_output=True, text=True, env=environment,
                                timeout=arguments.timeout, check=False)
    except subprocess.TimeoutExpired:
        return "", f"no end after {arguments.timeout} s"
    return result.stdout.strip(), result.stderr


# ---- what was said, and what it should have been ----

def disagreement(one, output, report, arguments):
    """None, or (class, words)."""
    if not one.races:
        if report:
            return "false alarm", first_lines(report)
        if one.checksum() is not None and output != one.checksum():
            return "result", f"{output} instead of {one.checksum()}"
        return None
    expected = "lines " + ", ".join(f"{a} and {b}" for a, b in sorted({lines for lines, _ in one.pairs("races")})[:4])
    if not report:
        missed = " or ".join(sorted(one.classes()))
        missed += ", over a shuffle or vote" if one.is_ordered_by_exchanges() else ""
        return None if one.classes() <= set(arguments.may_miss) else (f"missed: {missed}", expected)
    sides = SIDE.findall(report)
    if "simt: race" not in report or len(sides) < 2:
        return "another report", f"{expected}: {first_lines(report)}"
    kernel = one.kernel
    (line_a, thread_a), (line_b, thread_b) = [
        (int(line) if file == "cu" else -1, int(block) * kernel.threads + int(y) * kernel.width + int(x))
        for file, line, x, y, block in sides[:2]]
    pairs = list(one.pairs("races")) + list(one.pairs("unclear"))
    if not any({line_a, line_b} & set(lines) for lines, _ in pairs):
        return "other lines", f"{expected}: {first_lines(report)}"
    either = {((line_a, line_b), (thread_a, thread_b)), ((line_b, line_a), (thread_b, thread_a))}
    if not either & set(pairs):
        return IMPRECISE, f"{expected}: {first_lines(report)}"
    return None


def first_lines(report):
    return " | ".join(line.strip() for line in report.splitlines()[:3])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first kernel")
    parser.add_argument("--kernel", type=int, help="this one only")
    parser.add_argument("--out", required=True, help="folder for programs and verdicts")
    parser.add_argument("--simtcc", help="compile the programs with it, and run them")
    parser.add_argument("--order", choices=("forward", "reverse", "random", "all"), default="random")
    parser.add_argument("--per-program", type=int, default=50, help="kernels in one program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one kernel")
    parser.add_argument("--keep", action="store_true", help="keep compiled programs")
    parser.add_argument("--exchanges-order", action="store_true",
                        help="take shuffles and votes for barriers of the warp")
    parser.add_argument("--may-miss", action="append", default=[], metavar="CLASS",
                        help="no disagreement if only races of this class are missed, like `global in a block`")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    last = arguments.first + arguments.count
    numbers = list(range(arguments.first, last)) if arguments.kernel is None else [arguments.kernel]
    tasks = [(arguments, numbers[n:n + arguments.per_program]) for n in range(0, len(numbers), arguments.per_program)]
    verdicts, classes, disagreed = Counter(), Counter(), 0
    with multiprocessing.Pool(arguments.jobs) as pool:
        for wrong, count in pool.imap(run_program, tasks):
            verdicts += count
            disagreed += sum(name != IMPRECISE for _, name, _ in wrong)
            for kernel, name, words in wrong:
                classes[name] += 1
                print(f"--seed {arguments.seed} --kernel {kernel}: {name}: {words}", flush=True)
    for name, count in classes.most_common():
        print(f"{count:6} {name}")
    print(", ".join(f"{count} {name}" for name, count in sorted(verdicts.items())))
    if arguments.simtcc:
        print(f"{len(numbers)} kernels, {len(numbers) - disagreed} agreed, {disagreed} disagreed")
    return disagreed > 0


if __name__ == "__main__":
    sys.exit(main())

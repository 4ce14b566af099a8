#!/usr/bin/env python3
"""usage: speed_in_browser.py HTML NATIVE [REPEATS]

Measures the site's playground in headless Chromium, for the table in the README of this folder: from the click on Run or Check
to the result, the kernel's run alone, and how many times as long a program takes as on the CPU backend with one thread (a program in NATIVE, with
SIMT_WORKERS=1). The compiler is there: the first run of each program isn't counted. On a machine that others use, too, times of a clock say
little, so processor time is beside them: that of all of Chromium's processes, in which threads that work at the same time count each.
"""

import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from visitor import Visitor

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TICK = os.sysconf("SC_CLK_TCK")
PROGRAMS = ["vector_add", "matrix_add", "transpose_global", "bank_conflicts", "stencil"]
CHECKS = ["scale_vector", "moving_average"]


def processor_seconds(root_pid):
    """Of a process and all below it, in user mode."""
    parents, used = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid], used[pid] = int(fields[1]), int(fields[11]) / TICK

    def is_below(pid):
        while pid and pid != root_pid:
            pid = parents.get(pid, 0)
        return pid == root_pid

    return sum(seconds for pid, seconds in used.items() if is_below(pid))


def native_seconds(program):
    """The least of three runs with one thread: processor time in user mode."""
    def once():
        before = os.times().children_user
        subprocess.run([program], env={**os.environ, "SIMT_WORKERS": "1"}, stdout=subprocess.DEVNULL, check=True, cwd=ROOT)
        return os.times().children_user - before
    return min(once() for _ in range(3))


def measure(reader, repeats):
    """-> per repeat: seconds by the clock, of the processor, and those of the run alone by the clock"""
    pid, found = reader.browser.service.process.pid, []
    reader.go()
    for number in range(repeats):
        reader.write(reader.text() + f"// {number}\n")  # an edit
        before, began = processor_seconds(pid), time.monotonic()
        reader.run("void playground.go()")
        reader.wait_for("!playground.isBusy", 600)
        found.append((time.monotonic() - began, processor_seconds(pid) - before,
                      dict(reader.run("playground.times"))["run"] / 1000))
    return found


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.splitlines()[0])
    reader, native = Visitor(str(Path(sys.argv[1]).resolve())), Path(sys.argv[2])
    repeats = int(sys.argv[3]) if len(sys.argv) == 4 else 5
    try:
        print(f"{os.cpu_count()} × {re.search('model name.*: (.*)', Path('/proc/cpuinfo').read_text())[1]}, load {os.getloadavg()[0]:.0f}, "
              f"Chromium {reader.browser.capabilities['browserVersion']}, {repeats} repeats")
        print("| | median, s | least, s | processor (median), s | run alone (least), s | CPU backend, 1 thread, s | times as long |")
        print("|---|---|---|---|---|---|---|")
        for name in [f"program_{name}" for name in PROGRAMS] + [f"exercise_{name}" for name in CHECKS]:
            reader.open(name)
            if name.startswith("exercise_"):
                path = next(ROOT.glob(f"solutions/*/{name.removeprefix('exercise_')}.cu"))
                reader.write(path.read_text())
            wall, processor, alone = zip(*measure(reader, repeats))
            row = [f"{statistics.median(wall):.1f}", f"{min(wall):.1f}", f"{statistics.median(processor):.1f}", f"{min(alone):.2f}"]
            program = native / name.removeprefix("program_")
            if name.startswith("program_") and program.exists():
                seconds = native_seconds(program)
                row += [f"{seconds:.2f}", f"{min(alone) / seconds:.1f}"]
            else:
                row += ["", ""]
            print(f"| {name.partition('_')[2]} | {' | '.join(row)} |", flush=True)
    finally:
        reader.browser.quit()


if __name__ == "__main__":
    main()

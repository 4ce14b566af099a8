#!/usr/bin/env python3
"""usage: docs/measured/counters.py

Measures the kernels of common/tests/simt/calibration/patterns.cu with Nsight Compute on this machine's
GPU and writes common/tests/simt/calibration/patterns.csv, which CTest compares with the CPU backend;
then compares the two here and writes docs/measured/counters.md. Builds what it needs in build-cuda and
build-cpu. Needs ncu, and the right to use it.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

from model_equals_hardware import COLUMNS, describe_machine, figure, gpu_report

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "common/tests/simt/calibration"
PROGRAM = "calibration_patterns"


def run(*command, **options):
    return subprocess.run(command, check=True, cwd=ROOT, **options)


def measure(program):
    """A row of figures per launch, from Nsight Compute."""
    rows, code = gpu_report.measure([str(ROOT / program)])
    if code != 0:
        sys.exit(f"{program} ended with exit code {code}")
    return [{name: figure(row, name) for name in COLUMNS} for row in rows]


def model(program):
    """The same from the CPU backend, with what identifies the launch."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        run("env", f"SIMT_REPORT={file.name}", program, stdout=subprocess.DEVNULL)
        return list(csv.DictReader(open(file.name)))


def read_differences():
    with open(FOLDER / "differences.csv") as file:
        return {(row["kernel"], row["column"]): row for row in csv.DictReader(file)}


def main():
    for preset in "cuda", "cpu":
        run("cmake", "--preset", preset, "-DTUTORIAL_UNIT_TESTS=ON", stdout=subprocess.DEVNULL)
        run("cmake", "--build", f"build-{preset}", "--target", PROGRAM, stdout=subprocess.DEVNULL)
    hardware = measure(f"build-cuda/bin/{PROGRAM}")
    modelled = model(f"build-cpu/bin/{PROGRAM}")
    if len(hardware) != len(modelled):
        sys.exit(f"{len(hardware)} launches on the GPU, {len(modelled)} on the CPU backend")

    with open(FOLDER / "patterns.csv", "w") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["kernel", "grid", "block", *COLUMNS])
        for figures, row in zip(hardware, modelled):
            table.writerow([row["kernel"], row["grid"], row["block"], *figures.values()])

    known = read_differences()
    unexplained = equal = 0
    lines = []
    for figures, row in zip(hardware, modelled):
        notes = []
        for name, value in figures.items():
            mine = figure(row, name)
            if mine == value:
                equal += 1
                continue
            reason = known.get((row["kernel"], name), {}).get("reason", "**not explained**")
            unexplained += reason.startswith("**")
            notes.append(f"{name} {mine}, on the GPU {value}: {reason}")
        seen = ", ".join(f"{name} {value}" for name, value in figures.items() if value)
        lines.append(f"| `{row['kernel']}` | {row['grid']} | {seen} | {'; '.join(notes) or 'all'} |")
    with open(ROOT / "docs/measured/counters.md", "w") as file:
        print(
            f"# The model's counters against a GPU's\n\n"
            f"{len(hardware)} launches of [patterns.cu](../../common/tests/simt/calibration/patterns.cu) on "
            f"{describe_machine()}: {equal} of "
            f"{len(hardware) * len(COLUMNS)} figures are equal. `docs/measured/counters.py` measures, compares and "
            f"writes this page.\n\n| kernel | grid | what the GPU counted (not 0) | equal |\n|---|---|---|---|",
            *lines,
            sep="\n",
            file=file,
        )
    print(f"{equal} of {len(hardware) * len(COLUMNS)} figures equal, {unexplained} differences unexplained")
    return unexplained > 0


if __name__ == "__main__":
    sys.exit(main())

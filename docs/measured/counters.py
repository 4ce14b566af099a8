#!/usr/bin/env python3
"""usage: docs/measured/counters.py

Measures the kernels of common/tests/simt/calibration/patterns.cu with Nsight Compute on this machine's
GPU and writes common/tests/simt/calibration/patterns.csv, which CTest compares with the CPU backend;
then compares the two here and writes docs/measured/counters.md. Builds what it needs in build-cuda and
build-cpu. Needs ncu, and the right to use it.
"""

import csv
import io
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "common/tests/simt/calibration"
PROGRAM = "calibration_patterns"

REQUESTS = "l1tex__t_requests_pipe_lsu_mem_{}.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_{}.sum"
SHARED = "smsp__sass_inst_executed_op_shared_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
ISSUED_WAVEFRONTS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"

# Column of the table: the metrics that are added and those that are subtracted.
COLUMNS = {}
for space, operations in {
    "global": {"load": ["ld"], "store": ["st"], "atomic": ["atom", "red"]},
    "local": {"load": ["ld"], "store": ["st"]},
    "dshared": {"load": ["ld"], "store": ["st"], "atomic": ["atom", "redas"]},
}.items():
    for operation, ops in operations.items():
        name = f"{'distributed' if space == 'dshared' else space}_{operation}"
        COLUMNS[f"{name}_requests"] = [REQUESTS.format(f"{space}_op_{op}") for op in ops], []
        COLUMNS[f"{name}_sectors"] = [SECTORS.format(f"{space}_op_{op}") for op in ops], []
for operation, op in {"load": "ld", "store": "st"}.items():
    COLUMNS[f"shared_{operation}_requests"] = [SHARED.format(op)], []
    # Without what arbitration between requests in flight adds: it differs from run to run.
    COLUMNS[f"shared_{operation}_bank_conflicts"] = (
        [CONFLICTS.format(op), ISSUED_WAVEFRONTS.format(op)],
        [WAVEFRONTS.format(op)],
    )
COLUMNS["shared_atomic_requests"] = [SHARED.format("atom")], []
COLUMNS["shared_atomic_bank_conflicts"] = [ISSUED_WAVEFRONTS.format("atom")], [SHARED.format("atom")]
# A kernel's parameters are constant memory, too; each takes one request.
COLUMNS["constant_replays"] = ["idc__requests.sum"], ["smsp__inst_executed_op_ldc.sum"]


def run(*command, **options):
    return subprocess.run(command, check=True, cwd=ROOT, **options)


def measure(program):
    """A row of figures per launch, from Nsight Compute."""
    metrics = sorted({m for add, subtract in COLUMNS.values() for m in add + subtract})
    output = run(
        *["ncu", "--clock-control", "none", "--csv", "--page", "raw"],
        *["--metrics", ",".join(metrics), program],
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    lines = output.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        sys.exit(output)
    rows = list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))[1:]  # the first has the units

    def figure(row, metric):
        text = row.get(metric, "").replace(",", "")
        return 0 if text in ("", "n/a") else int(float(text))

    return [
        {
            name: sum(figure(row, m) for m in add) - sum(figure(row, m) for m in subtract)
            for name, (add, subtract) in COLUMNS.items()
        }
        for row in rows
    ]


def model(program):
    """The same from the CPU backend, with what identifies the launch."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        run("env", f"SIMT_REPORT={file.name}", program, stdout=subprocess.DEVNULL)
        rows = list(csv.DictReader(open(file.name)))
    for row in rows:
        row["constant_replays"] = int(row["constant_addresses"]) - int(row["constant_requests"])
    return rows


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
    gpu = run(
        *["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.splitlines()[0]
    version = run("ncu", "--version", stdout=subprocess.PIPE, text=True).stdout.split()
    version = version[version.index("Version") + 1]
    unexplained = equal = 0
    lines = []
    for figures, row in zip(hardware, modelled):
        notes = []
        for name, value in figures.items():
            mine = int(row[name])
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
            f"{gpu.replace(', ', ', driver ')}, Nsight Compute {version}: {equal} of "
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

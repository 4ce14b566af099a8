#!/usr/bin/env python3
"""usage: limits.py BIN [SIZE] >limits.ncu.txt

How busy each kind of unit is in the kernels of chapter 14, in percent of what it can do, as Nsight Compute measures
it. BIN has the programs as the preset `count` builds them, which launch every kernel once; SIZE is 4096 if not given.
"""

import csv
import io
import re
import subprocess
import sys
import tempfile

PROGRAMS = [f"product_{name}" for name in ("ladder", "vectors", "double_buffer", "pipeline", "wmma", "mma", "wgmma")]
# cuBLAS runs in each of them, and is of interest once for each type.
LIBRARY = {"product_pipeline": "cuBLAS, float", "product_mma": "cuBLAS, bfloat16"}
UNITS = {unit: metric + ".avg.pct_of_peak_sustained_elapsed" for unit, metric in {
    "multiply-add lanes": "sm__pipe_fma_cycles_active",
    "tensor cores": "sm__pipe_tensor_cycles_active",
    "issue slots": "sm__inst_issued",
    "shared memory and L1": "l1tex__throughput",
    "L2": "lts__throughput",
    "DRAM": "gpu__dram_throughput",
}.items()}
REGISTERS = "launch__registers_per_thread"


def variants(text):
    """The names of our rows in a program's tables: they are at the end of what ncu is to count, behind cuBLAS."""
    parts = next(line for line in text.splitlines() if " · cuBLAS · " in line).split(" · ")
    return parts[parts.index("cuBLAS") + 1:]


def measure(path, size):
    """-> (name of the variant, its metrics) of each kernel of a program"""
    with tempfile.NamedTemporaryFile(suffix=".csv") as log:
        command = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--log-file", log.name,
                   "--metrics", ",".join([*UNITS.values(), REGISTERS]), path, "--size", size]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        with open(log.name, encoding="utf-8") as file:
            lines = [line for line in file if line.startswith('"')]
    if done.returncode != 0:
        sys.exit(f"limits.py: {path} under ncu: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    kernels = [row for row in csv.DictReader(io.StringIO("".join(lines))) if row["ID"]]
    ours = [row for row in kernels if "Shape)" in row["Kernel Name"]]
    library = next(row for row in kernels if re.search("gemm|nvjet|cutlass", row["Kernel Name"]))
    names = variants(done.stdout)
    if len(names) != len(ours):
        sys.exit(f"limits.py: {path}: rows {names}, but kernels {[row['Kernel Name'] for row in ours]}")
    return [("cuBLAS", library), *zip(names, ours)]


def main():
    folder, size = sys.argv[1], (sys.argv[2:] or ["4096"])[0]
    print(f"--size {size}: percent of what each unit can do")
    print(f"{'variant':<27}" + "".join(f"{name:>{max(len(name) + 3, 9)}}" for name in [*UNITS, "registers"]))
    for program in PROGRAMS:
        for name, row in measure(f"{folder}/{program}", size):
            if name == "cuBLAS":
                if program not in LIBRARY:
                    continue
                name = LIBRARY[program]
            cells = [f"{float(row[metric]):.1f} %".rjust(max(len(unit) + 3, 9)) for unit, metric in UNITS.items()]
            print(f"{name:<27}" + "".join(cells) + row[REGISTERS].rjust(12))


if __name__ == "__main__":
    main()

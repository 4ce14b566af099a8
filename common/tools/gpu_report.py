#!/usr/bin/env python3
"""usage: common/tools/gpu_report.py [--csv FILE] [--more] [--timeout SECONDS] PROGRAM [ARGUMENT]...

Runs a CUDA program under Nsight Compute (ncu) and prints what each launch asked of the memory system:
the totals of the table that SIMT_REPORT=text prints on the CPU backend, on stderr as there.

--csv FILE         writes a row per launch instead, as SIMT_REPORT=FILE.csv does
--more             also hit rates of the caches, bytes of device memory, occupancy, instructions and
                   what warps waited for most, which only a GPU has
--timeout SECONDS  how long the program may take (600)

The exit code is the program's; 124 if it took too long, 125 if ncu could not count or no kernel was
launched, 126 if the program cannot be run, 127 if there is none.
"""

import csv
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

REQUESTS = "l1tex__t_requests_pipe_lsu_mem_{}.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_{}.sum"
SHARED = "smsp__sass_inst_executed_op_shared_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
ISSUED_WAVEFRONTS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
# Loads and stores of matrices, which the pipe counts with the others: instructions and wavefronts. Older GPUs
# have neither the instructions nor the metrics.
OF_MATRICES = {
    "ld": ("smsp__sass_inst_executed_op_ldsm.sum", ISSUED_WAVEFRONTS.format("ldsm")),
    "st": ("smsp__sass_inst_executed_op_shared_stsm.sum", ISSUED_WAVEFRONTS.format("stsm")),
}
NOT_OF_ALL_GPUS = {metric for metrics in OF_MATRICES.values() for metric in metrics}

# What the table calls the accesses of two columns, requests and the second; and its unit.
ACCESSES = {}
# Column of the CSV file: the metrics that are added, and those that are subtracted.
COLUMNS = {}


def _accesses(prefix, label, second, unit, requests, seconds, less=()):
    ACCESSES[prefix] = (label, f"{prefix}_{second}", unit)
    COLUMNS[f"{prefix}_requests"] = (requests, [])
    COLUMNS[f"{prefix}_{second}"] = (seconds, list(less))


def _memory(space, label, operation, hardware, ops):
    names = [f"{hardware}_op_{op}" for op in ops]
    _accesses(
        *[f"{space}_{operation}", f"{label} {operation}", "sectors", "sectors"],
        [REQUESTS.format(name) for name in names],
        [SECTORS.format(name) for name in names],
    )


def _shared(operation, op):
    matrices, of_matrices = OF_MATRICES[op]
    # Without what arbitration between requests in flight adds: it differs from run to run.
    _accesses(
        *[f"shared_{operation}", f"shared {operation}", "bank_conflicts", "bank conflicts"],
        [SHARED.format(op), matrices],
        [CONFLICTS.format(op), ISSUED_WAVEFRONTS.format(op), of_matrices],
        [WAVEFRONTS.format(op)],
    )


# In the order of common/simt/counters/report.cpp.
_memory("global", "global", "load", "global", ["ld"])
_memory("global", "global", "store", "global", ["st"])
_shared("load", "ld")
_shared("store", "st")
_memory("global", "global", "atomic", "global", ["atom", "red"])
_accesses(
    *["shared_atomic", "shared atomic", "bank_conflicts", "bank conflicts"],
    [SHARED.format("atom")],
    [ISSUED_WAVEFRONTS.format("atom")],
    [SHARED.format("atom")],
)
# The kernel's parameters are constant memory, too: what they need is counted with the rest.
_accesses(
    *["constant", "constant load", "addresses", "addresses"],
    ["smsp__inst_executed_op_ldc.sum"],
    ["idc__requests.sum"],
)
_memory("local", "local", "load", "local", ["ld"])
_memory("local", "local", "store", "local", ["st"])
_memory("distributed", "cluster", "load", "dshared", ["ld"])
_memory("distributed", "cluster", "store", "dshared", ["st"])
_memory("distributed", "cluster", "atomic", "dshared", ["atom", "redas"])
# Instructions of warps. The texture unit splits each into requests for 4 or 8 lanes, and
# l1tex__t_requests_pipe_tex_mem_texture counts those.
COLUMNS["texture_requests"] = ["smsp__inst_executed_op_texture.sum"], []

INSTRUCTIONS = "smsp__inst_executed.sum"
LANES = "smsp__thread_inst_executed_per_inst_executed.ratio"

# Of what hits: the metrics, and those of all. In L1 the sectors of global loads, in L2 those that L1 asks for:
# what common/tutorial/metrics.cpp calls L1 hits and L2 hits.
L1_HITS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"
L2_HITS = "lts__t_sectors_srcunit_tex_lookup_hit.sum"
L2_MISSES = "lts__t_sectors_srcunit_tex_lookup_miss.sum"
PERCENT = {
    "l1_hit_percent": (L1_HITS, COLUMNS["global_load_sectors"][0]),
    "l2_hit_percent": (L2_HITS, [L2_HITS, L2_MISSES]),
}
# Column of --more: its metric (or of PERCENT), and how the table writes it.
MORE = {
    "l1_hit_percent": (None, "L1 hits {:.1f} %"),
    "l2_hit_percent": (None, "L2 hits {:.1f} %"),
    "dram_read_bytes": ("dram__bytes_read.sum", "{:.0f} bytes read from device memory"),
    "dram_written_bytes": ("dram__bytes_write.sum", "{:.0f} written"),
    "occupancy_percent": (
        "sm__warps_active.avg.pct_of_peak_sustained_active",
        "occupancy {:.1f} %",
    ),
    "instructions": (INSTRUCTIONS, "{:.0f} instructions"),
}
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
STALLS = [
    *["barrier", "branch_resolve", "dispatch_stall", "drain", "imc_miss", "lg_throttle"],
    *["long_scoreboard", "math_pipe_throttle", "membar", "mio_throttle", "misc", "no_instruction"],
    *["not_selected", "short_scoreboard", "sleeping", "tex_throttle", "wait"],
]
# Of tile kernels, which no GPU counts.
OF_TILES = [
    f"tile_{op}{what}"
    for op in ("load", "store", "atomic")
    for what in ("s", "_elements", "_masked", "_bytes", "_sectors")
]
NAMES_OF_GPU = ["kernel", "case", "grid", "block", *COLUMNS, "active_lanes_percent"]
NAMES = [*NAMES_OF_GPU, *OF_TILES]
NAMES_OF_MORE = [*MORE, "largest_stall", "largest_stall_warps"]

FIND_NCU = (
    "ncu (Nsight Compute) is neither in PATH nor where the CUDA Toolkit puts it: install the toolkit's "
    "package nsight-compute, or add its folder to PATH"
)
ALLOW_COUNTERS = (
    "the driver lets only root read the GPU's counters (ERR_NVGPUCTRPERM): run this with sudo, or put "
    '"options nvidia NVreg_RestrictProfilingToAdminUsers=0" into /etc/modprobe.d/nvidia.conf and restart; '
    "in a container, start it with --cap-add=SYS_ADMIN"
)


class Problem(Exception):
    """What went wrong, in one line, and the exit code that tells it."""

    def __init__(self, text, code=125):
        super().__init__(text)
        self.code = code


def find_ncu():
    places = ["/usr/local/cuda/bin/ncu", *sorted(glob.glob("/opt/nvidia/nsight-compute/*/ncu"))[::-1]]
    found = next(filter(None, map(shutil.which, ["ncu", *places])), None)
    if found is None:
        raise Problem(FIND_NCU)
    return found


def kernel_name(signature):
    """`scale<float, 4>` from `void <unnamed>::scale<float, (int)4>(T1 *, int)`."""
    name = re.sub(r"\(anonymous namespace\)::|<unnamed>::", "", signature)
    name = re.sub(r"^void ", "", name)
    depth = 0
    for i, c in enumerate(name):
        depth += (c == "<") - (c == ">")
        if c == "(" and depth == 0 and i > 0:
            name = name[:i]
            break
    return re.sub(r"\((bool|(unsigned |signed )?(char|short|int|long long|long))\)(?=-?\d)", "", name)


def _figures(line):
    """A launch's metrics: None for what this GPU does not count."""

    def figure(text):
        try:
            value = float(text.replace(",", ""))
        except ValueError:  # "n/a", or nothing
            return None
        return value if value == value else None

    return {name: figure(text) for name, text in line.items() if "__" in name}


def _row(line, more):
    figures = _figures(line)

    def total(add, subtract=()):
        values = [figures.get(m) for m in [*add, *subtract]]
        values = [
            0 if value is None and metric in NOT_OF_ALL_GPUS else value
            for metric, value in zip([*add, *subtract], values)
        ]
        if None in values:
            return None
        return round(sum(values[: len(add)]) - sum(values[len(add) :]))

    row = {"kernel": kernel_name(line["Kernel Name"]), "case": ""}
    row["grid"], row["block"] = line["Grid Size"], line["Block Size"]
    row.update({name: total(*metrics) for name, metrics in COLUMNS.items()})
    lanes = figures.get(LANES)
    row["active_lanes_percent"] = None if lanes is None else round(100 * lanes / 32, 2)
    if more:
        row.update({name: figures.get(metric) for name, (metric, _) in MORE.items() if metric})
        for name, (hits, lookups) in PERCENT.items():
            some, every = figures.get(hits), total(lookups)
            row[name] = round(100 * some / every, 2) if some is not None and every else None
        stalls = {name: figures.get(STALL.format(name)) or 0 for name in STALLS}
        longest = max(stalls, key=stalls.get)
        row["largest_stall"] = longest if stalls[longest] > 0 else None
        row["largest_stall_warps"] = stalls[longest] if stalls[longest] > 0 else None
    row["instructions"] = total([INSTRUCTIONS])
    return row


def parse(log, more=False):
    """The launches in what `ncu --csv --page raw` has written: a header, the units, a line each."""
    rows, header = [], None
    for fields in csv.reader(line for line in log.splitlines() if not line.startswith("==")):
        if fields[:1] == ["ID"]:
            header = fields
        elif header and len(fields) == len(header) and fields[0].isdigit():
            rows.append(_row(dict(zip(header, fields)), more))
    return rows


def wanted_metrics(more=False):
    metrics = {m for add, subtract in COLUMNS.values() for m in [*add, *subtract]}
    metrics |= {INSTRUCTIONS, LANES}
    if more:
        metrics |= {metric for metric, _ in MORE.values() if metric}
        metrics |= {metric for hits, lookups in PERCENT.values() for metric in [hits, *lookups]}
        metrics |= {STALL.format(name) for name in STALLS}
    return metrics


def measure(command, more=False, timeout=600, **options):
    """Runs a program under ncu: a row for each launch, and the program's exit code."""
    ncu = find_ncu()
    program = shutil.which(command[0])
    if program is None:
        if os.path.exists(command[0]):
            raise Problem(f"{command[0]} is no program that can be run", 126)
        raise Problem(f"there is no program {command[0]}", 127)
    with tempfile.TemporaryDirectory() as folder:
        log_file = f"{folder}/log"
        process = subprocess.Popen(
            [
                *[ncu, "--clock-control", "none", "--target-processes", "all"],
                *["--csv", "--page", "raw", "--print-units", "base"],
                *["--print-kernel-base", "demangled", "--log-file", log_file],
                *["--metrics", ",".join(sorted(wanted_metrics(more))), program, *command[1:]],
            ],
            env={**os.environ, "LC_ALL": "C"},  # ncu writes numbers as the locale has them
            start_new_session=True,
            **options,
        )
        try:
            code = process.wait(timeout)
        except BaseException as error:  # the time is up, or Ctrl-C: the program ends with ncu
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise Problem(
                f"{command[0]} has not ended after {timeout} s. Under ncu, one kernel runs at a time and "
                "the host waits for it: what waits for another kernel, or for the host, waits for ever",
                124,
            ) from None
        log = ""
        if os.path.exists(log_file):
            with open(log_file, errors="replace") as file:
                log = file.read()
    if "ERR_NVGPUCTRPERM" in log:
        raise Problem(ALLOW_COUNTERS)
    rows = parse(log, more)
    failed = re.search(r"application returned an error code \((\d+)\)", log)
    if failed:
        return rows, int(failed[1])
    errors = re.findall(r"^==ERROR== (.*)", log, re.MULTILINE)
    if errors or (code != 0 and not rows):
        raise Problem(f"ncu: {errors[0] if errors else f'it ended with {code}, and without a word'}")
    return rows, code


def header():
    return f"  {'line':<5}  {'access':<14} {'requests':>12} {'lanes each':>12} {'fetched':>12} {'each':>12}"


def table(row):
    """The lines of one launch."""
    grid, block = (row[name].replace(" ", "") for name in ("grid", "block"))
    lines = [f"gpu: {row['kernel']}, grid {grid}, block {block}", header()]
    for prefix, (label, second, unit) in ACCESSES.items():
        requests, units = row[f"{prefix}_requests"], row[second]
        if not requests:
            continue
        fetched = ["-", "-"] if units is None else [units, f"{units / requests:.2f}"]
        lines.append(
            f"  {'total':<5}  {label:<14} {requests:>12} {'':>12} {fetched[0]:>12} {fetched[1]:>12} {unit}"
        )
    if row["texture_requests"]:
        lines.append(f"  {'total':<5}  {'texture fetch':<14} {row['texture_requests']:>12}")
    if row["instructions"] is not None and row["active_lanes_percent"] is not None:
        percent = row["active_lanes_percent"]
        lines.append(
            f"  {'total':<5}  {'instruction':<14} {row['instructions']:>12} {percent * 0.32:>12.2f} "
            f"active lanes ({percent:.1f} %)"
        )
    if "largest_stall" in row:
        more = [how.format(row[name]) for name, (_, how) in MORE.items() if row[name] is not None]
        if row["largest_stall"] is not None:
            stall = row["largest_stall"].replace("_", " ")
            more.append(f"most warps wait for: {stall} ({row['largest_stall_warps']:.2f} per instruction)")
        lines += [f"  {', '.join(some)}" for some in (more[:4], more[4:]) if some]
    return lines


def write_csv(rows, file, more=False):
    """As SIMT_REPORT=FILE.csv; what this GPU does not count is left empty."""
    names = NAMES + (NAMES_OF_MORE if more else [])
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow(["" if row.get(name) is None else row[name] for name in names])


def _options(arguments):
    csv_file, more, timeout = None, False, 600
    while arguments and arguments[0].startswith("-"):
        option = arguments.pop(0)
        if option in ("-h", "--help"):
            print(__doc__.rstrip())
            sys.exit(0)
        if option == "--more":
            more = True
        elif option == "--csv" and arguments:
            csv_file = arguments.pop(0)
        elif option == "--timeout" and arguments and arguments[0].isdigit():
            timeout = int(arguments.pop(0))
        else:
            raise Problem(f"{option}: no such option, or without its value; --help lists them")
    if not arguments:
        raise Problem(__doc__.splitlines()[0])
    return csv_file, more, timeout, arguments


def main():
    try:
        csv_file, more, timeout, command = _options(sys.argv[1:])
        if csv_file:
            open(csv_file, "w").close()  # before the program runs for minutes
        rows, code = measure(command, more, timeout)
        if csv_file:
            with open(csv_file, "w") as file:
                write_csv(rows, file, more)
        else:
            for row in rows:
                print(*table(row), sep="\n", file=sys.stderr)
        if code != 0:
            print(f"gpu_report: {command[0]} ended with exit code {code}", file=sys.stderr)
        elif not rows:
            raise Problem(f"{command[0]} has launched no kernel on a GPU")
        return code
    except OSError as error:
        print(f"gpu_report: {error.filename}: {error.strerror}", file=sys.stderr)
        return 125
    except Problem as problem:
        print(f"gpu_report: {problem}", file=sys.stderr)
        return problem.code


if __name__ == "__main__":
    sys.exit(main())

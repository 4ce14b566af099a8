#!/usr/bin/env python3
"""usage: beside_pytorch.py BIN [--rounds N] [--only attention|norms|softmax]

Times programs of chapter 16 (in BIN: build-cuda/bin, say) beside PyTorch, on this machine's GPU. In every round each
program and each function of PyTorch has its turn. A time is the median of the rounds (3), and in each of them the
median of 20 launches after two to warm up, as in the programs' tables. Attention is causal, in bfloat16, with heads of
128 numbers and 131,072 queries in all.
"""

import argparse
import re
import statistics
import subprocess
from functools import partial
from pathlib import Path

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

UNITS = {"µs": 1, "ms": 1e3}
FLOATS = 2 ** 26  # of the matrices with rows
GOALS = {"attention_mma: mma": 0.55, "attention_wgmma: wgmma": 0.75}  # of the fastest of PyTorch's


def microseconds(launch):
    """The median of 20 launches. Before each the GPU has something to do, so that it never waits for Python."""
    times = []
    for _ in range(2 + 20):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda._sleep(400_000)
        begin.record()
        launch()
        end.record()
        end.synchronize()
        times.append(1e3 * begin.elapsed_time(end))
    return statistics.median(times[2:])


def of_program(folder, name, variants, *arguments):
    """Runs a program, and -> the time of each variant in its first table."""
    run = subprocess.run([folder / name, *map(str, arguments)], capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{name}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
    table = run.stdout.split("\n\n")[0]
    times = {}
    for variant in variants:
        row = re.search(rf"^{re.escape(variant)} +([\d.]+) (µs|ms)", table, re.M)
        times[f"{name}: {variant.strip()}"] = float(row[1]) * UNITS[row[2]]
    return times


def of_pytorch(functions):
    return {name: microseconds(launch) for name, launch in functions.items()}


def in_turn(title, rounds, amount, unit, *contestants):
    """Prints the table of contestants, each a function -> {name: µs}. `amount` / µs is in that unit."""
    times = {}
    for _ in range(rounds):
        for contestant in contestants:
            for name, time in contestant().items():
                times.setdefault(name, []).append(time)
    medians = {name: statistics.median(of_it) for name, of_it in times.items()}
    best = min((name for name in medians if name.startswith("PyTorch")), key=medians.get)
    speed = f"speed, of {best}"
    print(f"\n{title}\n{'variant':<44}{'time':>11}{unit:>10}{'spread':>9}   {speed}", flush=True)
    for name, time in medians.items():
        spread = (max(times[name]) - min(times[name])) / time
        goal = f"  (goal: {GOALS[name]})" if name in GOALS else ""
        print(f"{name:<44}{time:>8.1f} µs{amount / time:>10.0f}{spread:>9.1%}   "
              f"{medians[best] / time:>{len(speed)}.2f}{goal}", flush=True)


def softmax(folder, rounds):
    for n, variant in ((1000, "a warp keeps the row"), (8000, "a block keeps the row"),
                       (40000, "a cluster keeps the row")):
        x = torch.randn(FLOATS // n, n, device="cuda")
        y = torch.empty_like(x)
        in_turn(f"softmax of {FLOATS // n} rows of {n}, GB/s of reading and writing once", rounds, 8e-3 * x.numel(), "GB/s",
                partial(of_program, folder, "softmax_rows", [variant], "--length", n),
                partial(of_pytorch, {"copy": lambda: y.copy_(x),
                                     "PyTorch softmax": lambda: torch.softmax(x, -1, out=y)}))


def norms(folder, rounds):
    n = 1024
    x, gain, bias = torch.randn(FLOATS // n, n, device="cuda"), torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
    y = torch.empty_like(x)
    in_turn(f"layer_norm of {FLOATS // n} rows of {n}, GB/s of reading and writing once", rounds, 8e-3 * x.numel(), "GB/s",
            partial(of_program, folder, "layer_norm", ["a warp keeps the row", "a warp keeps the row, float4"],
                    "--length", n),
            partial(of_pytorch, {"copy": lambda: y.copy_(x),
                                 "PyTorch layer_norm": lambda: functional.layer_norm(x, (n,), gain, bias)}))


def attention(folder, rounds):
    for n in (4096, 8192, 16384):
        heads = 2 ** 17 // n
        q, k, v = (torch.randn(1, heads, n, 128, device="cuda", dtype=torch.bfloat16) for _ in range(3))

        def with_backend(backend):
            with sdpa_kernel(backend):
                functional.scaled_dot_product_attention(q, k, v, is_causal=True)

        backends = {}
        for backend in (SDPBackend.FLASH_ATTENTION, SDPBackend.CUDNN_ATTENTION, SDPBackend.EFFICIENT_ATTENTION):
            try:
                with_backend(backend)
                backends[f"PyTorch {backend.name}"] = partial(with_backend, backend)
            except RuntimeError as error:
                print(f"without {backend.name}: {str(error).splitlines()[0]}", flush=True)
        arguments = "--size", n, "--heads", heads, "--naive", 0, "--causal", 1
        operations = 4 * 128 * heads * n * (n + 1) / 2
        in_turn(f"attention of {heads} heads with {n} queries, causal", rounds, operations / 1e6, "TFLOP/s",
                partial(of_program, folder, "attention_mma", ["mma"], *arguments),
                partial(of_program, folder, "attention_wgmma", ["wgmma"], *arguments),
                partial(of_pytorch, backends))


def decoding(folder, rounds):
    """Beside a copy that moves as many bytes as there are keys and values: half of them read, half written."""
    tokens, heads = 16384, 32
    lengths = tokens, (tokens + 1) // 2, tokens // 3 + 1, 1
    amount = sum(lengths) * heads * 128 * 2 * 2
    x = torch.empty(amount // 2, device="cuda", dtype=torch.uint8)
    y = torch.empty_like(x)
    in_turn(f"decoding with {heads} heads, texts of {', '.join(map(str, lengths))} tokens", rounds, amount / 1e3, "GB/s",
            partial(of_program, folder, "attention_decode", ["a block per query", "a block per 1024 keys",
                                                             "  joined by a block"], "--size", tokens, "--heads", heads),
            partial(of_pytorch, {"PyTorch copy of as many bytes": lambda: y.copy_(x)}))


PARTS = {"attention": (attention, decoding), "norms": (norms,), "softmax": (softmax,)}  # what matters most first


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=PARTS)
    given = parser.parse_args()
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, cuDNN {torch.backends.cudnn.version()}", flush=True)
    for part in PARTS[given.only] if given.only else (part for parts in PARTS.values() for part in parts):
        part(given.folder, given.rounds)


if __name__ == "__main__":
    main()

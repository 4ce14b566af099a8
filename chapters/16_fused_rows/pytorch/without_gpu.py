"""The operators without a GPU: each call runs the kernels on the CPU backend, in a process that reads and writes
files of floats. It is slow, and there to test."""

import os
import subprocess
import tempfile
from array import array
from pathlib import Path

import torch

REPOSITORY = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("LAYER_NORM_ON_FILES", REPOSITORY / "build/bin/layer_norm_on_files"))

if not PROGRAM.exists():
    raise SystemExit(f"PyTorch finds no GPU, and there is no {PROGRAM}: cmake --build build --target layer_norm_on_files")


def run(direction, inputs, shapes):
    """Has the program read each input from its file, and write results of these shapes."""
    rows, n = inputs["x"].numel() // inputs["x"].shape[-1], inputs["x"].shape[-1]
    with tempfile.TemporaryDirectory() as folder:
        for name, tensor in inputs.items():
            Path(folder, name).write_bytes(array("f", tensor.flatten().tolist()).tobytes())
        subprocess.run([PROGRAM, direction, str(rows), str(n), folder], check=True)
        return tuple(torch.frombuffer(bytearray(Path(folder, name).read_bytes()), dtype=torch.float32).reshape(shape)
                     for name, shape in shapes.items())


# The same two lines as in operator.cpp.
torch.library.define("by_chapter::layer_norm", "(Tensor x, Tensor gain, Tensor bias) -> (Tensor, Tensor, Tensor)")
torch.library.define("by_chapter::layer_norm_backward", "(Tensor dy, Tensor x, Tensor mean, Tensor scale, Tensor gain)"
                     " -> (Tensor, Tensor, Tensor)")


@torch.library.impl("by_chapter::layer_norm", "cpu")
def forward(x, gain, bias):
    rows = x.numel() // x.shape[-1]
    return run("forward", {"x": x, "gain": gain, "bias": bias}, {"y": x.shape, "mean": [rows], "scale": [rows]})


@torch.library.impl("by_chapter::layer_norm_backward", "cpu")
def backward(dy, x, mean, scale, gain):
    return run("backward", {"dy": dy, "x": x, "mean": mean, "scale": scale, "gain": gain},
               {"dx": x.shape, "dgain": gain.shape, "dbias": gain.shape})

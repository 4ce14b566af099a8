#!/usr/bin/env python3
"""Compares layer_norm with PyTorch's own, and its gradients with differences. Exit code 77: there is no PyTorch."""

import faulthandler
import subprocess
import sys
import warnings

try:
    import torch
except ImportError:
    print("skipped: this Python has no PyTorch (pip install torch)")
    sys.exit(77)

from torch.autograd import gradcheck
from torch.nn import functional

from layer_norm import DEVICE, layer_norm

ROWS_OF = (1, 31, 32, 33, 257, 1000, 1023, 1024)


def random_inputs(*shape):
    """x, gain and bias, of which gradients are wanted."""
    n = shape[-1]
    values = torch.randn(shape), torch.rand(n) + 0.5, torch.randn(n)
    return [value.to(DEVICE).requires_grad_() for value in values]


def results(norm, inputs, dy):
    """y, dx, dgain, dbias"""
    y = norm(*inputs)
    return [y.detach(), *torch.autograd.grad(y, inputs, dy)]


def in_double(x, gain, bias):
    return functional.layer_norm(x, gain.shape, gain, bias)


def compare(inputs, dy):
    """No result may be further from PyTorch's in double precision than a few roundings of the largest."""
    doubles = [value.detach().double().requires_grad_() for value in inputs]
    for name, ours, exact in zip(("y", "dx", "dgain", "dbias"), results(layer_norm, inputs, dy),
                                 results(in_double, doubles, dy.double())):
        error = (ours - exact).abs().max().item() / exact.abs().max().clamp(min=1).item()
        assert error < 1e-5, f"{name} of {tuple(dy.shape)} is off by {error:.1e}"


def test_lengths():
    for n in ROWS_OF:
        for rows in (1, 33):
            compare(random_inputs(rows, n), torch.randn(rows, n, device=DEVICE))


def test_shapes():
    """More dimensions, another order in memory, and the gradient that sum() hands back: a single number, expanded."""
    compare(random_inputs(3, 5, 48), torch.randn(3, 5, 48, device=DEVICE))
    _, gain, bias = random_inputs(40, 48)
    transposed = torch.randn(48, 40, device=DEVICE).t().requires_grad_()
    compare([transposed, gain, bias], torch.ones(1, 1, device=DEVICE).expand(40, 48))


def test_gradients():
    """A long step, because differences of float32 are good to few digits; PyTorch would rather have double."""
    warnings.filterwarnings("ignore", message=".*not a double precision")
    assert gradcheck(layer_norm, random_inputs(2, 17), eps=1e-2, atol=2e-3, rtol=2e-3)


def test_registration():
    """Schema, fake results and autograd fit together: what torch.compile relies on."""
    torch.library.opcheck(torch.ops.by_chapter.layer_norm.default, random_inputs(4, 33))
    x, gain, _ = (value.detach() for value in random_inputs(4, 33))
    _, mean, scale = torch.ops.by_chapter.layer_norm(x, gain, gain)
    torch.library.opcheck(torch.ops.by_chapter.layer_norm_backward.default, (x, x, mean, scale, gain))


def test_compile():
    """torch.compile takes the operator into its graph, forwards and backwards. (aot_eager: without generating code.)"""
    compiled = torch.compile(layer_norm, fullgraph=True, backend="aot_eager")
    inputs, dy = random_inputs(5, 33), torch.randn(5, 33, device=DEVICE)
    for got, expected in zip(results(compiled, inputs, dy), results(layer_norm, inputs, dy)):
        assert torch.equal(got, expected)


def test_stream():
    """In the caller's stream the input is written late; a kernel in another one would not wait for it."""
    x, gain, bias = (value.detach() for value in random_inputs(1000, 1024))
    late = torch.zeros_like(x)
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        torch.cuda._sleep(10 ** 8)
        late.copy_(x)
        y = layer_norm(late, gain, bias)
    torch.cuda.synchronize()
    assert torch.equal(y, layer_norm(x, gain, bias))


def test_refusals():
    """A wrong argument is an error that says why, not a wrong result."""
    # Errors begin in C++ and become Python's. Where PyTorch's own end the process, ours can't do better.
    own = subprocess.run([sys.executable, "-c", "import torch; torch.zeros(2) + torch.zeros(3)"], capture_output=True)
    if own.returncode < 0:
        return f"skipped: in this installation PyTorch's own errors end the process by signal {-own.returncode}"
    x, gain, bias = (value.detach() for value in random_inputs(4, 33))
    for wrong, words in (((x.double(), gain, bias), "float32"), ((x, gain[:32], bias), "numbers"),
                         ((x.new_empty(4, 1025), gain, bias), "1024")):
        try:
            layer_norm(*wrong)
        except RuntimeError as error:
            assert words in str(error), error
        else:
            raise AssertionError(f"accepted what has to be refused: {words}")


if __name__ == "__main__":
    faulthandler.enable()  # says in which line of Python a crash in C++ began
    torch.manual_seed(1)
    tests = [test_lengths, test_shapes, test_gradients, test_registration, test_compile]
    if DEVICE == "cuda":  # both are operator.cpp's; errors of C++ come before the compiler that torch.compile loads
        tests = [test_refusals, test_stream, *tests]
    for test in tests:
        print(f"{test.__name__}: ", end="", flush=True)  # first: if the process ends here, the name is there
        print(test() or "ok", flush=True)
    print(f"PASS on {torch.cuda.get_device_name() if DEVICE == 'cuda' else 'the CPU backend'}")

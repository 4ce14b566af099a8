#!/usr/bin/env python3
"""usage: gpt.py [SECONDS]

Trains a small GPT whose layer normalisations are the chapter's: for that long (60) it learns from this course's lessons
which character comes next. Then steps are timed, in turn with PyTorch's own layer_norm."""

import statistics
import sys
import time
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from layer_norm import layer_norm

CONTEXT, BATCH, WIDTH, HEADS, LAYERS = 256, 128, 512, 8, 6


class Norm(nn.Module):
    function = layer_norm

    def __init__(self):
        super().__init__()
        self.gain, self.bias = nn.Parameter(torch.ones(WIDTH)), nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x):
        return Norm.function(x, self.gain, self.bias)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_heads, self.from_heads = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.alone = nn.Sequential(Norm(), nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))
        self.norm = Norm()

    def forward(self, x):
        q, k, v = self.to_heads(self.norm(x)).unflatten(-1, (3, HEADS, -1)).permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.from_heads(seen.transpose(1, 2).flatten(-2))
        return x + self.alone(x)


class Gpt(nn.Module):
    def __init__(self, letters):
        super().__init__()
        self.letter, self.place = nn.Embedding(letters, WIDTH), nn.Embedding(CONTEXT, WIDTH)
        self.rest = nn.Sequential(*(Block() for _ in range(LAYERS)), Norm(), nn.Linear(WIDTH, letters))

    def loss(self, text):
        guesses = self.rest(self.letter(text[:, :-1]) + self.place.weight)
        return functional.cross_entropy(guesses.flatten(0, 1), text[:, 1:].flatten())


def main():
    if not torch.cuda.is_available():
        sys.exit("gpt.py trains on a GPU, and PyTorch finds none")
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")  # TF32
    text = "".join(page.read_text() for page in sorted(Path(__file__).resolve().parents[2].glob("*/*.md")))
    letters = {letter: number for number, letter in enumerate(sorted(set(text)))}
    numbers = torch.tensor([letters[letter] for letter in text], device="cuda")
    known, unknown = numbers[:-len(text) // 20], numbers[-len(text) // 20:]

    def pick(numbers):
        places = torch.randint(len(numbers) - CONTEXT, (BATCH, 1), device="cuda")
        return numbers[places + torch.arange(CONTEXT + 1, device="cuda")]

    model = Gpt(len(letters)).cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, fused=True)

    def step():
        optimizer.zero_grad()
        model.loss(pick(known)).backward()
        optimizer.step()
        torch.cuda.synchronize()
        return time.perf_counter()

    @torch.no_grad()
    def tell(steps):
        print(f"after {steps} steps: loss {model.loss(pick(known)):.3f}, and {model.loss(pick(unknown)):.3f} on new text")

    print(f"{len(text)} characters, {sum(p.numel() for p in model.parameters()) / 1e6:.1f} million parameters")
    tell(0)
    steps, end = 0, step() + (float(sys.argv[1]) if len(sys.argv) > 1 else 60)
    while step() < end:
        steps += 1
    tell(steps)
    times = {layer_norm: [], lambda x, gain, bias: functional.layer_norm(x, gain.shape, gain, bias): []}
    for _ in range(25):  # in turn, so that neither has the better clocks
        for Norm.function, of_it in times.items():
            of_it.append(-time.perf_counter() + step())
    ours, own = (1e3 * statistics.median(of_it[5:]) for of_it in times.values())
    print(f"a step takes {ours:.2f} ms, and with PyTorch's own layer_norm {own:.2f} ms: {ours / own:.3f} times as long")


if __name__ == "__main__":
    main()

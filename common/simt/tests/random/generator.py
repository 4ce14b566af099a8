"""Kernels by seed and number, right ones and wrong ones, with their verdicts."""

import random

from machine import Invalid
from mistakes import mutate
from model import judge
from repair import Repair
from writer import KINDS, Writer


def make(seed, number, wrong, exchanges_order=False):
    """Kernel `number`, its kind, what was done to it, and its verdicts in two orders of execution, which agree."""
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choice(KINDS)
    for attempt in range(1000):
        kernel = Writer(rng, number, kind).kernel
        try:
            if not Repair(kernel, rng, exchanges_order).run():
                continue
        except Invalid:
            continue
        if not wrong:
            verdicts = verdicts_of(kernel, exchanges_order)
            if verdicts:
                return kernel, kind, "", verdicts
            continue
        for _ in range(8):
            mutant = mutate(kernel, rng)
            verdicts = mutant and verdicts_of(mutant[0], exchanges_order)
            if verdicts and (verdicts[0].races or rng.random() < 0.25):  # many mistakes are harmless
                return mutant[0], kind, mutant[1], verdicts
    raise RuntimeError(f"no kernel for {seed}/{number}")


def verdicts_of(kernel, exchanges_order):
    """Nothing if the kernel is wrong in another way, or the verdict is unclear."""
    verdicts = []
    try:
        for order in ("forward", "random"):
            verdict = judge(kernel, order, kernel.number, exchanges_order)
            if verdict.unclear and not verdict.races:
                return None
            verdicts.append(verdict)
    except Invalid:
        return None
    return verdicts if bool(verdicts[0].races) == bool(verdicts[1].races) else None

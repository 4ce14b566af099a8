#!/usr/bin/env python3
"""Does model.py know what races? Small kernels whose verdicts are known."""

import sys

sys.dont_write_bytecode = True  # beside the sources

from kernel import F32X4, U32, U8, Array, Kernel, Place
from machine import Invalid
from model import judge, scope_of
from statements import Atomic, Copy, Exchange, For, If, Load, Return, Store, Sync

SHARED = Array("a", U32, 64, "shared")
BYTES = Array("c", U8, 64, "shared")
GLOBAL = Array("g", U32, 128, "global")
PAIRS = Array("f", F32X4, 64, "global")


def at(index, array=SHARED, **more):
    return Place(array, index, **more)


def verdict_of(body, threads=64, blocks=1, cluster=1, **more):
    kernel = Kernel(0, threads, threads, blocks, cluster, blocks > 1, False, [SHARED, BYTES, GLOBAL, PAIRS], body)
    try:
        verdicts = [judge(kernel, order, **more) for order in ("forward", "reverse", "random")]
    except Invalid:
        return "invalid"
    if any(v.races for v in verdicts):
        pairs = set().union(*(threads for v in verdicts for threads in v.races.values()))
        return f"races in a {scope_of(kernel, pairs)[0]}"
    if any(v.unclear for v in verdicts):
        return "unclear"
    return "harmless" if any(v.same_value for v in verdicts) else "race-free"


def fill(array=SHARED):
    return Store(at("t", array), "t")


EXPECTED = [
    # Own elements need no order; those of other threads need a barrier.
    ("race-free", [fill(), Copy(at("t"), at("t"), 1)]),
    ("races in a block", [fill(), Load(at("63 - t"))]),
    ("race-free", [fill(), Sync("block"), Load(at("63 - t"))]),
    ("races in a block", [fill(), Sync("block"), Copy(at("t"), at("(t + 1) % 64"), 1)]),
    # A warp's barrier orders the lanes in its mask, a tile's those of the tile; shuffles order nothing.
    ("races in a warp", [fill(), Load(at("t ^ 16"))]),
    ("race-free", [fill(), Sync("warp"), Load(at("t ^ 16"))]),
    ("races in a block", [fill(), Sync("warp"), Load(at("t ^ 32"))]),
    ("race-free", [fill(), Sync("tile", size=8), Load(at("t ^ 4"))]),
    ("races in a tile", [fill(), Sync("tile", size=8), Load(at("t ^ 8"))]),
    ("races in a tile", [fill(), Exchange("xor"), Load(at("t ^ 1"))]),
    ("races in a warp", [fill(), If("lane < 16", "lanes", 0xFFFF, [Sync("warp", lanes=0xFFFF)]), Load(at("t ^ 16"))]),
    # What one lane hands on to a second one, the second one hands on to a third one.
    ("race-free", [fill(), Sync("tile", size=2), Sync("warp"), Load(at("t ^ 17"))]),
    # Two plain writes of the same value are let pass; of others, and of a value that is read, not.
    ("harmless", [Store(at("5"), "7")]),
    ("races in a block", [Store(at("5"), "t")]),
    ("races in a block", [fill(), Sync("block"), If("t < 32", "warp", 0, [Store(at("5"), "7")]),
                          If("t == 40", "thread", 0, [Load(at("5"))])]),
    ("unclear", [Store(at("5"), "7"), Sync("warp"), If("t == 40", "thread", 0, [Load(at("5"))])]),
    # Atomic operations do not race with each other, but with plain accesses.
    ("race-free", [Atomic(at("3", GLOBAL), "add", "1")]),
    ("races in a block", [If("t < 32", "warp", 0, [Atomic(at("3", GLOBAL), "add", "1")]),
                          If("t == 63", "thread", 0, [Load(at("3", GLOBAL))])]),
    ("unclear", [If("t == 0", "thread", 0, [Load(at("3", GLOBAL))]), Atomic(at("3", GLOBAL), "cas", "1")]),
    # Different bytes of a word, different members of a struct.
    ("race-free", [fill(BYTES), Copy(at("t", BYTES), at("t", BYTES), 1)]),
    ("races in a block", [fill(BYTES), Load(at("t % 16", BYTES, view=U32))]),
    ("race-free", [If("t == 0", "thread", 0, [Store(at("9", PAIRS, member=F32X4.members[0]), "1")]),
                   If("t == 1", "thread", 0, [Store(at("9", PAIRS, member=F32X4.members[2]), "2")])]),
    ("races in a tile", [If("t == 0", "thread", 0, [Store(at("9", PAIRS), "1")]),
                         If("t == 1", "thread", 0, [Store(at("9", PAIRS, member=F32X4.members[2]), "2")])]),
    # Loops: the end of a round and the beginning of the next one.
    ("races in a block", [fill(), Sync("block"),
                          For("up", 2, 64, [If("t < 32", "thread", 0, [Store(at("t"), "k")]), Sync("block"),
                                            Load(at("63 - t"))])]),
    ("race-free", [fill(), Sync("block"),
                   For("up", 2, 64, [If("t < 32", "thread", 0, [Store(at("t"), "k")]), Sync("block"),
                                     Load(at("63 - t")), Sync("block")])]),
    # What nobody has written, an element that does not exist, barriers that do not meet.
    ("invalid", [Load(at("t"))]),
    ("invalid", [Store(at("t + 1"), "t")]),
    ("invalid", [If("t == 0", "thread", 0, [Sync("block")]), Sync("warp")]),
    # Threads that have left do not hold up the others.
    ("race-free", [fill(), Sync("block"), Return("t >= 40"), Store(at("t"), "1"), Sync("block"), Load(at("39 - t"))]),
]

EXPECTED_OF_GRIDS = [
    ("races in a grid", 1, [Store(at("t", GLOBAL), "b"), Sync("block")]),
    ("race-free", 1, [Store(at("b * 64 + t", GLOBAL), "b"), Sync("grid"), Load(at("127 - b * 64 - t", GLOBAL))]),
    ("races in a grid", 1, [Store(at("b * 64 + t", GLOBAL), "b"), Sync("block"), Load(at("127 - b * 64 - t", GLOBAL))]),
    ("race-free", 1, [fill(), Sync("block"), Load(at("63 - t"))]),  # each block has shared memory of its own
    ("race-free", 2, [fill(), Sync("cluster"), Load(at("63 - t", rank="(rank + 1) % 2"))]),
    ("races in a cluster", 2, [fill(), Sync("block"), Sync("grid"), Store(at("t"), "1"), Sync("block"),
                               Load(at("t", rank="(rank + 1) % 2"))]),
]


def main():
    failures = 0
    cases = [(expected, body, {}) for expected, body in EXPECTED]
    cases += [(expected, body, {"blocks": 2, "cluster": cluster}) for expected, cluster, body in EXPECTED_OF_GRIDS]
    cases.append(("race-free", [fill(), Exchange("xor"), Load(at("t ^ 1"))], {"exchanges_order": True}))
    for n, (expected, body, more) in enumerate(cases):
        found = verdict_of(body, **more)
        if found != expected:
            failures += 1
            print(f"case {n}: {found} instead of {expected}")
    print(f"{len(cases)} cases, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())

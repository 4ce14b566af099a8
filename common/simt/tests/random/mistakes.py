"""Random mistakes: a barrier that is missing or too small, an index that is another one."""

import copy

from kernel import WORD, path_to
from statements import Atomic, Copy, If, Return, Sync


def mutate(kernel, rng):
    """One mistake in a copy: (the copy, what was done). None if there is nothing to be done."""
    kernel = copy.deepcopy(kernel)
    leaves = list(kernel.leaves())
    syncs = [s for s in leaves if isinstance(s, Sync) and not s.fixed]
    accesses = [s for s in leaves if s.places()]
    branches = [s for s in leaves if isinstance(s, If)]
    atomics = [s for s in leaves if isinstance(s, Atomic) and s.op in ("add", "fetch_add")]
    choices = [(syncs, drop_sync, 5), (syncs, weaken_sync, 2), (accesses, move_index, 4), (atomics, make_plain, 1),
               (branches, widen_branch, 1)]
    choices = [choice for choice in choices if choice[0]]
    if not choices:
        return None
    found, change, _ = rng.choices(choices, [weight for _, _, weight in choices])[0]
    return kernel, change(kernel, rng.choice(found), rng)


def drop_sync(kernel, sync, _):
    body, at, _ = path_to(kernel.body, sync)[-1]
    del body[at]
    return f"{sync.scope} barrier removed"


def weaken_sync(kernel, sync, rng):
    smaller = {"grid": "block", "cluster": "block", "block": "warp", "warp": "tile", "tile": "tile"}[sync.scope]
    exits = any(isinstance(s, Return) for s in kernel.leaves())
    if smaller == "tile" and (kernel.threads % 32 != 0 or sync.lanes != WORD or sync.size == 2 or exits):
        return drop_sync(kernel, sync, rng)
    before = sync.scope
    sync.scope, sync.style, sync.size = smaller, 0, sync.size // 2
    return f"{before} barrier made a {smaller} one"


def move_index(kernel, statement, rng):
    place = rng.choice(statement.places())
    by = rng.choice((1, 1, 2, kernel.width, 32, kernel.threads, place.count // 2))
    place.index = f"({place.index} + {by}) % {place.count}"
    return f"index moved by {by}"


def make_plain(kernel, statement, _):
    body, at, _ = path_to(kernel.body, statement)[-1]
    body[at] = Copy(statement.place, statement.place, 1)
    return "atomic made plain"


def widen_branch(kernel, branch, rng):
    has_sync = any(isinstance(s, Sync) for s in kernel.leaves(branch.body))
    if has_sync or rng.random() < 0.5:
        place = rng.choice([p for s in kernel.leaves(branch.body) for p in s.places()] or [None])
        if place:
            place.index = f"({place.index} + 1) % {place.count}"
        return "index in a branch moved by 1"
    branch.condition = f"{branch.condition} or t % 5 == 0"
    branch.level = "thread"
    return "branch widened"

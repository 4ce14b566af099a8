"""Makes a kernel free of races.

Wherever the model finds a race, the smallest barrier that orders it is put in between, or an access is changed. So
most barriers of the kernel are needed.
"""

from kernel import WORD, path_to
from model import judge, scope_of
from statements import For, If, Load, Return, Sync


class Repair:
    """Puts barriers into a kernel, or changes its accesses, until nothing races."""

    def __init__(self, kernel, rng, exchanges_order):
        self.kernel, self.rng, self.exchanges_order = kernel, rng, exchanges_order
        self.tries = {}

    def run(self):
        """Whether the kernel has become free of races."""
        for _ in range(30):
            verdict = judge(self.kernel, exchanges_order=self.exchanges_order, sort=False)
            pairs = {}
            for (a, _, b, _), threads in verdict.races.items():
                pairs.setdefault(self.in_order(a, b), set()).update(threads)
            if not pairs:
                return True
            for pair in self.rng.sample(list(pairs), min(3, len(pairs))):
                self.order(*pair, scope_of(self.kernel, pairs[pair]))
        return False

    def in_order(self, a, b):
        leaves = list(self.kernel.leaves())
        return (a, b) if leaves.index(a) <= leaves.index(b) else (b, a)

    def order(self, a, b, scope):
        tries = self.tries[a, b] = self.tries.get((a, b), 0) + 1
        path_a, path_b = path_to(self.kernel.body, a), path_to(self.kernel.body, b)
        if not path_a or not path_b:
            return
        common = [(one, other) for one, other in zip(path_a, path_b) if one[0] is other[0]]
        levels = ["uniform"] + [one[2] for one, _ in common if one[2]]
        (body, at_a, _), (_, at_b, _) = common[-1]
        if at_a < at_b and tries == 1:
            sync = self.sync(levels, *scope)
            if sync:
                body.insert(self.rng.randrange(at_a, at_b) + 1, sync)
                return
        loops = [n for n, level in enumerate(levels) if isinstance(level, For) and level.style != "stride"]
        if loops and tries <= 2:
            sync = self.sync(levels[:loops[-1] + 1], *scope)
            if sync:
                levels[loops[-1]].body.append(sync)
                return
        self.change(self.rng.choice((a, b)))

    def sync(self, levels, scope, size):
        """A barrier for this scope, where nothing but `levels` is around it; None if there is none."""
        level, mask = "uniform", WORD
        order = ("uniform", "block", "warp", "lanes", "thread")
        for owner in levels[1:]:
            level = max(level, owner.level, key=order.index)
            mask &= owner.mask
        threads = self.kernel.threads
        is_tile = scope == "tile" and threads % size == 0 and level in order[:3]
        if is_tile and self.rng.random() < 0.7 and not self.has_exit():
            return Sync("tile", self.rng.randrange(2), max(size, 2))
        if scope in ("tile", "warp"):
            if level == "lanes":
                return Sync("warp", lanes=mask)
            if level in order[:3] and (level == "warp" or self.rng.random() < 0.7):
                return Sync("warp")
            scope = "block"
        if scope == "block" and level in order[:2]:
            return Sync("block", self.rng.choice((0, 0, 0, 1, 2)))
        if level != "uniform":
            return None
        if scope == "cluster":
            return Sync("cluster")
        return Sync("grid") if self.kernel.cooperative else None

    def has_exit(self):
        return any(isinstance(statement, Return) for statement in self.kernel.leaves())

    def change(self, statement):
        """Another index, one thread only, or nothing at all."""
        body, at, _ = path_to(self.kernel.body, statement)[-1]
        how = self.rng.randrange(4)
        places = statement.places()
        own = "b * {0} + t" if not places[0].array.is_shared else "t"
        if how < 2:
            for place in places:
                if place.count >= self.kernel.threads * (1 if place.array.is_shared else self.kernel.blocks):
                    place.index, place.rank = own.format(self.kernel.threads), place.rank if how else None
        elif how == 2 and not isinstance(statement, Load):
            body[at] = If(f"t == {self.rng.randrange(self.kernel.threads)}", "thread", 0, [statement])
        elif not any(place.index == "i" for place in places):
            del body[at]

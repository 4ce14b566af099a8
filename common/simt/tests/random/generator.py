"""Random kernels without races, and random mistakes in them.

A kernel begins as random accesses without any order. Wherever the model finds a race, the smallest barrier that
orders it is put in between, or the access is changed, until there is none. So most barriers are needed.
"""

import copy
import random

from kernel import (F32, F32X4, F64, SAMPLE, U16, U32, U64, U8, WORD, Array, Atomic, Copy, Exchange, For, If, Kernel,
                    Load, Place, Return, Store, Sync)
from model import Invalid, judge, scope_of

KINDS = ("block", "warp", "global", "grid", "cooperative", "cluster")


class Writer:
    """Writes one kernel, whatever it does."""

    def __init__(self, rng, number, kind):
        self.rng, self.kind = rng, kind
        threads = rng.choice((32, 33, 40, 48, 64, 64, 65, 70, 96, 100))
        if kind == "warp":
            threads = rng.choice((32, 32, 64, 96, 48))
        widths = [w for w in (8, 10, 16, 20, 32) if threads % w == 0 and w < threads]
        width = rng.choice(widths) if widths and rng.random() < 0.3 else threads
        blocks = rng.choice({"cluster": (2, 4), "block": (1, 1, 2), "warp": (1, 1, 2), "global": (1, 2, 3)}.get(kind, (2, 3)))
        cluster = 2 if kind == "cluster" else 1
        if blocks * threads > 130:
            threads = width = rng.choice((32, 40, 64))
            blocks = 2
        self.kernel = Kernel(number, threads, width, blocks, cluster, kind == "cooperative", rng.random() < 0.2, [])
        self.has_exit = kind in ("block", "warp", "global") and rng.random() < 0.15
        self.atomics = {}  # of each array: one kind, so that their order does not matter
        self.write_arrays()
        self.write_body()

    def chance(self, p):
        return self.rng.random() < p

    # ---- arrays and places ----

    def write_arrays(self):
        rng, kernel = self.rng, self.kernel
        spaces = {"block": ("shared", "dynamic"), "warp": ("shared", "dynamic"), "cluster": ("shared", "dynamic", "shared", "global")}
        spaces = spaces.get(self.kind, ("global", "variable", "global", "shared"))
        offsets = {"dynamic": 0, "global": 0}
        for n in range(rng.choice((1, 2, 2, 3))):
            space = rng.choice(spaces) if n else spaces[0]
            kind = rng.choice((U8, U16, U32, U32, U32, U64, F32, F32, F64, F32X4, SAMPLE))
            count = kernel.threads * rng.choice((1, 1, 1, 2))
            if space in ("global", "variable"):
                count *= kernel.blocks
            elif self.chance(0.25):
                count = rng.choice((8, 16, 32, kernel.threads + 1))
            count += -count % (4 // min(kind.bytes, 4))  # seen as words, it has no rest
            array = Array(f"{space[0]}{n}" + (f"_{kernel.number}" if space == "variable" else ""), kind, count, space,
                          offsets.get(space, 0))
            kernel.arrays.append(array)
            if space in offsets:
                offsets[space] += array.bytes + -array.bytes % 16

    def place(self, array=None, loop=False):
        rng = self.rng
        array = array or rng.choice(self.kernel.arrays)
        member = view = None
        if array.type.members and (not array.type.whole or self.chance(0.4)):
            member = rng.choice(array.type.members)
        elif array.type in (U8, U16) and self.chance(0.25):
            view = U32
        place = Place(array, "", member, view)
        place.index = self.index(array, place.count, loop)
        place.volatile = place.type is not F32X4 and self.chance(0.05)
        if self.kernel.cluster > 1 and array.is_shared and self.chance(0.5):
            place.rank = rng.choice(("rank", "(rank + 1) % 2", "(rank + 1) % 2", "0"))
        return place

    def index(self, array, count, loop):
        rng, threads, blocks = self.rng, self.kernel.threads, self.kernel.blocks
        c = rng.choice((1, 1, 2, 3, 7, 8, 16, 31, 32))
        if self.kind == "warp" and self.chance(0.8):
            own = rng.choice((f"warp * 32 + (lane + {c}) % 32", f"warp * 32 + (lane ^ {rng.choice((1, 2, 4, 8, 16))})",
                              f"t // 8 * 8 + (t + {c}) % 8", f"t // 4 * 4 + (t ^ {rng.choice((1, 2))}) % 4", "t", "t"))
        else:
            own = rng.choice(("t", "t", "t", f"t + {c}", f"t * {rng.choice((2, 3, 5, 7, 33))}", f"{threads - 1} - t",
                              f"(t ^ {rng.choice((1, 2, 4, 16))})", "warp", "lane", str(rng.randrange(count)),
                              f"t % {self.kernel.width} * {threads // self.kernel.width} + t // {self.kernel.width}",
                              f"t // {rng.choice((2, 4, 8))}"))
        if loop and self.chance(0.4):
            own = rng.choice((f"t + k * {c}", "t + k", "t + (1 << k % 5)", "t * (k + 1)", "k"))
        if not array.is_shared:
            if self.kind == "global" or self.chance(0.4):
                own = f"b * {threads} + ({own}) % {threads}"
            else:
                own = rng.choice((own, f"b * {threads} + {own}", f"t * {blocks} + b", f"(b + 1) % {blocks} * {threads} + {own}",
                                  "b"))
        return f"({own}) % {count}"

    # ---- statements ----

    def write_body(self):
        rng, kernel = self.rng, self.kernel
        for array in kernel.arrays:
            if array.is_shared:
                kernel.body += self.fill(array)
        if kernel.cluster > 1:
            kernel.body.append(Sync("cluster", fixed=True))  # the others have begun
        filled = len(kernel.body)
        for _ in range(rng.choice((2, 3, 4, 5, 6))):
            kernel.body += self.item()
        if self.has_exit:
            at = rng.randrange(filled, len(kernel.body) + 1)
            kernel.body[at:at] = [Sync("block", fixed=True), Return(self.exit_condition())]
        for array in kernel.arrays:
            if array.is_shared:
                place = Place(array, "i", rng.choice(array.type.members) if not array.type.whole else None)
                kernel.body.append(For("stride", array.count, kernel.threads, [Load(place)]))
        if kernel.cluster > 1:
            kernel.body.append(Sync("cluster", fixed=True))  # nobody ends before the others have read

    def exit_condition(self):
        """Of some threads that have nothing more to do: a warp, or the last ones."""
        warps = -(-self.kernel.threads // 32)
        if warps > 1 and self.chance(0.6):
            return f"warp == {self.rng.randrange(warps)}"
        return f"t >= {self.rng.randrange(self.kernel.threads // 2, self.kernel.threads)}"

    def fill(self, array):
        """Every element gets a value."""
        members = array.type.members if not array.type.whole else (None,)
        start = self.rng.choice(("0", "i * 5 + 2", "i ^ 9"))
        fits = array.count == self.kernel.threads and self.chance(0.6)
        stores = [Store(Place(array, "t" if fits else "i", member), start.replace("i", "t") if fits else start)
                  for member in members]
        return stores if fits else [For("stride", array.count, self.kernel.threads, stores)]

    def item(self):
        rng = self.rng
        kind = rng.choices(("access", "if", "for", "exchange", "reduction", "histogram"), (50, 20, 14, 10, 6, 4))[0]
        if kind == "if":
            return [self.branch(False)]
        if kind == "for":
            body = [self.branch(True) if self.chance(0.3) else self.access(True) for _ in range(rng.choice((1, 2, 2, 3)))]
            return [For("up", rng.choice((2, 3, 4)), self.kernel.threads, body)]
        if kind == "exchange":
            return [self.exchange()]
        scalars = [a for a in self.kernel.arrays if a.is_shared and a.type in (U32, U64, F32)]
        if kind == "reduction" and scalars:
            array = rng.choice(scalars)
            half = 1 << (min(array.count, self.kernel.threads).bit_length() - 2)
            add = Copy(Place(array, "t"), Place(array, "t"), 0, Place(array, "t + k"))
            return [For("halve", half, self.kernel.threads, [If("t < k", "thread", 0, [add])])]
        if kind == "histogram" and scalars:
            array = rng.choice(scalars)
            place = Place(array, f"t * {rng.choice((3, 7, 11))} % {rng.choice((2, 5, min(16, array.count)))} % {array.count}")
            return [Atomic(place, "add", "1")]
        return [self.access(False)]

    def branch(self, loop):
        rng, threads = self.rng, self.kernel.threads
        lanes = rng.choice((("lane < 16", 0xFFFF), ("lane % 2 == 0", 0x55555555), ("lane >= 8 and lane < 24", 0xFFFF00),
                            ("lane == 0", 1), ("lane < 4", 0xF)))
        conditions = [
            (f"t < {rng.randrange(1, threads)}", "thread", 0), (f"t == {rng.randrange(threads)}", "thread", 0),
            (f"t % {rng.choice((2, 3))} == 0", "thread", 0), (lanes[0], "lanes" if threads % 32 == 0 else "thread", lanes[1]),
            (f"warp == {rng.randrange(-(-threads // 32))}", "warp", WORD), ("b == 0", "block", WORD)]
        if loop:
            conditions += [("k % 2 == 0", "uniform", WORD), (f"(t + k) % {rng.choice((2, 3, 8))} == 0", "thread", 0)]
        condition, level, mask = rng.choice(conditions)
        body = [self.access(loop) for _ in range(rng.choice((1, 1, 2)))]
        return If(condition, level, mask, body)

    def exchange(self):
        kinds = ["ballot", "any"]
        if self.kernel.threads % 32 == 0 and not self.has_exit:
            kinds += ["xor", "up", "first", "sum", "tile_xor", "tile_any"]
        kind = self.rng.choice(kinds)
        return Exchange(kind, self.rng.choice((4, 8, 16)) if kind.startswith("tile") else 32)

    def access(self, loop):
        rng = self.rng
        kind = rng.choices(("load", "store", "copy", "atomic"), (30, 30, 30, 14))[0]
        place = self.place(loop=loop)
        if kind == "atomic" and place.type in (U32, U64, F32) and not place.volatile:
            return self.atomic(place)
        function = "__noinline__" if self.chance(0.5) else "__forceinline__"
        function = function if self.chance(0.1) and not place.member and place.type is not F32X4 else ""
        if kind == "load":
            return Load(place, function)
        if kind == "store":
            value = rng.choice(("x", "x + 3", "x", str(rng.randrange(200)), f"({place.index}) * 7 + 3"))
            return Store(place, value, function)
        also = self.place(place.array, loop) if self.chance(0.2) else None
        source = place if self.chance(0.3) else self.place(loop=loop)
        return Copy(place, source, rng.randrange(1, 100), also)

    def atomic(self, place):
        ops = ["add", "add", "fetch_add"] if place.type is F32 else \
            ["add", "add", "add", "max", "or", "exch", "cas", "fetch_add", "store", "load"]
        if place.type is F32:
            ops = ["add", "add"]
        op = self.atomics.setdefault((place.array.name, place.member), self.rng.choice(ops))
        value = {"exch": f"({place.index}) * 7 + 3", "cas": f"({place.index}) * 5 + 1", "store": f"({place.index}) * 7 + 3"
                 }.get(op, self.rng.choice(("1", "t % 16", "2")))
        return Atomic(place, op, value)


# ---- without races ----

def path_to(body, wanted, owner=None):
    """The lists on the way to a statement: (list, its position in it, the statement whose body the list is)."""
    for at, statement in enumerate(body):
        if statement is wanted:
            return [(body, at, owner)]
        below = path_to(getattr(statement, "body", []), wanted, statement)
        if below:
            return [(body, at, owner)] + below
    return []


class Repair:
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
        if scope == "tile" and threads % size == 0 and level in order[:3] and self.rng.random() < 0.7 and not self.has_exit():
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
            if not body:
                body.append(Sync("fence"))


# ---- mistakes ----

def mutate(kernel, rng):
    """One mistake in a copy: (the copy, what was done). None if there is nothing to be done."""
    kernel = copy.deepcopy(kernel)
    leaves = list(kernel.leaves())
    syncs = [s for s in leaves if isinstance(s, Sync) and not s.fixed and s.scope != "fence"]
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


def drop_sync(kernel, sync, rng):
    body, at, _ = path_to(kernel.body, sync)[-1]
    body[at] = Sync("fence") if len(body) == 1 else body[at]
    if len(body) > 1:
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


def make_plain(kernel, statement, rng):
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


# ---- all together ----

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

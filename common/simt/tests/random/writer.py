"""Random kernels: accesses without any order, most of which race."""

from kernel import F32, F32X4, F64, SAMPLE, U16, U32, U64, U8, WORD, Array, Kernel, Place
from statements import Atomic, Copy, Exchange, For, If, Load, Return, Store, Sync

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
        blocks = {"cluster": (2, 4), "block": (1, 1, 2), "warp": (1, 1, 2), "global": (1, 2, 3)}
        blocks = rng.choice(blocks.get(kind, (2, 3)))
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
        spaces = {"block": ("shared", "dynamic"), "warp": ("shared", "dynamic"),
                  "cluster": ("shared", "dynamic", "shared", "global")}
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
            name = f"{space[0]}{n}" + (f"_{kernel.number}" if space == "variable" else "")
            array = Array(name, kind, count, space, offsets.get(space, 0))
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
        c, width = rng.choice((1, 1, 2, 3, 7, 8, 16, 31, 32)), self.kernel.width
        if self.kind == "warp" and self.chance(0.8):
            own = rng.choice((f"warp * 32 + (lane + {c}) % 32", f"warp * 32 + (lane ^ {rng.choice((1, 2, 4, 8, 16))})",
                              f"t // 8 * 8 + (t + {c}) % 8", f"t // 4 * 4 + (t ^ {rng.choice((1, 2))}) % 4",
                              "t", "t"))
        else:
            own = rng.choice(("t", "t", "t", f"t + {c}", f"t * {rng.choice((2, 3, 5, 7, 33))}", f"{threads - 1} - t",
                              f"(t ^ {rng.choice((1, 2, 4, 16))})", "warp", "lane", str(rng.randrange(count)),
                              f"t % {width} * {threads // width} + t // {width}",
                              f"t // {rng.choice((2, 4, 8))}"))
        if loop and self.chance(0.4):
            own = rng.choice((f"t + k * {c}", "t + k", "t + (1 << k % 5)", "t * (k + 1)", "k"))
        if not array.is_shared:
            if self.kind == "global" or self.chance(0.4):
                own = f"b * {threads} + ({own}) % {threads}"
            else:
                own = rng.choice((own, f"b * {threads} + {own}", f"t * {blocks} + b",
                                  f"(b + 1) % {blocks} * {threads} + {own}", "b"))
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
            body = [self.branch(True) if self.chance(0.3) else self.access(True)
                    for _ in range(rng.choice((1, 2, 2, 3)))]
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
            step, bins = rng.choice((3, 7, 11)), rng.choice((2, 5, min(16, array.count)))
            return [Atomic(Place(array, f"t * {step} % {bins} % {array.count}"), "add", "1")]
        return [self.access(False)]

    def branch(self, loop):
        rng, threads = self.rng, self.kernel.threads
        lanes = rng.choice((("lane < 16", 0xFFFF), ("lane % 2 == 0", 0x55555555), ("lane >= 8 and lane < 24", 0xFFFF00),
                            ("lane == 0", 1), ("lane < 4", 0xF)))
        conditions = [
            (f"t < {rng.randrange(1, threads)}", "thread", 0), (f"t == {rng.randrange(threads)}", "thread", 0),
            (f"t % {rng.choice((2, 3))} == 0", "thread", 0),
            (lanes[0], "lanes" if threads % 32 == 0 else "thread", lanes[1]),
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
        ops = ["add", "add"] if place.type is F32 else \
            ["add", "add", "add", "max", "or", "exch", "cas", "fetch_add", "store", "load"]
        op = self.atomics.setdefault((place.array.name, place.member), self.rng.choice(ops))
        value = f"({place.index}) * 7 + 3"  # whoever comes last
        if op not in ("exch", "cas", "store"):
            value = self.rng.choice(("1", "t % 16", "2"))
        return Atomic(place, op, value)

"""Statements, each of which is written twice: as CUDA C++, and as Python for machine.py.

Indices and conditions are texts that mean the same in both languages: whole numbers that are not negative,
`//` for a division, `and`, `or`. They may use

    t, b, lane, warp    the thread of the block, the block, lane and warp of the thread
    rank                of the block in its cluster
    x                   the thread's running number, 32 bits: what it has read so far
    i, k                variables of loops
"""

from dataclasses import dataclass

from kernel import WORD, Place, cpp


class Statement:
    """Leaves have a line. The others have a `body`; its `level` says which threads run it: all those of the grid
    (uniform), or of a block, of a warp, the lanes in `mask`, or some (thread)."""
    line = 0

    def places(self):
        return []


@dataclass(eq=False)
class Load(Statement):
    place: Place
    function: str = ""  # qualifiers of a device function that does it

    def places(self):
        return [self.place]

    def cuda(self, text, pad):
        place = self.place.cuda()
        if self.function:
            place = f"load_{self.name}({self.place.pointer()}, {cpp(self.place.index)})"
        line = text.add(f"{pad}x = x * 5 + word({place});")
        self.line = self.line if self.function else line

    def define(self, text, name):
        self.name = name
        volatile = "volatile " if self.place.volatile else ""
        text.add(f"template <class T> __device__ {self.function} T load_{name}({volatile}T* from, int at) {{")
        self.line = text.add("  return from[at];")
        text.add("}")

    def python(self, text, pad, n):
        text.append(f"{pad}x = x * 5 + {reading(self.place, n)} & {WORD}")


@dataclass(eq=False)
class Store(Statement):
    place: Place
    value: str
    function: str = ""

    def places(self):
        return [self.place]

    def cuda(self, text, pad):
        value = f"make<{self.place.type.name}>({cpp(self.value)})"
        if self.function:
            text.add(f"{pad}store_{self.name}({self.place.pointer()}, {cpp(self.place.index)}, {value});")
        else:
            self.line = text.add(f"{pad}{self.place.cuda()} = {value};")

    def define(self, text, name):
        self.name = name
        volatile = "volatile " if self.place.volatile else ""
        text.add(f"template <class T> __device__ {self.function} void store_{name}({volatile}T* to, int at, T v) {{")
        self.line = text.add("  to[at] = v;")
        text.add("}")

    def python(self, text, pad, n):
        text.append(f"{pad}{writing(self.place, n, self.value)}")


@dataclass(eq=False)
class Copy(Statement):
    """One element to another, or to itself, with something added: a number, or one more element."""
    to: Place
    source: Place
    plus: int
    also: Place = None

    def places(self):
        return [self.source] + ([self.also] if self.also else []) + [self.to]

    def cuda(self, text, pad):
        plus = f"word({self.also.cuda()})" if self.also else f"{self.plus}u"
        value = f"make<{self.to.type.name}>(word({self.source.cuda()}) + {plus})"
        self.line = text.add(f"{pad}{self.to.cuda()} = {value};")

    def python(self, text, pad, n):
        plus = reading(self.also, n + 1) if self.also else self.plus
        text.append(f"{pad}{writing(self.to, n + 1 + bool(self.also), f'{reading(self.source, n)} + {plus}')}")


@dataclass(eq=False)
class Atomic(Statement):
    place: Place
    op: str  # add, max, or, exch, cas, fetch_add, load, store
    value: str

    CUDA = {
        "add": "atomicAdd(&{0}, make<{1}>({2}));", "max": "atomicMax(&{0}, make<{1}>({2}));",
        "or": "atomicOr(&{0}, make<{1}>({2}));", "exch": "atomicExch(&{0}, make<{1}>({2}));",
        "cas": "atomicCAS(&{0}, make<{1}>(0), make<{1}>({2}));",
        "fetch_add": "relaxed({0}).fetch_add(make<{1}>({2}), cuda::memory_order_relaxed);",
        "load": "x = x * 5 + word(relaxed({0}).load(cuda::memory_order_relaxed));",
        "store": "relaxed({0}).store(make<{1}>({2}), cuda::memory_order_relaxed);",
    }

    def places(self):
        return [self.place]

    def cuda(self, text, pad):
        call = self.CUDA[self.op].format(self.place.cuda(), self.place.type.name, cpp(self.value))
        self.line = text.add(pad + call)

    def python(self, text, pad, n):
        call = f"m.atomic({n}, {self.place.index}, {self.place.rank}, '{self.op}', {self.value} & {WORD})"
        text.append(f"{pad}x = x * 5 + {call} & {WORD}" if self.op == "load" else pad + call)


@dataclass(eq=False)
class Exchange(Statement):
    """Lanes tell each other their numbers. This orders no memory."""
    kind: str
    size: int = 32  # of a tile; 32: the warp

    CUDA = {
        "xor": "x += __shfl_xor_sync(lanes, x, 1);", "up": "x += __shfl_up_sync(lanes, x, 3);",
        "first": "x ^= __shfl_sync(lanes, x, 0);", "ballot": "x += __ballot_sync(lanes, x & 1);",
        "any": "x += __any_sync(lanes, x & 1);", "sum": "x = __reduce_add_sync(lanes, x);",
        "tile_xor": "x += tile{0}.shfl_xor(x, 1);", "tile_any": "x += tile{0}.any(x & 1);",
    }

    def cuda(self, text, pad):
        self.line = text.add(pad + self.CUDA[self.kind].format(self.size))

    def python(self, text, pad, n):
        scope = "warp" if self.size == 32 else "tile"
        text.append(f"{pad}x = m.exchange('{self.kind}', (yield ('{scope}', {self.size}, x, False)), x) & {WORD}")


@dataclass(eq=False)
class Sync(Statement):
    scope: str  # warp, tile, block, cluster, grid
    style: int = 0
    size: int = 32  # of a tile
    lanes: int = WORD  # of a warp
    fixed: bool = False  # the kernel is not valid without it

    CUDA = {
        "warp": ("__syncwarp();",), "tile": ("tile{0}.sync();", "cg::sync(tile{0});"),
        "block": ("__syncthreads();", "block.sync();", "x += __syncthreads_count(x & 1);"),
        "cluster": ("cluster.sync();",), "grid": ("grid.sync();",),
    }

    def cuda(self, text, pad):
        sync = self.CUDA[self.scope][self.style]
        if self.lanes != WORD:
            sync = f"__syncwarp(0x{self.lanes:08x});"
        self.line = text.add(pad + sync.format(self.size))

    def python(self, text, pad, n):
        argument = {"tile": self.size, "warp": self.lanes}.get(self.scope, 0)
        if self.scope == "block" and self.style == 2:
            text.append(f"{pad}x = x + sum(v & 1 for v in (yield ('block', 0, x, True)).values()) & {WORD}")
        else:
            text.append(f"{pad}yield ('{self.scope}', {argument}, 0, True)")


@dataclass(eq=False)
class If(Statement):
    condition: str
    level: str
    mask: int
    body: list

    def cuda(self, text, pad):
        self.line = text.add(f"{pad}if ({cpp(self.condition)}) {{")
        block_of(self.body, text, pad)

    def python(self, text, pad, n):
        text.append(f"{pad}if {self.condition}:")


@dataclass(eq=False)
class Return(Statement):
    condition: str

    def cuda(self, text, pad):
        self.line = text.add(f"{pad}if ({cpp(self.condition)}) {{")
        text.add(f"{pad}  out[b * threads + t] = x;")
        text.add(f"{pad}  return;")
        text.add(pad + "}")

    def python(self, text, pad, n):
        text.append(f"{pad}if {self.condition}: m.left_early = True; return x")


@dataclass(eq=False)
class For(Statement):
    """`style` up: k = 0, 1, … below `end`; halve: k = `end`, a half, … 1; stride: i from t on below `end`."""
    style: str
    end: int
    threads: int
    body: list

    def __post_init__(self):
        self.level, self.mask = ("thread" if self.style == "stride" else "uniform"), WORD

    def cuda(self, text, pad):
        head = {"up": f"int k = 0; k < {self.end}; ++k", "halve": f"int k = {self.end}; k > 0; k /= 2",
                "stride": f"int i = t; i < {self.end}; i += threads"}[self.style]
        self.line = text.add(f"{pad}for ({head}) {{")
        block_of(self.body, text, pad)

    def python(self, text, pad, n):
        text.append(pad + {"up": f"for k in range({self.end}):", "halve": f"for k in halves({self.end}):",
                           "stride": f"for i in range(t, {self.end}, {self.threads}):"}[self.style])


def block_of(body, text, pad):
    for statement in body:
        statement.cuda(text, pad + "  ")
    text.add(pad + "}")


def reading(place, n):
    return f"m.load({n}, {place.index}, {place.rank})"


def writing(place, n, value):
    return f"m.store({n}, {place.index}, {place.rank}, {value})"

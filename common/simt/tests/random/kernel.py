"""A kernel: its arrays, the places that its statements use, and the tree of statements (statements.py)."""

import struct
from dataclasses import dataclass, field
from functools import cached_property

WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class Type:
    """A type of elements. What is stored is made of a 32-bit word, and a word is made of what is loaded."""
    name: str
    format: str  # of struct.pack
    mask: int  # what every part of it can hold exactly
    members: tuple = ()  # (name, offset, type)
    whole: bool = True  # may be used in one go

    @cached_property
    def bytes(self):
        return struct.calcsize(self.format)

    @cached_property
    def unit(self):
        """Two accesses share all bytes of a unit of this size, or none."""
        return min([self.bytes] + [1 if not self.whole else t.bytes for _, _, t in self.members])

    def encode(self, word):
        codes = self.format[1:]
        return struct.pack(self.format, *((word + part & self.mask) for part in range(len(codes))))

    def decode(self, data):
        return sum((part + 1) * int(v) for part, v in enumerate(struct.unpack(self.format, data))) & WORD


U8 = Type("unsigned char", "<B", 0xFF)
U16 = Type("unsigned short", "<H", 0xFFFF)
U32 = Type("unsigned", "<I", WORD)
U64 = Type("unsigned long long", "<Q", WORD)
F32 = Type("float", "<f", 0xFFFFF)
F64 = Type("double", "<d", 0xFFFFF)
F32X4 = Type("float4", "<ffff", 0xFFFFF, tuple((name, 4 * n, F32) for n, name in enumerate("xyzw")))
SAMPLE = Type("Sample", "<BxHfd", 0, (("tag", 0, U8), ("count", 2, U16), ("value", 4, F32), ("weight", 8, F64)),
              whole=False)


@dataclass
class Array:
    name: str
    type: Type
    count: int
    space: str  # shared, dynamic, global, variable
    offset: int = 0  # of dynamic and global ones

    @property
    def is_shared(self):
        return self.space in ("shared", "dynamic")

    @property
    def bytes(self):
        return self.count * self.type.bytes


@dataclass
class Place:
    """An element, or a member of it, in the running thread's block or in another one of its cluster."""
    array: Array
    index: str
    member: tuple = None
    view: Type = None  # the array seen as one of these
    rank: str = None
    volatile: bool = False

    @property
    def type(self):
        return self.member[2] if self.member else self.view or self.array.type

    @property
    def stride(self):
        return (self.view or self.array.type).bytes

    @property
    def offset(self):
        return self.member[1] if self.member else 0

    @property
    def count(self):
        """How many indices there are."""
        return self.array.bytes // self.stride

    def pointer(self):
        pointer = self.array.name
        if self.rank:
            pointer = f"cluster.map_shared_rank({pointer}, {cpp(self.rank)})"
        return f"reinterpret_cast<{self.view.name}*>({pointer})" if self.view else pointer

    def cuda(self):
        element = f"{self.pointer()}[{cpp(self.index)}]" + (f".{self.member[0]}" if self.member else "")
        return f"*const_cast<volatile {self.type.name}*>(&{element})" if self.volatile else element


def cpp(text):
    return text.replace("//", "/").replace(" and ", " && ").replace(" or ", " || ")


def path_to(body, wanted, owner=None):
    """The lists on the way to a statement: (list, its position in it, the statement whose body the list is)."""
    for at, statement in enumerate(body):
        if statement is wanted:
            return [(body, at, owner)]
        below = path_to(getattr(statement, "body", []), wanted, statement)
        if below:
            return [(body, at, owner)] + below
    return []


@dataclass
class Kernel:
    number: int
    threads: int
    width: int  # of the block; `threads` if it has one dimension
    blocks: int
    cluster: int  # blocks of a cluster, 1: no clusters
    cooperative: bool
    template: bool  # whether the number of threads is a template argument
    arrays: list
    body: list = field(default_factory=list)

    def leaves(self, body=None):
        """All statements, those with bodies before what is in them."""
        for statement in self.body if body is None else body:
            yield statement
            yield from self.leaves(getattr(statement, "body", []))

    def global_bytes(self):
        return max([a.offset + a.bytes for a in self.arrays if a.space == "global"], default=0)

    def dynamic_bytes(self):
        return max([a.offset + a.bytes for a in self.arrays if a.space == "dynamic"], default=0)

    def python(self):
        """The text of a generator function, and the places that its accesses name by number."""
        text, places = ["def kernel(m, t, b, lane, warp, rank, x):", "  yield ('start', 0, 0, False)"], []

        def write(body, pad):
            for statement in body:
                statement.python(text, pad, len(places))
                places.extend((place, statement) for place in statement.places())
                if hasattr(statement, "body"):
                    write(statement.body, pad + "  ")
            if not body:
                text.append(pad + "pass")

        write(self.body, "  ")
        return "\n".join(text + ["  return x"]), places

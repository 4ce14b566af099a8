"""Runs a kernel, and notes all that its threads do.

The threads run as coroutines, each until it waits for others. Every access is noted with what its thread knows
of the others then: up to which of its synchronizations each of them is known to have come (a vector clock).
"""

import random
import struct
import zlib
from collections import defaultdict

from kernel import WORD


class Invalid(Exception):
    """The kernel does something else that is wrong: reads what nobody has written, waits for ever."""


class Note:
    """One access to one unit of memory."""
    __slots__ = ("thread", "number", "clock", "knows", "step", "op", "writes", "statement", "value", "bytes",
                 "atomic", "strong")

    def __init__(self, thread, op, statement, value, size, atomic, volatile):
        self.thread, self.number, self.statement = thread, thread.number, statement
        self.value, self.bytes = value, size  # of the unit; of the whole access
        self.op, self.writes = op, op != "read"
        self.clock, self.knows, self.step = thread.clock, thread.knows, thread.step
        self.atomic, self.strong = atomic, atomic or volatile


class Thread:
    """What a kernel's text as Python calls `m`."""

    def __init__(self, machine, number):
        kernel = machine.kernel
        self.machine, self.number = machine, number
        self.block, self.t = divmod(number, kernel.threads)
        self.clock = 1  # synchronizations so far, and one
        self.knows = machine.nothing
        self.step = 0  # times that it has waited: a compiler moves nothing over these
        self.left_early = False
        self.waits = self.answer = None
        self.x = None

    def load(self, n, index, rank):
        place, memory, start = self.machine.find(self, n, index, rank)
        return place.type.decode(self.machine.read(self, n, place, memory, start, "read", False))

    def store(self, n, index, rank, value):
        place, memory, start = self.machine.find(self, n, index, rank)
        self.machine.write(self, n, place, memory, start, "write", place.type.encode(value))

    def atomic(self, n, index, rank, op, value):
        place, memory, start = self.machine.find(self, n, index, rank)
        kind = place.type
        if op == "load":
            return kind.decode(self.machine.read(self, n, place, memory, start, "read", True))
        old, = struct.unpack(kind.format, self.machine.read(self, n, place, memory, start, None, True))
        value &= kind.mask
        new = {"max": max(old, value), "or": int(old) | value, "cas": old or value, "exch": value, "store": value
               }.get(op, old + value)
        if kind.format[1:] in "BHIQ":
            new %= 1 << 8 * kind.bytes
        op_of_note = {"store": "write", "cas": "swap"}.get(op, "atomic")
        self.machine.write(self, n, place, memory, start, op_of_note, struct.pack(kind.format, new))
        return 0

    def exchange(self, kind, values, x):
        """The new x. @param values of the lanes, by thread"""
        me = self.t % 32
        at = {thread.t % 32: value for thread, value in values.items()}
        if kind in ("xor", "tile_xor"):
            return x + at[me ^ 1]
        if kind == "up":
            return x + at[me - 3 if me >= 3 else me]
        if kind == "first":
            return x ^ at[0]
        if kind == "ballot":
            return x + sum((value & 1) << lane for lane, value in at.items())
        if kind == "sum":
            return sum(at.values())
        return x + any(value & 1 for value in at.values())


class Machine:
    def __init__(self, kernel, order="forward", seed=0, exchanges_order=False):
        self.kernel, self.exchanges_order = kernel, exchanges_order
        count = kernel.threads * kernel.blocks
        self.nothing = [0] * count
        text, self.places = kernel.python()
        scope = {"halves": halves}
        exec(compile(text, "kernel", "exec"), scope)  # pylint: disable=exec-used
        self.threads = [Thread(self, number) for number in range(count)]
        self.order = list(range(count))
        if order == "reverse":
            self.order.reverse()
        elif order == "random":
            random.Random(seed).shuffle(self.order)
        for thread in self.threads:
            thread.run = scope["kernel"](thread, thread.t, thread.block, thread.t % 32, thread.t // 32,
                                         thread.block % kernel.cluster, thread.block * 1000 + thread.t)
        self.memory = {}  # by array and owner: bytes, whether each was written
        self.notes = defaultdict(list)  # by array, owner and unit
        self.unwritten = []  # reads of what nobody had written then: thread, array and owner, place

    # ---- memory ----

    def find(self, thread, n, index, rank):
        place, _ = self.places[n]
        if not 0 <= index < place.count:
            raise Invalid(f"{place.array.name}[{index}]")
        owner = 0
        if place.array.is_shared:
            cluster = self.kernel.cluster
            owner = thread.block if rank is None else thread.block // cluster * cluster + rank
        key = place.array.name, owner
        if key not in self.memory:
            size = place.array.bytes
            self.memory[key] = bytearray(size), bytearray(size if place.array.is_shared else b"\1" * size)
        return place, key, index * place.stride + place.offset

    def read(self, thread, n, place, key, start, op, atomic):
        data, written = self.memory[key]
        end = start + place.type.bytes
        if 0 in written[start:end]:
            self.unwritten.append((thread, key, start))
        if op:
            self.note(thread, n, place, key, start, op, data[start:end], atomic)
        return bytes(data[start:end])

    def write(self, thread, n, place, key, start, op, value):
        data, written = self.memory[key]
        end = start + len(value)
        data[start:end] = value
        written[start:end] = b"\1" * len(value)
        self.note(thread, n, place, key, start, op, value, op in ("atomic", "swap") or self.is_atomic(n))

    def is_atomic(self, n):
        return hasattr(self.places[n][1], "op")

    def note(self, thread, n, place, key, start, op, value, atomic):
        unit = place.array.type.unit
        for offset in range(0, len(value), unit):
            part = bytes(value[offset:offset + unit])
            note = Note(thread, op, self.places[n][1], part, len(value), atomic, place.volatile)
            self.notes[key + (start + offset,)].append(note)

    # ---- execution ----

    def members(self, thread, scope, argument):
        """The threads that wait together, but for those that have left."""
        kernel = self.kernel
        first = thread.block * kernel.threads
        low, high = first, first + kernel.threads
        if scope in ("warp", "tile"):
            size = argument if scope == "tile" else 32
            low, high = first + thread.t // size * size, min(high, first + thread.t // size * size + size)
        elif scope == "cluster":
            low = thread.block // kernel.cluster * kernel.cluster * kernel.threads
            high = low + kernel.cluster * kernel.threads
        elif scope == "grid":
            low, high = 0, len(self.threads)
        elif scope == "start":
            low, high = thread.number, thread.number + 1
        lanes = argument if scope == "warp" and argument != 32 else WORD
        return [u for u in self.threads[low:high] if u.run and lanes >> u.t % 32 & 1]

    def execute(self):
        ready = list(self.order)
        while ready:
            for number in ready:
                self.advance(self.threads[number])
            ready = [number for number in self.order if self.wake(self.threads[number])]
        if any(thread.run for thread in self.threads):
            raise Invalid("threads wait for each other in different places")

    def advance(self, thread):
        try:
            thread.waits = thread.run.send(thread.answer)
            thread.step += 1
        except StopIteration as end:
            thread.x, thread.run, thread.waits = end.value, None, None

    def wake(self, thread):
        """Completes what the thread waits for, if all are there. True if it may go on."""
        if thread.run is None:
            return False
        if thread.waits is None:
            return True  # another member has completed it
        scope, argument, _, orders = thread.waits
        members = self.members(thread, scope, argument)
        if any(u.waits is None or u.waits[:2] != (scope, argument) for u in members):
            return False
        answer = {u: u.waits[2] for u in members}
        if orders or self.exchanges_order and scope != "start":
            known = {id(u.knows): u.knows for u in members}
            joined = list(map(max, *known.values())) if len(known) > 1 else list(*known.values())
            for u in members:
                joined[u.number] = u.clock
                u.clock += 1
            for u in members:
                u.knows = joined
        for u in members:
            u.waits, u.answer = None, answer
        return True

    # ---- what it was ----

    def checksum(self):
        """Of every thread's number, and of the arrays in global memory."""
        kernel = self.kernel
        numbers = b"".join((thread.x & WORD).to_bytes(4, "little") for thread in self.threads)
        sum_of_all = zlib.crc32(numbers)
        for array in kernel.arrays:
            if not array.is_shared:
                data, _ = self.memory.get((array.name, 0), (bytes(array.bytes), None))
                sum_of_all = zlib.crc32(data, sum_of_all)
        return sum_of_all


def halves(k):
    while k > 0:
        yield k
        k //= 2

"""What CUDA says about a kernel: which of its accesses race, and what it computes.

The notes of machine.py of every byte are compared, two at a time: they race if one writes, not both are atomic,
and the later one's thread did not know of the earlier one. Nothing of the CPU backend is used.

Two plain writes of the same value are no race, as the backend has it. What it may report or not, because CUDA or
a compiler can be read in two ways, is `unclear` (see `Notes.is_unclear`).
"""

from dataclasses import dataclass, field

from machine import Invalid, Machine

SCOPES = ("tile", "warp", "block", "cluster", "grid")


@dataclass
class Verdict:
    races: dict = field(default_factory=dict)  # (statement, op, statement, op): set of (thread, thread)
    unclear: dict = field(default_factory=dict)
    same_value: int = 0  # pairs of writes that are let pass
    checksum: int = 0


class Notes:
    """The notes of one unit of memory, in the order of the execution."""

    def __init__(self, notes, places_that_swap, sort):
        self.notes, self.places_that_swap, self.sort = notes, places_that_swap, sort

    def judge(self, verdict):
        """Adds to the verdict. @return the threads that race"""
        racing = set()
        if not any(note.writes for note in self.notes) or all(note.atomic for note in self.notes):
            return racing
        if len({note.thread for note in self.notes}) == 1:
            return racing
        before, writes_before = [], []
        for later in self.notes:
            knows, number = later.knows, later.number
            for earlier in before if later.writes else writes_before:
                if knows[earlier.number] >= earlier.clock or earlier.number == number:
                    continue
                if not (earlier.atomic and later.atomic) and self.unordered(earlier, later, verdict):
                    racing.add(earlier.thread)
                    racing.add(later.thread)
            if not self.sort and len(racing) > 40:
                break  # enough to know that it is one
            before.append(later)
            if later.writes:
                writes_before.append(later)
        return racing

    def unordered(self, earlier, later, verdict):
        """@return whether the two race, clearly"""
        both_write = earlier.op == later.op == "write" and not earlier.atomic and not later.atomic
        if both_write and earlier.value == later.value and earlier.bytes == later.bytes:
            verdict.same_value += 1
            return False
        is_race = not (self.sort and self.is_unclear(earlier, later))
        pairs = verdict.races if is_race else verdict.unclear
        key = earlier.statement, earlier.op, later.statement, later.op
        pairs.setdefault(key, set()).add((earlier.thread.number, later.thread.number))
        return is_race

    def is_unclear(self, a, b):
        if a.thread.left_early or b.thread.left_early:
            return True  # did it arrive at the barriers that came afterwards?
        if a.strong and b.strong:
            return True  # volatile ones: flags
        if a.op == b.op == "write" and a.value == b.value:
            return True  # the same bytes, as parts of accesses of different sizes
        for plain, other in ((a, b), (b, a)):
            if plain.atomic:
                continue
            if other.atomic and not plain.writes and plain.statement in self.places_that_swap:
                return True  # the first look of a loop with compare-and-swap
            mine = [note for note in self.notes if note.thread is plain.thread]
            before = mine[:next(n for n, note in enumerate(mine) if note is plain)]
            if other.atomic and any(note.atomic for note in before):
                return True  # its own atomic operation has seen the others' ones
            if not plain.writes and any(note.op == "write" and note.step == plain.step for note in before):
                return True  # the compiler knows the value
            if not plain.writes and other.op == "write" and plain.value == other.value and \
                    any(note.op == "write" and note.value == other.value for note in before):
                return True  # it has written the same itself, so it finds this in any order
            if plain.op == "write" and any(note.op == "write" and note.step == plain.step and note is not plain
                                           for note in mine[len(before):]):
                return True  # the compiler may leave out the first of two
        return False


def judge(kernel, order="forward", seed=0, exchanges_order=False, sort=True):
    """@param sort whether to tell what is unclear from races"""
    machine = Machine(kernel, order, seed, exchanges_order)
    machine.execute()
    places_that_swap = set()
    for notes in machine.notes.values():
        swaps = {note.thread for note in notes if note.op == "swap"}
        places_that_swap |= {n.statement for n in notes if n.thread in swaps and n.op == "read" and not n.atomic}
    verdict = Verdict()
    racing = {}  # unit: its threads
    for unit, notes in machine.notes.items():
        racing[unit] = Notes(notes, places_that_swap, sort).judge(verdict)
    for thread, key, start in machine.unwritten:
        if thread not in racing.get(key + (start,), ()):
            raise Invalid(f"read of {key[0]}, which nobody has written")
    verdict.checksum = machine.checksum()
    return verdict


def scope_of(kernel, pairs):
    """The smallest of SCOPES that holds both threads of each pair, and the size of the tile."""
    block = kernel.threads
    scope, size = "tile", 1
    for a, b in pairs:
        if a // block // kernel.cluster != b // block // kernel.cluster:
            here = "grid"
        elif a // block != b // block:
            here = "cluster"
        elif a % block // 32 != b % block // 32:
            here = "block"
        else:
            size = max(size, 1 << (a % block ^ b % block).bit_length())
            here = "tile" if size <= 16 else "warp"
        scope = max(scope, here, key=SCOPES.index)
    return scope, size

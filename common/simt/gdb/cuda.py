"""A command for gdb that goes from thread to thread of a kernel on the CPU backend, with cuda-gdb's words:

    simtcc -G my.cu -o my
    gdb -x common/simt/gdb/cuda.py ./my

    (gdb) cuda kernel reverse block 1 thread 5   run until this thread begins the kernel
    (gdb) cuda thread 6                          run until that thread of the block is at the line where we are
    (gdb) cuda                                   which thread is this?

block and thread take x, or (x,y) or (x,y,z). `next`, `print`, `break` and so on are gdb's own. Only one thread of
a block runs at a time, and until another thread's turn comes, memory has what the former ones have done.
"""

import re

import gdb

WARP = 32


def triple(symbol):
    """One of the built-in variables of the running thread, such as threadIdx; None on a thread that runs no kernel."""
    try:
        value = gdb.parse_and_eval(f"*(unsigned (*)[3]) &'simt_{symbol}'")
        return tuple(int(value[axis]) for axis in range(3))
    except gdb.error:
        return None


def where():
    return triple("blockIdx"), triple("threadIdx")


def parse_index(text):
    """5, 5,0 or (5,0,0) as a triple."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if not 1 <= len(numbers) <= 3:
        raise gdb.GdbError(f"“{text}” is no index: write 5, (5,0) or (5,0,0)")
    return tuple(numbers + [0] * (3 - len(numbers)))


class Stop(gdb.Breakpoint):
    """Stops where one thread of a launch passes."""

    def __init__(self, place, block, thread):
        super().__init__(place, internal=True)
        self.silent = True
        self.wanted = block, thread

    def stop(self):
        return where() == self.wanted


class Cuda(gdb.Command):
    """cuda [kernel NAME] [block X,Y,Z] [thread X,Y,Z]: goes to a thread of a kernel, or tells which one this is."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        words = dict(re.findall(r"(kernel|block|thread)\s+(\(?[\w:<>, ]*?\w>?\)?)(?=\s+(?:kernel|block|thread)\b|\s*$)",
                                argument))
        if argument.strip() and not words:
            raise gdb.GdbError("usage: cuda [kernel NAME] [block X,Y,Z] [thread X,Y,Z]")
        if words:
            self.go(words)
        self.tell()

    def go(self, words):
        block, thread = where()
        running = gdb.selected_thread() is not None and gdb.selected_thread().is_valid()
        if "kernel" in words:
            place = words["kernel"]
        elif not running or self.kernel() is None:
            raise gdb.GdbError("no kernel is running here: cuda kernel NAME block X,Y,Z thread X,Y,Z")
        else:
            line = gdb.selected_frame().find_sal()
            place = f"{line.symtab.filename}:{line.line}"
        block = parse_index(words["block"]) if "block" in words else (block if running and block else (0, 0, 0))
        thread = parse_index(words["thread"]) if "thread" in words else (0, 0, 0)
        stop = Stop(place, block, thread)
        try:
            gdb.execute("continue" if running else "run")
        finally:
            stop.delete()
        if gdb.selected_thread() is None:
            raise gdb.GdbError("the program has ended, and this thread did not come by")

    def kernel(self):
        """The kernel's name, if a thread of one is running: what the launch's bound call has called."""
        names, frame = [], gdb.selected_frame()
        while frame is not None:
            names.append(frame.name() or "")
            frame = frame.older()
        calls = [at for at, name in enumerate(names) if name.startswith("simt::detail::BoundCall")]
        return names[calls[0] - 2] if calls and calls[0] >= 2 else None

    def tell(self):
        if gdb.selected_thread() is None:
            print("the program is not running")
            return
        name = self.kernel()
        if name is None:
            print("this is the host")
            return
        block, thread = where()
        size = triple("blockDim")
        linear = thread[0] + size[0] * (thread[1] + size[1] * thread[2])
        print(f"kernel {name}, block {block}, thread {thread}: lane {linear % WARP} of warp {linear // WARP}")


gdb.execute("set environment SIMT_WORKERS 1")  # one block after the other, always in the same order
gdb.execute("set environment SIMT_TIMEOUT 1000000")  # who is looking at variables is no kernel that hangs
gdb.execute("set print thread-events off")
Cuda()

"""Builds of mutants: of a build folder's objects those that a mutated file changes are compiled anew, and linked with
the others. Programs stay: they are linked with the shared runtime, and run with the mutant's."""

import concurrent.futures
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

RUNTIME = "lib/libsimt.so"


class BaseBuild:
    """A build folder of CMake and Ninja, in the preset `check`, and what is known of it."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.commands = {c["output"]: c["command"] for c in json.loads(self.ninja("-t", "compdb"))}
        if RUNTIME not in self.commands:
            raise RuntimeError(f"{folder} has no {RUNTIME}: it is no build of the preset check")

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", str(self.folder), "--quiet", *arguments], check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def make(self, targets):
        self.ninja(*targets)
        self.includers = {}  # of each file
        for line in self.ninja("-t", "deps").splitlines():
            if line.startswith(" "):
                self.includers.setdefault(os.path.normpath(self.folder / line.strip()), set()).add(output)
            elif line:
                output = line.partition(": ")[0]

    def outputs_in(self, test):
        """The built files that a test's command names."""
        for part in (part for argument in test.command for part in argument.split("=")):
            if part.startswith(f"{self.folder}/") and (output := os.path.relpath(part, self.folder)) in self.commands:
                yield output

    def words(self, target):
        """Of the command that builds it, without what comes before and after."""
        words = shlex.split(self.commands[target])
        if words[:2] == [":", "&&"]:
            words = words[2:]
            return words[:words.index("&&")]
        return words

    @functools.cache
    def objects(self, target):
        """What is in it, also by way of the build's archives; not what is in the shared runtime."""
        text = self.commands[target]
        inputs = [w for w in shlex.split(text) if w in self.commands and w != target]
        own = {w for w in inputs if w.endswith(".o")}.union(*(self.objects(w) for w in inputs if w.endswith(".a")))
        return own - self.objects(RUNTIME) if RUNTIME in inputs else own


class Mutant:
    """A copy of common/simt in which a file is changed, and what is built of it. All of it is in `folder`."""

    def __init__(self, base, folder):
        self.base, self.folder, self.code = base, folder, Path("common/simt")
        shutil.copytree(base.root / self.code, folder / self.code)

    def mutate(self, path, text):
        """From now on. The file before is that of the base build again."""
        if hasattr(self, "file"):
            shutil.copy2(self.base.root / self.file, self.folder / self.file)
        self.file = self.code / path
        (self.folder / self.file).write_text(text)
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        self.changed = self.base.includers.get(str(self.base.root / self.file), set())

    def changes(self, target):
        return not self.changed.isdisjoint(self.base.objects(target))

    def has(self, target):
        return self.changes(target) or self.path(target).exists()

    def path(self, target):
        """Where the mutant has it."""
        return self.folder / "build" / target

    def take(self, targets):
        """Those that the mutation does not change, beside the others."""
        for target in targets:
            self.path(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.base.folder / target, self.path(target))

    def run(self, words):
        done = subprocess.run(words, cwd=self.base.folder, stdin=subprocess.DEVNULL, capture_output=True)
        return done.returncode == 0

    def compile(self, output):
        """@return whether it compiles"""
        words = shlex.split(re.sub(r" -MD -MT \S+ -MF \S+", "", self.base.commands[output]))
        words = [str(self.path(w)) if w == output else
                 w.replace(str(self.base.root / self.code), str(self.folder / self.code)) for w in words]
        self.path(output).parent.mkdir(parents=True, exist_ok=True)
        return self.run(words)

    def compile_for(self, targets, at_a_time, check_time=lambda: None):
        """Compiles what is changed in them. @return whether all of it compiles"""
        def one(output):
            check_time()
            return self.compile(output)
        needed = set().union(*map(self.base.objects, targets)) & self.changed
        needed = {o for o in needed if not self.path(o).exists()}
        with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
            return all(pool.map(one, sorted(needed)))

    def link(self, target):
        """@return whether it can be linked. Objects come before the archives in which their originals are."""
        words = []
        for word in self.base.words(target):
            if word.endswith(".a") and word in self.base.commands:
                words += [str(self.path(o)) for o in sorted(self.base.objects(word) & self.base.objects(target))
                          if self.path(o).exists()]
            mine = word == target or word.endswith(".o") and self.path(word).exists()
            words.append(str(self.path(word)) if mine else word)
        self.path(target).parent.mkdir(parents=True, exist_ok=True)
        return self.run(words)

    def build(self, target):
        """Compiles and links what is not there yet. @return its path, the base's if it is the same, None if it fails"""
        if not self.changes(target):
            return str(self.base.folder / target)
        if not self.path(target).exists() and not (self.compile_for([target], 1) and self.link(target)):
            return None
        return str(self.path(target))

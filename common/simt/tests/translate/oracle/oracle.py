#!/usr/bin/env python3
"""Compares what the translator finds in this repository's programs with what clang finds there.

  oracle.py --clang CLANG --cxx CXX --facts PROGRAM [--errors] [FILE...]

Both tell of every launch (line, and the kernel where it has a name) and of every function (line, name, who may call
it), in the .cu files of chapters, exercises and solutions, and in their own headers. PROGRAM is facts.cpp. Clang reads
the programs as CUDA, for the host, with the CPU backend's headers for declarations; of the translator it has nothing.

Exits with 1 where they differ, with 77 where this clang cannot do it. --errors prints what clang could not read.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[4]
FOLDERS = ("chapters/", "exercises/", "solutions/")
SIMT = ROOT / "common/simt/include"
INCLUDE = ["-isystem", str(SIMT), "-isystem", str(SIMT / "without_cccl"), "-I", str(ROOT / "common")]
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl"}

# What clang 19 cannot read, and why. A file that it can read must not stand here.
NO_INITIALISER = "a __shared__ variable of a class with a constructor"
NO_PLACE = "alignas behind __shared__"
NO_TILES = "the CPU backend's operators for tiles"
NOT_READ = {
    "chapters/10_dynamic_parallelism/recursive_reduce.cu": "a kernel that launches itself as another template",
    "chapters/11_clusters/cluster_softmax.cu": NO_INITIALISER,
    "chapters/11_clusters/remote_copies.cu": NO_PLACE,
    "chapters/11_clusters/softmax_ahead.cu": NO_INITIALISER,
    "chapters/12_debugging_and_profiling/assert_and_printf.cu": "assert in a kernel, which is the C library's here",
    "chapters/15_cuda_tile/tile_add.cu": NO_TILES,
    "chapters/15_cuda_tile/tile_attention.cu": NO_TILES,
    "chapters/15_cuda_tile/tile_reduce.cu": NO_TILES,
    "chapters/16_fused_rows/attention_decode.cu": NO_INITIALISER,
    "chapters/16_fused_rows/attention_online.cu": NO_PLACE,
    "chapters/16_fused_rows/softmax_rows.cu": NO_INITIALISER,
    "chapters/17_several_gpus/halo_over_mpi.cu": "mpi.h, where that is not installed",
}

Fact = collections.namedtuple("Fact", "file line what name")


def programs():
    found = sorted(str(file.relative_to(ROOT)) for folder in FOLDERS for file in (ROOT / folder).rglob("*.cu"))
    return [file for file in found if not file.endswith("/check.cu")]


def local_headers(file, seen):
    """The headers that a file brings along, without the tutorial's."""
    for name in re.findall(r'^ *#include "([^"]+)"', file.read_text(), re.M):
        header = (file.parent / name).resolve()
        if header.is_file() and header not in seen:
            seen.add(header)
            local_headers(header, seen)
    return seen


def batches(files):
    """Headers take longer than programs, so many are read at once; of those with the same header of their own, one."""
    found = []
    for file in files:
        headers = local_headers(ROOT / file, set())
        for batch, used in found:
            if file not in NOT_READ and batch[0] not in NOT_READ and not used & headers and len(batch) < 40:
                batch.append(file)
                used |= headers
                break
        else:
            found.append(([file], set(headers)))
    return [batch for batch, _ in found]


# ---- what clang finds

def first_text(files):
    """All headers that the programs include: for clang those of the CPU backend are for both sides."""
    of_programs = {path for file in files for path in (ROOT / file, *local_headers(ROOT / file, set()))}
    of_tutorial = set((ROOT / "common/tutorial").glob("*.cuh"))

    def included(pattern, paths):
        return sorted({name for path in paths for name in re.findall(f"^ *#include {pattern}", path.read_text(), re.M)})

    system = included("<([^>]+)>", of_programs | of_tutorial)
    own = [name for name in system if (SIMT / name).exists() or (SIMT / "without_cccl" / name).exists()]
    others = [name for name in system if name not in own and not re.match("cub/|cusparse|mpi|nvrtc", name)]
    lines = [f"#include <{name}>" for name in others]
    lines += ["#ifdef __clang__", f'#include "{HERE}/words.h"', "#pragma clang force_cuda_host_device begin", "#endif"]
    lines += [f"#include <{name}>" for name in ["cuda_runtime.h", *own]]
    lines += ["#ifdef __clang__", "#pragma clang force_cuda_host_device end", f'#include "{HERE}/device_functions.h"',
              "#define __SIMTCC__", "#endif"]
    lines += [f'#include "{name}"' for name in included(r'"(tutorial(?:/\w+)?\.cuh)"', of_programs)]
    return "\n".join(lines) + "\n"


def text_of(batch):
    """Each file in a namespace of its own, with its macros taken back behind it."""
    text = ""
    for number, file in enumerate(batch):
        macros = sorted(set(re.findall(r"^ *# *define +(\w+)", (ROOT / file).read_text(), re.M)))
        text += "".join(f'#pragma push_macro("{macro}")\n#undef {macro}\n' for macro in macros)
        text += f'namespace oracle_{number} {{\n#include "{ROOT / file}"\n}}\n'
        text += "".join(f'#pragma pop_macro("{macro}")\n' for macro in macros)
    return text


class Dump:
    """Reads the JSON of one declaration. A location has a file or a line only where they are not the last one's."""

    def __init__(self, node):
        self.file, self.line = "", 0
        self.found = {}  # by file and offset: instantiations of a template are dumped, too
        self.read(node, False)

    def place(self, bare):
        if not bare:
            return None
        if "expansionLoc" in bare:
            spelling, expansion = self.place(bare["spellingLoc"]), self.place(bare["expansionLoc"])
            return expansion and (*expansion[:3], spelling and spelling[2])
        self.file = bare.get("file", self.file)
        self.line = bare.get("line", self.line)
        return (self.file, self.line, bare["offset"], None) if "offset" in bare else None

    def read(self, node, in_body):
        """Where the node begins."""
        kind, inner, extent = node.get("kind", ""), node.get("inner", []), node.get("range", {})
        at = self.place(node.get("loc"))
        begin = self.place(extent.get("begin"))
        self.place(extent.get("end"))
        is_function = kind in FUNCTIONS and not node.get("isImplicit")
        words = {child["kind"] for child in inner if child.get("kind", "").startswith("CUDA")
                 and not child.get("implicit") and not child.get("inherited")}
        for child in inner:
            is_body = is_function and child.get("kind") == "CompoundStmt"
            body = self.read(child, in_body or is_body or kind == "LambdaExpr")
            if is_body and in_body and words and body:  # of a lambda, or in a local class
                self.add(body, space(words), "{")
        if is_function and at and not in_body:
            self.add(at, space(words), last_token(node.get("name", "")))
        if kind == "CUDAKernelCallExpr" and begin:
            self.add(begin, "launch", callee(inner[0]) if inner else "")
        return begin

    def add(self, place, what, name):
        file = os.path.relpath(os.path.realpath(place[0]), ROOT)
        self.found.setdefault((place, what == "launch"), Fact(file, place[1], what, name))


def space(words):
    if "CUDAGlobalAttr" in words:
        return "kernel"
    if "CUDADeviceAttr" not in words:
        return "host"
    return "both" if "CUDAHostAttr" in words else "device"


def callee(node):
    """The kernel's name, if the launch has one."""
    while node.get("kind") == "ImplicitCastExpr" and node.get("inner"):
        node = node["inner"][0]
    if node.get("kind") == "DeclRefExpr" and node["referencedDecl"]["kind"] in FUNCTIONS:
        return node["referencedDecl"]["name"]
    return node.get("name", "") if node.get("kind") == "UnresolvedLookupExpr" else ""


def last_token(name):
    """As the translator has it in front of the parenthesis: of `~S<T>` it is `S`, of `operator bool` it is `bool`."""
    if not name.startswith("operator"):
        name = re.sub("<.*", "", name)
    return re.findall(r"\w+|\W", name)[-1] if name else ""


def ask_clang(arguments, text):
    command = [arguments.clang, "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-nobuiltininc",
               "-std=c++20", "-w", "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics", *arguments.macros,
               *INCLUDE, "-idirafter", arguments.resources, str(text),
               "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=oracle_"]
    run = subprocess.run(command, capture_output=True, text=True)
    decoder, at, facts = json.JSONDecoder(), 0, []
    while at < len(run.stdout):
        node, at = decoder.raw_decode(run.stdout, at)
        at += 1  # a newline
        facts += Dump(node).found.values()
    facts = [fact for fact in facts if fact.file.startswith(FOLDERS)]
    return facts, [line for line in run.stderr.splitlines() if re.search(r": (fatal )?error: |: note: ", line)]


# ---- what the translator finds

def ask_translator(arguments, text):
    preprocessed = text.with_suffix(".ii")
    command = [arguments.cxx, "-E", "-x", "c++", "-std=c++20", *arguments.macros_of_simtcc, *INCLUDE, str(text)]
    with open(preprocessed, "w") as out:
        subprocess.run(command, stdout=out, check=True)
    run = subprocess.run([arguments.facts, str(preprocessed)], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{text.read_text()}\nThe translator fails:\n{run.stderr}")
    facts = []
    for line in run.stdout.splitlines():
        what, path, number, name = line.split("\t")
        facts.append(Fact(os.path.relpath(os.path.realpath(path), ROOT), int(number), what, name))
    return [fact for fact in facts if fact.file.startswith(FOLDERS)]


# ---- both

def comparable(facts, unnamed):
    """Names are not compared on lines where the translator has none: of a specialisation, of a kernel's address."""
    counted = collections.Counter()
    for fact in facts:
        name = re.sub("<.*", "", fact.name).split("::")[-1] if fact.what == "launch" else fact.name
        counted[fact._replace(name="" if (fact.file, fact.line) in unnamed else name)] += 1
    return counted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--facts", required=True)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if not arguments.clang or arguments.clang.endswith("NOTFOUND"):
        print("needs clang++-19")
        return 77
    sys.setrecursionlimit(100000)
    ask = lambda *command: subprocess.run(command, capture_output=True, text=True, check=True).stdout
    arguments.resources = ask(arguments.clang, "-print-resource-dir").strip() + "/include"
    arguments.macros_of_simtcc = ask(arguments.facts, "--macros").splitlines()
    arguments.macros = [macro for macro in arguments.macros_of_simtcc
                        if re.match("-D__(NVCC__|CUDACC_|CUDA_)", macro)]
    files = arguments.files or programs()
    faults = []
    own = tuple(f"{ROOT}/{folder}" for folder in FOLDERS)
    launches = functions = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor() as pool:
        first = first_text(files)
        todo = []
        for number, batch in enumerate(batches(files)):
            text = pathlib.Path(folder) / f"{number}.cu"
            text.write_text(first + text_of(batch))
            is_read = batch[0] not in NOT_READ
            todo.append((batch, pool.submit(ask_clang, arguments, text),
                         is_read and pool.submit(ask_translator, arguments, text)))
        for batch, clang, translator in todo:
            facts, messages = clang.result()
            # Those in the bodies of the headers' templates leave what is in the program as it is.
            errors = [line for line in messages if "error: " in line and line.startswith(own)]
            if arguments.errors:
                print("\n".join(messages))
            if not translator:
                if not errors:
                    faults.append(f"{batch[0]}: clang reads it: take it out of NOT_READ")
                continue
            if errors:
                faults += ["clang cannot read this: " + error for error in errors]
                continue
            translated = translator.result()
            unnamed = {(fact.file, fact.line) for fact in translated if not re.match(r"\w|\{", fact.name)}
            of_clang, of_translator = comparable(facts, unnamed), comparable(translated, unnamed)
            launches += sum(n for fact, n in of_clang.items() if fact.what == "launch")
            functions += sum(n for fact, n in of_clang.items() if fact.what != "launch")
            for who, missing in (("clang", of_clang - of_translator), ("the translator", of_translator - of_clang)):
                for fact in sorted(missing):
                    faults.append(f"{fact.file}:{fact.line}: only {who} finds: {fact.what} {fact.name}")
    print("\n".join(sorted(faults)))
    print(f"{launches} launches and {functions} functions of {len(files)} files, {len(NOT_READ)} not read")
    return 1 if faults or not launches or not functions else 0


if __name__ == "__main__":
    sys.exit(main())

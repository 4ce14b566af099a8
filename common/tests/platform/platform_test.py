#!/usr/bin/env python3
"""usage: platform_test.py BUILD

Tests that what editors, containers and notebooks do fits the repository: every JSON file parses, the presets,
targets, programs and files that they name exist (targets in BUILD, configured with Ninja), and the container
installs what the README does.
"""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOK = ROOT / "docs/colab.ipynb"
STUB = "exercises/01_thread_hierarchy/scale_vector/scale_vector.cu"
CLANGD = shutil.which("clangd") or shutil.which("clangd-14")
# What CUDA adds to C++: its headers, specifiers, groups, fragments, textures.
WORD_OF_CUDA = re.compile(r"#include <(?:cuda|cooperative|mma)[^>]*>|\b__[a-z_]+__\b|\b(?:cg|wmma|cuda)::\w+|\btex\w+(?=<)")
# clang 14 says it of some programs with a constexpr std::vector, and means a line of the library.
OF_THE_LIBRARY = "reference to __device__ function 'operator delete' in __host__ __device__ function"


def read(path):
    return (ROOT / path).read_text()


def edited(build):
    """What a reader may open in an editor: a stub, the first program of each chapter and, as long as other programs have
    words of CUDA that those lack, the program with most of them. Tile kernels are left out: clang 14 doesn't take all
    that cuda_tile.h computes while it's compiled for constant."""
    first = subprocess.run([ROOT / "common/tools/first_programs.sh", build], capture_output=True, text=True, check=True)
    chosen = [STUB, *(f"chapters/{program}.cu" for program in first.stdout.split())]
    # Not one that the build lacks: then course.txt has the reason behind its name.
    programs = sorted(f"chapters/{program}.cu" for program in
                      re.findall(r"^program (\S+)$", (Path(build) / "course.txt").read_text(), re.M))
    chosen, programs = ([path for path in paths if "<cuda_tile.h>" not in read(path)] for paths in (chosen, programs))
    words = {path: set(WORD_OF_CUDA.findall(re.sub(r"//.*", "", read(path)))) for path in {*chosen, *programs}}
    lacking = set().union(*words.values()).difference(*(words[path] for path in chosen))
    while lacking:
        chosen.append(max(programs, key=lambda path: len(words[path] & lacking)))
        lacking -= words[chosen[-1]]
    return chosen


def cells(kind):
    return ["".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == kind]


def commands():
    """All commands that the files call, as (file, text)."""
    for task in json.loads(read(".vscode/tasks.json"))["tasks"]:
        yield ".vscode/tasks.json", task["command"]
    for path in (".devcontainer/devcontainer.json", ".devcontainer/gpu/devcontainer.json"):
        yield path, json.loads(read(path))["postCreateCommand"]
    for cell in cells("code"):
        yield "docs/colab.ipynb", cell


class Platforms(unittest.TestCase):
    build = None

    def test_json(self):
        files = [*ROOT.glob(".vscode/*.json"), *ROOT.glob(".devcontainer/**/*.json"), NOTEBOOK]
        self.assertEqual(len(files), 6)
        for path in files:
            json.loads(path.read_text())

    def test_presets_targets_and_programs(self):
        presets = {preset["name"] for preset in json.loads(read("CMakePresets.json"))["configurePresets"]}
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"],
                                capture_output=True, text=True, check=True)
        targets = {line.split(":")[0] for line in listed.stdout.splitlines()}
        named = {"preset": 0, "target": 0, "program": 0}
        for path, text in commands():
            text = text.replace("${fileBasenameNoExtension}", "vector_add")
            for preset in re.findall(r"--preset (\S+)", text):
                self.assertIn(preset, presets, path)
                named["preset"] += 1
            for words in re.findall(r"--target ([\w ]+)", text):
                self.assertLessEqual(set(words.split()), targets, path)
                named["target"] += 1
            for program in re.findall(r"\bbuild(?:-cpu|-cuda)?/bin/(\w+)|\blearn(?: --build \S+)? run (\w+)", text):
                program = "".join(program)
                self.assertTrue({program, f"bin/{program}"} & targets, f"{path}: {program}")
                named["program"] += 1
        self.assertTrue(all(named.values()), named)

    def test_the_container_has_the_packages_of_the_readme(self):
        wanted = re.search(r"apt-get install -y (.*) && cmake --workflow --preset tour", read("README.md")).group(1)
        self.assertLessEqual(set(wanted.split()), set(read(".devcontainer/Dockerfile").split()))

    def test_clangd_finds_its_header(self):
        self.assertIn("CompilationDatabase: common/tools/clangd\n", read(".clangd"))
        folder = ROOT / "common/tools/clangd"
        flags = (folder / "compile_flags.txt").read_text().splitlines()
        self.assertTrue((folder / flags[flags.index("-include") + 1]).exists())
        self.assertTrue((folder / flags[flags.index("-isystem") + 1] / "cuda_runtime.h").exists())

    @unittest.skipUnless(CLANGD, "there is no clangd")
    def test_clangd_understands_programs(self):
        def errors(path):
            # -check-lines: no trial of refactorings, which fail where there is nothing to refactor.
            result = subprocess.run([CLANGD, f"--check={path}", "--check-lines=1"], cwd=ROOT, capture_output=True,
                                    text=True, check=False)
            self.assertIn("All checks completed", result.stderr)
            found = re.findall(r"^E\[.*", result.stderr, re.M)
            return [error for error in found if not error.endswith(OF_THE_LIBRARY)]

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            paths = edited(self.build)
            for path, found in zip(paths, pool.map(errors, paths)):
                self.assertEqual(found, [], path)
        with tempfile.NamedTemporaryFile("w", suffix=".cu", dir=ROOT / "chapters") as wrong:
            wrong.write("__global__ void k(int n) {}\nint main() { k<<<1, 32>>>(nothing); }\n")
            wrong.flush()
            self.assertRegex("".join(errors(wrong.name)), "use of undeclared identifier 'nothing'")

    def test_the_notebook_has_no_outputs_and_the_stub(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            self.assertFalse(cell.get("outputs"))
            self.assertIsNone(cell.get("execution_count"))
        self.assertIn(f"%%writefile {STUB}\n{read(STUB)}".rstrip("\n"), cells("code"))
        for link in re.findall(r"\]\(\.\./([^)]*)\)", "".join(cells("markdown"))):
            self.assertTrue((ROOT / link).exists(), link)

    def test_the_workflow_calls_ci(self):
        workflow = read(".github/workflows/ci.yml")
        self.assertIn("- run: .ci/run ", workflow)
        self.assertIn("container: debian:12\n", workflow)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    Platforms.build = sys.argv.pop()
    unittest.main()

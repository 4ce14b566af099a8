#!/usr/bin/env python3
"""usage: playground_test.py HTML [--variants MAKE_VARIANTS] [--native BIN] [--quick | --only NAME…] [--axe FILE]

Opens the site's playground in headless Chromium, from a plain server of static files and with an empty profile, as a
reader would on a machine without a compiler: runs programs, breaks them, solves exercises. MAKE_VARIANTS writes the
wrong answers; what is said of them is compared with what they expect, and with what the programs in BIN print, if they
are there. --quick leaves out what goes through all programs and pages, `--only speed` measures. Prints a line per fault.
Exit code 1 if there is one, 77 if the site has no playground.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

try:
    from visitor import Visitor
except ImportError:
    print("skipped: python3-selenium is missing")
    sys.exit(77)

from selenium.webdriver.common.by import By

import calibration_in_browser
import exercises_in_browser
import page_tests
import speed_in_browser
from make_playground import CHAPTERS, sources, table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


BLOCK = re.compile(r"\$ (?P<line>(?P<environment>(?:SIMT_\w+=\S+ )*)build/bin/(?:learn run )?(?P<program>\w+)(?P<arguments>[^\n|>&#]*)"
                   r"(?P<filter>(?: 2>&1)? \| grep [^\n|]*)?)(?: +#[^\n]*)?\n(?P<lines>(?:(?!\$ ).*\n)*)")


def console_blocks(readme):
    """What a lesson says that runs of programs print: [(line, environment, program, arguments, lines)], with … in the lines
    for what may be different. A command that cannot be read is the program None."""
    found = []
    for text in re.findall(r"^```console\n(.*?)^```$", readme.read_text(), re.M | re.S):
        block = BLOCK.fullmatch(text)
        if block is None:
            found.append((text.split("\n")[0], {}, None, "", ""))
            continue
        lines = f"…\n{block['lines']}…\n" if block["filter"] else block["lines"]
        found.append((block["line"].strip(), dict(word.split("=") for word in block["environment"].split()), block["program"],
                      block["arguments"].strip(), lines))
    return found


def matches(expected, printed):
    """Whether it is what the lesson shows: a line … stands for any lines, in a line it stands for any text."""
    lines, places = printed.splitlines(), {0}
    for wanted in expected.splitlines():
        if wanted.strip() == "…":
            places = set(range(min(places), len(lines) + 1)) if places else places
        else:
            pattern = re.compile(re.escape(wanted).replace("…", ".*"))
            places = {at + 1 for at in places if at < len(lines) and pattern.fullmatch(lines[at])}
    return len(lines) in places


# Whose lanes share rows of matrix_add, in its first launch.
SWAPPED = ("add_2d<<<grid, block>>>", "add_2d_swapped<<<dim3(blocks_for(height, 32), blocks_for(width, 8)), block>>>")


def test_story(reader):
    """The README's own: the same sum, with swapped indices."""
    reader.open("program_matrix_add")
    blocks = console_blocks(ROOT / "chapters/01_thread_hierarchy/README.md")
    expected = next(lines for _, _, program, _, lines in blocks if program == "matrix_add")
    printed = reader.go()
    reader.expect(matches(expected, printed), f"matrix_add prints\n{printed}\nand not\n{expected}")
    reader.expect(reader.run("playground.at.output.querySelectorAll('tbody tr').length") >= 3, "no table is shown")
    reader.change(*SWAPPED)
    printed = reader.go()
    reader.expect(re.search(r"^2D grid, 2D block +31\.50 +31\.50 ", printed, re.M), f"no 31.5 sectors:\n{printed}")
    reader.press("changed")
    reader.expect(reader.shown().count("add_2d_swapped<<<dim3") == 1, f"what changed is not shown:\n{reader.shown()}")


def test_consoles(reader):
    """What the lessons show is what is printed here, but where the README's tables say why it is not."""
    different, missing, needed = table("prints something else"), table("not on the site"), set()
    reader.expect(different and missing, "the README has not both tables")
    for readme in sorted(path for number in CHAPTERS for path in ROOT.glob(f"chapters/{number}_*/*.md")):
        reader.where = f"{readme.parent.name}/{readme.name}"
        for line, environment, program, arguments, expected in console_blocks(readme):
            path = readme.parent / f"{program}.cu"
            if program is None or not path.exists():
                reader.expect(False, f"{line}: no program that can be run here")
                continue
            reader.open("own" if program in missing else f"program_{program}")
            if program in missing:
                reader.write(path.read_text())
            reader.run("void Object.assign(playground.environment, arguments[0])", environment)
            reader.run("playground.at.arguments.value = arguments[0]", arguments)
            reader.go()
            printed = reader.printed(2) + reader.printed(1)
            if not matches(expected, printed):
                needed.add(program)
                reader.expect(program in different or program in missing, f"{line} prints\n{printed}and not\n{expected}")
    reader.run("playground.at.arguments.value = ''")
    programs = {path.stem for number in CHAPTERS for path in ROOT.glob(f"chapters/{number}_*/*.cu")}
    reader.expect(needed >= programs & (set(different) | set(missing)), f"of the tables' programs only {needed} are different")


def test_other_programs(reader):
    """Programs that no lesson shows print what they print on a machine, if they are built there."""
    shown = {program for number in CHAPTERS for readme in ROOT.glob(f"chapters/{number}_*/*.md")
             for _, _, program, _, _ in console_blocks(readme)}
    for name, path in sources(ROOT).items():
        if not name.startswith("program_") or path.stem in shown:
            continue
        reader.open(name)
        reader.go()
        printed, state = reader.printed(1), reader.state()
        reader.expect(state.startswith("exit code 0"), f"{path.stem}: {state}:\n{reader.printed()}")
        native = reader.native and reader.native / path.stem
        if native and native.exists():
            there = subprocess.run([native], capture_output=True, text=True, timeout=600, check=False, cwd=ROOT).stdout
            reader.expect(printed == there, f"{path.stem} prints\n{printed}and on a machine\n{there}")


def test_mistakes(reader):
    """Reports name the program's lines, and lead there."""
    reader.open("program_vector_add")
    reader.change("if (i < n) c[i] = a[i] + b[i];", "c[i] = a[i] + b[i];")
    printed = reader.go()
    line = reader.text().split("\n").index("  c[i] = a[i] + b[i];") + 1
    place = f"01_thread_hierarchy/vector_add.cu:{line}"
    reader.expect(place in printed, f"no report of line {line}:\n{printed}")
    reader.expect("past the end" in printed, f"no report that says how far past the end:\n{printed}")
    reader.run("[...playground.at.output.querySelectorAll('button')].find(b => b.textContent.endsWith(arguments[0])).click()", place)
    there = reader.run("playground.editor.getCursor().line + 1")
    reader.expect(there == line, f"the report leads to line {there}")
    marked = reader.run(f"playground.editor.lineInfo({line - 1}).bgClass")
    reader.expect(marked == "marked", f"line {line} is not marked: {marked}")
    reader.change("c[i] = a[i] + b[i];\n}\n\n// Any grid", "c[i] = a[i] + d[i];\n}\n\n// Any grid")
    printed = reader.go()
    reader.expect(place in printed and "'d'" in printed, f"no error in line {line}:\n{printed}")
    reader.expect(reader.state() == "does not compile", reader.state())


def test_race(reader):
    """A barrier that is missing is a race, and both of its lines are named."""
    reader.open("program_stencil")
    text = reader.text()
    at = text.index("__syncthreads();")
    reader.write(text[:at] + text[at + len("__syncthreads();"):])
    printed = reader.go()
    lines = set(re.findall(r"stencil\.cu:(\d+)", printed))
    reader.expect("race" in printed and len(lines) >= 2, f"no race with two lines:\n{printed}")


ENDLESS = """#include <cstdio>
__global__ void wait(volatile int* flag) {
  while (*flag == 0) {}
}
int main() {
  int* flag;
  cudaMalloc(&flag, 4);
  cudaMemset(flag, 0, 4);
  %s
  wait<<<1, 32>>>(flag);
  std::printf("%%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""


def test_endless(reader):
    """A kernel that never ends is a report; Stop ends whatever runs at once, and the next run is as good."""
    reader.open("own")
    reader.write(ENDLESS % "")
    reader.run("void (playground.environment.SIMT_TIMEOUT = '1')")
    printed = reader.go()
    reader.expect("cudaErrorLaunchTimeout" in printed and "program.cu:3" in printed, f"no report:\n{printed}")
    for endless in ("", "for (volatile int i = 0; i == 0;) {}"):  # a kernel, host code
        reader.write(ENDLESS % endless)
        reader.run("void (playground.environment.SIMT_TIMEOUT = '1000')")
        reader.run("void playground.go()")
        reader.expect(reader.wait_for("playground.at.state.textContent === 'runs'", 600), f"does not run: {reader.state()}")
        reader.press("stop")
        reader.expect(reader.wait_for("!playground.isBusy", 5), "does not stop")
        reader.expect(reader.state() == "stopped", reader.state())
    reader.press("reset")
    printed = reader.go()
    reader.expect(printed.startswith("*" * 32), f"after Stop it prints\n{printed}")
    reader.open("exercise_scale_vector")  # a check ends by itself
    reader.change("void launch_scale(", "const bool kWaits = [] { for (volatile int i = 0; i == 0;) {} return true; }();\n\nvoid launch_scale(")
    reader.run("void (playground.checkSeconds = 1)")
    reader.go()
    state = reader.run("playground.verdict?.state")
    reader.expect(state == "takes too long", f"an endless check is {state!r}")


BOUNDS = """#include <cstdio>
__global__ void sum(int* out, int n) {
  int few[4] = {1, 2, 3, 4}, more[4] = {5, 6, 7, 8};
  few[n] = 9;
  out[threadIdx.x] = few[threadIdx.x & 3] + more[threadIdx.x & 3];
}
int main() {
  int* out;
  cudaMalloc(&out, 16);
  sum<<<1, 4>>>(out, %d);
  std::printf("%%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(out);
}
"""


def test_bounds(reader):
    """An index that leaves a thread's own array is told of."""
    reader.open("own")
    reader.write(BOUNDS % 3)
    printed = reader.go()
    reader.expect(printed == "cudaSuccess\n", f"an index that is right prints\n{printed}")
    reader.write(BOUNDS % 4)
    printed = reader.go()
    reader.expect(re.search(r"^simt: index 4 .*\n +at +program\.cu:4$", printed, re.M), f"no report of the index:\n{printed}")


def draw(reader, kernel):
    """The picture of the last run, and a click on the kernel's line `c[i] = …`. -> what it says"""
    reader.press("picture")
    reader.expect(reader.wait_for("!playground.isBusy", 600) and reader.run("playground.picture !== undefined"),
                  f"no picture: {reader.state()}")
    lines = reader.text().split("\n")
    line = next(at for at, text in enumerate(lines) if "c[i] = " in text and f"void {kernel}(" in "\n".join(lines[:at]))
    reader.run("playground.editor.scrollIntoView({line: arguments[0], ch: 0}, 100)", line)
    shown = reader.browser.find_elements(By.CSS_SELECTOR, ".CodeMirror-code .CodeMirror-line")
    row = shown[line - reader.run("playground.editor.getViewport().from")]
    reader.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", row)
    row.click()
    reader.expect(reader.run("playground.editor.getCursor().line") == line, f"the line of {kernel} was not clicked")
    return reader.run("document.querySelector('.picture .live-say').textContent")


COUNTED = """(() => {
  const requests = playground.picture.accesses.filter(({what}) => !what.endsWith('atomic'))
    .flatMap(({what, launches}) => launches.flatMap(({requests}) => requests.map((step) => [what.split(' ')[0], step])));
  const cost = ([space, step]) => Live.model.traced(step)[space === 'shared' ? 'wavefronts' : 'sectors'];
  return [requests.length, requests.filter((each) => cost(each) !== each[1].units).length];
})()"""


def test_picture(reader):
    """The access that is clicked is drawn from the run's own trace, and costs what the run has counted."""
    reader.open("program_matrix_add")
    reader.go()
    said = draw(reader, "add_2d")
    reader.expect("4 sectors of 32 bytes, in 1 cache line of 128" in said, f"a row is {said!r}")
    shown = reader.run("document.querySelectorAll('.picture .sector.touched').length")
    reader.expect(shown == 4, f"{shown} sectors are drawn")
    reader.change(*SWAPPED)
    reader.expect(reader.run("playground.picture === undefined && playground.at.picture.disabled"), "the picture outlives its text")
    reader.go()
    said = draw(reader, "add_2d_swapped")
    reader.expect("32 sectors of 32 bytes" in said, f"a column is {said!r}")
    shown = reader.run("document.querySelectorAll('.picture .sector.touched').length")
    reader.expect(shown == 32, f"{shown} sectors are drawn")
    printed = reader.printed()
    reader.press("picture")
    reader.expect(reader.wait_for("!playground.isBusy", 600) and reader.printed() == printed, "a picture prints something")
    for name in ("aligned_access", "struct_layouts", "bank_conflicts", "transpose_float4", "block_sum_shared"):
        reader.open(f"program_{name}")
        reader.go()
        reader.press("picture")
        reader.wait_for("!playground.isBusy", 600)
        requests, wrong = reader.run(COUNTED)
        reader.expect(requests > 0 and wrong == 0, f"{wrong} of {requests} requests of {name} are not what was counted")
    shared = reader.run("playground.picture.accesses.findIndex(({what}) => what.startsWith('shared'))")
    reader.run("void playground.picture.frame.change({access: arguments[0]})", shared)
    banks = reader.run("document.querySelectorAll('.picture .access-shared .bank').length")
    reader.expect(banks == 32, f"{banks} banks are drawn")
    reader.open("exercise_scale_vector")
    reader.write((ROOT / "solutions/01_thread_hierarchy/scale_vector.cu").read_text())
    reader.go()
    reader.press("picture")
    reader.expect(reader.wait_for("playground.picture !== undefined", 600), f"no picture of a check: {reader.state()}")


def test_settings(reader):
    """In front of the arguments there may be settings, as in a shell."""
    reader.open("program_vector_add")
    reader.run("playground.at.arguments.value = 'SIMT_REPORT=text --size 1000'")
    printed = reader.go()
    reader.run("playground.at.arguments.value = ''")
    reader.expect("n = 1000" in printed and "global load" in printed, f"no report:\n{printed}")


LEFT_OUT = {
    "clusters are left out": """__global__ void __cluster_dims__(2) wait() {}
int main() {
  wait<<<2, 32>>>();
}
""",
    "cuBLAS is left out": """#include <cublas_v2.h>
int main() {
  cublasHandle_t handle;
  return cublasCreate(&handle);
}
""",
    "exceptions disabled": """int main() {
  throw 1;
}
""",
}


def test_left_out(reader):
    """What there is not in a browser is refused by its name."""
    reader.open("own")
    for words, program in LEFT_OUT.items():
        reader.write(program)
        printed = reader.go()
        reader.expect(words in printed, f"does not say {words!r}:\n{printed}")


# Programs of later chapters that a browser refuses -> by which words.
REFUSED = {**{path.stem: "tile kernels do not run in a browser yet" for path in ROOT.glob("chapters/15_*/*.cu")},
           **{path.stem: "in a browser clusters are left out" for path in ROOT.glob("chapters/11_*/*.cu")
              if path.stem != "packed_histogram"},
           "cluster_stencil": "more than 16 blocks wait for each other",
           "remote_copies": "no member named 'st_async'",
           "softmax_ahead": "in a browser clusters are left out",
           "softmax_rows": "in a browser clusters are left out",
           **dict.fromkeys(("attention_wgmma", "product_wgmma"), "wgmma is left out in a browser"),
           "compile_at_run_time": "NVRTC is left out in a browser",
           "halo_over_mpi": "MPI is left out in a browser",
           "ping_pong": "host and kernels cannot use managed memory at the same time",
           "streams_in_cpp": "exceptions disabled"}

# In which host code waits for a kernel, and that for host code.
WITHOUT_END = ("memory_sync_domains",)


def small(program):
    """The arguments with which the chapter's tests run it."""
    registered = (program.parent / "CMakeLists.txt").read_text()
    arguments = re.search(rf"add_\w+\({program.stem}\b[^)]*?\bARGS ((?:--\w+ \d+\s*)+)", registered)
    devices = "SIMT_DEVICES=2 " if program.parent.name.startswith("17") else ""
    return devices + (arguments[1].strip() if arguments else "")


def test_pasted(reader):
    """Programs of later chapters, as a reader pastes them: they work, or are refused by name."""
    reader.open("own")
    different = table("prints something else")
    later = (path for path in ROOT.glob("chapters/*/*.cu") if path.parent.name[:2] not in CHAPTERS)
    for path in sorted(path for path in later if path.stem not in WITHOUT_END):
        reader.write(path.read_text())
        reader.run("playground.at.arguments.value = arguments[0]", small(path))
        printed, words = reader.go(), REFUSED.get(path.stem, "PASS")
        reader.expect((words in printed) != (path.stem in different), f"{path.stem} does not say {words!r}:\n{printed}")
    reader.run("playground.at.arguments.value = ''")


def test_exercises(reader):
    exercises_in_browser.check(reader, ROOT, CHAPTERS[:1] if reader.is_quick else CHAPTERS, reader.make_variants, reader.native)


def test_calibration(reader):
    calibration_in_browser.check(reader, ROOT)


TESTS = {name[5:]: test for name, test in list(globals().items()) + list(vars(page_tests).items())
         if name.startswith("test_")}
QUICK = ("story", "mistakes", "race", "endless", "bounds", "picture", "settings", "left_out", "exercises")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("html", type=Path)
    parser.add_argument("--variants", type=Path)
    parser.add_argument("--native", type=Path)
    parser.add_argument("--axe", type=Path)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true")
    which.add_argument("--only", choices=[*TESTS, "speed"], nargs="+")
    arguments = parser.parse_args()
    if not (arguments.html / "playground.html").exists():
        print("the site has no playground")
        sys.exit(77)
    reader = Visitor(str(arguments.html.resolve()))
    reader.make_variants, reader.native = (path and path.resolve() for path in (arguments.variants, arguments.native))
    reader.axe, reader.is_quick = arguments.axe and arguments.axe.read_text(), arguments.quick
    names = QUICK if arguments.quick else arguments.only or TESTS
    try:
        if "speed" in names:
            speed_in_browser.measure(reader, ROOT, reader.native)
        for name, test in TESTS.items():
            if name in names:
                reader.where = name
                test(reader)
                reader.where = name
                errors = reader.errors()
                reader.expect(not errors, f"errors of the browser: {errors}")
    finally:
        reader.browser.quit()
    sys.exit(1 if reader.faults else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Tests of kernels.py, also over all programs."""

import html
import re
import unittest
from collections import Counter
from pathlib import Path

from kernels import (ALIKE, BESIDE_THE_POINT, blanked, changes, functions, headers, is_ladder, kernels, ladder_html, launches_by_kernel,
                     likeness, model_of, parameter_types, told_counters, with_helpers)
from measured import launches_of
from measured_test import Page

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted(ROOT.glob("chapters/*/*.cu"))

SOURCE = '''#include "x.cuh"
constexpr int kBlock = 64;
__constant__ float weights[4];
__device__ int counter = 0;

// What it does: {.
template <int LOADS,
          class T>
__global__ __launch_bounds__(kBlock * (1 + 1)) void first(const T* in /* } */, T* out) {
  const char* text = "__global__ }";
  if (text[0] == '}') out[0] = twice(in[0]);
}

__global__ void declared(int n);
__device__ float twice(float x) { return 2 * x; }

#define MACRO __global__
// Not above it.

__global__ void second(int n) { first<<<1, 1>>>(n); }
'''


def plain_highlight(code, first_line):
    return f'<pre data-first="{first_line}">{html.escape(code)}</pre>'


def program(name):
    return next(path for path in PROGRAMS if path.stem == name)


def ladder_of(path):
    return ladder_html(path, launches_of(ROOT, path.parent.name, path.stem), plain_highlight)


class Parsing(unittest.TestCase):
    def test_functions_of_a_source(self):
        found = list(functions(SOURCE))
        self.assertEqual([(f.name, f.is_kernel) for f in found], [("first", True), ("twice", False), ("second", True)])
        lines = SOURCE.splitlines()
        self.assertEqual(found[0].text.splitlines(), lines[5:12])
        self.assertEqual(found[0].first_line, 6)
        self.assertEqual(found[2].text, lines[-1])

    def test_blanks_keep_their_places(self):
        self.assertEqual(len(blanked(SOURCE)), len(SOURCE))
        self.assertEqual(blanked(SOURCE).count("\n"), SOURCE.count("\n"))
        self.assertNotIn("What it does", blanked(SOURCE))

    def test_types_of_parameters(self):
        first, _, second = functions(SOURCE)
        self.assertEqual(parameter_types(second), ["int"])
        self.assertEqual(parameter_types(first), ["const T*", "T*"])

    def test_all_kernels_of_all_programs(self):
        seen = 0
        for path in PROGRAMS:
            for file in [*headers(path), path]:
                text = file.read_text()
                plain = blanked(text)
                definitions = [m for m in re.finditer(r"__global__[^;{]*[;{]", plain) if m[0].endswith("{")]
                found = [f for f in functions(text) if f.is_kernel]
                self.assertEqual(len(found), len(definitions), file)
                for function in found:
                    seen += 1
                    lines = text.splitlines()[function.first_line - 1 :]
                    self.assertEqual(function.text.splitlines(), lines[: len(function.text.splitlines())], file)
                    self.assertRegex(function.text, r"\A(//|template|__global__)", file)
                    code = blanked(function.text)
                    self.assertEqual(code.count("{"), code.count("}"), file)
                    self.assertEqual(code.count("__global__"), 1, file)
        self.assertGreater(seen, 250)

    def test_helpers_are_called(self):
        found = {kernel.name: [helper.name for helper in kernel.helpers] for kernel in kernels(program("reduce_ladder"))}
        self.assertEqual(found["in_shared"], ["load", "sum_of_block"])
        self.assertEqual(found["interleaved"], ["load"])


class Ladders(unittest.TestCase):
    def test_which_programs_profit(self):
        ladders = {path.stem for path in PROGRAMS if is_ladder(path, kernels(path))}
        self.assertGreater(len(ladders), 60)
        self.assertLessEqual({"reduce_ladder", "matrix_multiply", "histogram", "transpose_shared", "vector_add"}, ladders)
        self.assertFalse({"hello", "stencil_steps", "bank_conflicts", "timing", "graphs", "stream_basics"} & ladders)

    def test_exceptions_are_needed(self):
        for name in BESIDE_THE_POINT:
            self.assertTrue(is_ladder(program(name).with_name("another.cu"), kernels(program(name))), name)

    def test_a_kernel_is_compared_with_the_one_most_like_it(self):
        found = kernels(program("barriers"))
        self.assertEqual([model_of(kernel, found[:i]) and model_of(kernel, found[:i]).name for i, kernel in enumerate(found)],
                         [None, "reverse", None, "reverse"])
        self.assertGreaterEqual(likeness(found[0], found[3]), ALIKE)
        found = kernels(program("struct_layouts"))
        self.assertEqual(model_of(found[4], found[:4]).name, "scale_x_aos")

    def test_what_changed_is_what_changed(self):
        seen = 0
        for path in PROGRAMS:
            found = kernels(path)
            for index, kernel in enumerate(found):
                before = model_of(kernel, found[:index])
                if not before:
                    continue
                seen += 1
                old, new = with_helpers(before, kernel), with_helpers(kernel, before)
                marked = list(changes(before, kernel))
                added, removed = ([line for mark, line in marked if mark == sign] for sign in "+-")
                # What is taken away and what comes in is all that makes one of the other; the rest is in order.
                self.assertEqual(Counter(old) - Counter(removed) + Counter(added), Counter(new), f"{path.stem}: {kernel.name}")
                for lines, left_out in ((old, "+"), (new, "-")):
                    rest = iter(lines)
                    self.assertTrue(all(line in rest for mark, line in marked if mark not in (left_out, "…")), path.stem)
                self.assertTrue(added or removed)
        self.assertGreater(seen, 120)


class Pages(unittest.TestCase):
    def test_all_programs(self):
        seen = 0
        for path in PROGRAMS:
            text = ladder_of(path)
            page = Page(text)
            self.assertEqual(page.faults, [], path.stem)
            self.assertEqual(len(page.ids), len(set(page.ids)), path.stem)
            self.assertLessEqual(set(page.labels), set(page.ids), path.stem)
            if not text:
                continue
            seen += 1
            for kernel in kernels(path):
                self.assertIn(plain_highlight(kernel.text, kernel.first_line), text, path.stem)
                self.assertEqual(text.count(f'-name"><code>{kernel.name}</code></h3>'), 1, path.stem)
            self.assertEqual(text.count('<section class="tab"'), len(kernels(path)))
        self.assertGreater(seen, 60)

    def test_a_program_with_one_kernel_has_none(self):
        self.assertEqual(ladder_of(program("bank_conflicts")), "")

    def test_counters_are_those_of_the_kernel(self):
        text = ladder_of(program("transpose_shared"))
        tile, swizzled = text.split("<section")[1:3]
        self.assertRegex(tile, r"&lt;0&gt;.*&lt;1&gt;.*bank conflicts of them</th><td>7373</td><td>0</td>")
        self.assertRegex(swizzled, r'before: <code>transpose_tile.*bank conflicts of them</th><td class="before">7373</td><td>0</td>')

    def test_figures_stand_in_the_file(self):
        """Each whole number of a panel is one of that kernel's launches, or of the kernel before it."""
        for path in PROGRAMS:
            text, launches = ladder_of(path), launches_of(ROOT, path.parent.name, path.stem)
            if not text or not launches:
                continue
            for section in text.split("<section")[1:]:
                name = re.search(r'-name"><code>(\w+)</code>', section)[1]
                before = re.search(r"before: <code>(\w+)</code>", section)
                names = {name, before[1]} if before else {name}
                known = {cell for row in launches if re.split(r"[<(]", row["kernel"])[0] in names for cell in row.values()}
                for cell in re.findall(r"<td(?: class=\"before\")?>(\d+)</td>", section):
                    shapes = {number for text in known for number in re.findall(r"\d+", text)}
                    self.assertIn(cell, known | shapes, f"{path.stem}: {name}")

    def test_what_does_not_differ_is_not_told(self):
        launches = [{"global_load_requests": "8", "global_load_sectors": sectors, "shared_load_requests": "0"} for sectors in ("32", "64")]
        self.assertEqual([name for name, _, _ in told_counters(launches)], ["global load requests", "sectors per request"])
        self.assertEqual(told_counters(launches[:1]), [])

    def test_launches_go_to_their_kernel(self):
        rows = [{"kernel": "count<1, 2>", "n": "1"}, {"kernel": "ns::count<3>", "n": "2"}, {"kernel": "count<1, 2>", "n": "1"}]
        self.assertEqual([row["n"] for row in launches_by_kernel(rows)["count"]], ["1", "2"])


if __name__ == "__main__":
    unittest.main()

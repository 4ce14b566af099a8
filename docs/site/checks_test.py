#!/usr/bin/env python3
"""Tests of checks.py, also over the checks of all exercises."""

import html
import re
import unittest
from pathlib import Path

from checks import CPU_ONLY, checked_html, what_is_checked
from exercises import exercises
from measured_test import Page

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = list(exercises(ROOT))
MAIN = """int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
%s
  return exercise.verdict();
}
"""


def folder(exercise):
    return ROOT / "exercises" / exercise.folder / exercise.name


def check_of(name):
    return next((folder(e) / "check.cu").read_text() for e in EXERCISES if e.name == name)


class Checked(unittest.TestCase):
    def said(self, statements, before=""):
        return what_is_checked(before + MAIN % statements)

    def test_limits(self):
        self.assertEqual(self.said('  exercise.limit("bank conflicts", c.bank_conflicts, 0, "why");'), ["Bank conflicts: none."])
        self.assertEqual(self.said('  exercise.limit("a " "b", f(x, 3), 2 * 8.0 + 1, "why");'), ["A b: at most 17."])
        self.assertEqual(self.said('  exercise.limit_of_model("pages", c.pages, 7, "why");'), [f"Pages: at most 7{CPU_ONLY}."])

    def test_formulas(self):
        loop = "  for (const int n : {1, 33}) {\n    %s\n  }"
        self.assertIn("Loads: at most `(n + 31) / 32`.", self.said(loop % 'exercise.limit("loads", c, (n + 31) / 32, "");'))
        self.assertIn("Loads: at most `2 * warps`, where `warps` = `(n + 31) / 32`.",
                      self.said(loop % 'const int warps = (n + 31) / 32, more = 2;\n    exercise.limit("loads", c, 1.0 * 2 * warps, "");'))
        self.assertIn("Loads: at most `8 * n`.", self.said(loop % 'exercise.limit("loads", c, kWarps * n, "");', "constexpr int kWarps = 8;\n"))

    def test_what_is_not_known_is_not_told(self):
        loop = "  for (const int n : {1, 33}) {\n    %s\n  }"
        for code in ('exercise.limit("loads", c, in.size(), "why");', 'exercise.limit("loads", c, x, "why");',
                     'int x = 0;\n    exercise.limit("loads", c, 2 * x, "why");',  # it may change
                     'const int x = f(n);\n    exercise.limit("loads", c, x, "why");',
                     'exercise.limit("loads", c, n > 3 ? 1 : 2, "why");'):
            self.assertIn("Loads: counted, with a limit. The message: “why”.", self.said(loop % code), code)
        self.assertEqual(self.said('  exercise.limit(name, c, 3, "why");'), [])
        self.assertEqual(self.said('  // exercise.limit("loads", c, 3, "why");'), [])
        self.assertEqual(self.said('  exercise.require(c < 3, "exercise.limit(");'), [])

    def test_a_name_of_another_function_is_another_one(self):
        text = 'void other() {\n  const int size = 5;\n}\n\nvoid one(int size) {\n  exercise.limit("loads", c, size, "");\n}\n\n'
        self.assertIn("Loads: at most `size`.", what_is_checked(text + MAIN % "  one(3);"))

    def test_conditions(self):
        limit = 'exercise.limit("loads", c, 3, "");'
        for code, when in ((f"  if (n < 5) {{\n    {limit}\n  }}", ", if `n < 5`"),
                           (f"  for (const auto& [n, k] : sizes) {{\n    if (n < 1000) continue;\n    {limit}\n  }}", ", unless `n < 1000`"),
                           (f"  if (n < 5) {limit}", ", in some of the cases"), (f"  if (is_odd(n)) {{\n    {limit}\n  }}", ", in some of the cases"),
                           (f"  if (a) {{\n  }} else {{\n    {limit}\n  }}", ", in some of the cases"),
                           (f"  const auto later = [&] {{\n    {limit}\n  }};", ", in some of the cases"),
                           (f"  if (exercise.failed()) return exercise.verdict();\n  {limit}", ""),
                           (f"  for (const int n : {{1, 2}}) {{\n    {limit}\n  }}", "")):
            self.assertIn(f"Loads: at most 3{when}.", self.said(code), code)
        function = f"void one(int n) {{\n  {limit}\n}}\n\n"
        for code, when in (("  one(3);", ""), ("  if (n > 3) {\n    one(3);\n  }", ", if `n > 3`"), ("", ", in some of the cases"),
                           ("  one(1);\n  if (b) one(3);", ", in some of the cases")):
            self.assertIn(f"Loads: at most 3{when}.", self.said(code, function), code)

    def test_results(self):
        self.assertEqual(self.said('  exercise.expect(out, f);\n  exercise.expect(in, in.before(), {}, "in");'),
                         ["Every element of `out` has to be right, and nothing may be written outside of it.", "`in` must stay as it was."])
        self.assertEqual(self.said('  exercise.expect(*buffer, f);\n  if (a) exercise.expect(b, f);'), [])

    def test_sizes(self):
        self.assertEqual(self.said("  for (const int n : Exercise::sizes()) {\n  }\n  for (const int n : {7}) {\n  }"),
                         ["It tries n = 1, 7, 31, 32, 33, 1009 and 20011."])
        shapes = "  const int shapes[][2] = {{1, 2}, {3, %s}};\n  for (const auto& [rows, columns] : shapes) {\n  }"
        self.assertEqual(self.said(shapes % 4), ["It tries rows × columns = 1 × 2 and 3 × 4."])
        self.assertEqual(self.said(shapes % "kMany"), [])

    def test_the_sizes_are_those_of_the_header(self):
        header = (ROOT / "common/tutorial/exercise.cuh").read_text()
        large = re.search(r"kLarge = (\d+);", header)[1]
        sizes = re.search(r"sizes\(\) \{ return \{(.*?)\}; \}", header)[1].replace("kLarge", large)
        self.assertIn(f"It tries n = {sizes.rpartition(', ')[0]} and {large}.", self.said("  for (const int n : exercise.sizes()) {\n  }"))

    def test_some_exercises(self):
        expected = {
            "scale_vector": ["It tries n = 1, 31, 32, 33, 1009, 3001, 20011, 70001 and 131101.", "Store requests: at most `(n + 31) / 32 + 3`."],
            "clear_border": ["Load requests: none.", "Store requests: at most `2.0 * ((columns + 31) / 32) + 2.0 * rows`, unless `columns < 1000`."],
            "rotate_image": ["Bank conflicts: none.", "Sectors loaded: counted, with a limit. The message: “a warp should load 32 neighbours of one row”."],
            "dot_product": ["Additions to global memory: at most 64.", "Loads from shared memory: at most 10240."],
            "largest_in_block": ["Stores to shared memory per block: at most 20.", "Loads from shared memory per block: at most 37."],
            "sort_the_mail": ["Sectors of atomics: counted, with a limit, unless `letters < 1000`. The message: “lanes with the same district "
                              "can take their places with one operation”."],
            "day_to_day": ["`__activemask()` and `coalesced_threads()` are not allowed."],
            "steps_on_paper": ["It compares your 10 answers with the right ones."],
            "who_waits": ["Nothing runs before `kCaseIsOpen` is `true`.", "It compares your answer with the right one."],
            "hottest_day": ["Sectors loaded: at most `1.25 * sectors + 64`, where `sectors` = `(n + 7) / 8`.",
                            "What was allocated has to be freed, and nothing twice."],
            "held_up": ["It holds up work in a stream, and looks at what goes on meanwhile."],
        }
        for name, sentences in expected.items():
            said = what_is_checked(check_of(name))
            for sentence in sentences:
                self.assertIn(sentence, said, name)

    def test_numbers_are_those_of_the_check(self):
        """Each number that is told stands in the check, but for those of Exercise::sizes() and for products and sums."""
        computed = {"dot_product": {"10240"}, "largest_in_block": {"20", "37"}}
        for exercise in EXERCISES:
            text = (folder(exercise) / "check.cu").read_text()
            known = set(re.findall(r"\d+(?:\.\d+)?", text)) | {"1", "31", "32", "33", "1009", "20011"} | computed.get(exercise.name, set())
            for sentence in what_is_checked(text):
                if sentence.startswith("It compares"):
                    continue
                for number in re.findall(r"\d+(?:\.\d+)?", sentence):
                    self.assertTrue(number in known or f"{number}.0" in known, f"{exercise.name}: {sentence}")

    def test_limits_are_those_that_the_check_has(self):
        """What the checks say to wrong answers of common/tests/graders: "store requests: 132; 80 are enough"."""
        for name, what, sizes, enough in (
                ("clear_border", "Store requests", {"rows": 8, "columns": 1024}, 80),
                ("dot_product", "Additions to global memory", {}, 64),
                ("hottest_day", "Sectors of atomics", {"n": 1009}, 96),
                ("largest_in_block", "Stores to shared memory per block", {}, 20),
                ("letter_frequencies", "Bank conflicts", {"blocks": 4}, 128),
                ("moving_average", "Load requests", {"n": 257}, 20),
                ("past_the_end", "Load requests", {"n": 1009}, 22),
                ("planes", "Sectors of loads and stores", {"n": 10}, 13),
                ("ranking_list", "Shared load requests", {"n": 31}, 1488),
                ("scale_vector", "Store requests", {"n": 31}, 4)):
            sentence = next(s for s in what_is_checked(check_of(name)) if s.startswith(f"{what}: at most "))
            limit, *names = re.findall(r"`([^`]*)`", sentence) or re.findall(r"at most (\d+)", sentence)
            known = dict(sizes)
            for word, definition in zip(names[::2], names[1::2]):
                known[word] = eval(definition.replace("/", "//"), {}, dict(known))
            self.assertEqual(eval(limit.replace("/", "//"), {}, known), enough, sentence)

    def test_answers_are_counted(self):
        for exercise in EXERCISES:
            text = (folder(exercise) / "check.cu").read_text()
            for count in re.findall(r"your (\d+) answers", " ".join(what_is_checked(text))):
                questions = len(re.findall(r"constexpr \w+ k\w+ = -1;", (folder(exercise) / f"{exercise.name}.cu").read_text()))
                self.assertEqual(int(count), questions, exercise.name)

    def test_something_is_said_of_nearly_every_check(self):
        silent = [e.name for e in EXERCISES if not what_is_checked((folder(e) / "check.cu").read_text())]
        self.assertEqual(silent, [])

    def test_the_whole_check_is_below(self):
        for exercise in EXERCISES:
            text = (folder(exercise) / "check.cu").read_text()
            page = checked_html(text, lambda code, first_line: f"<pre>{html.escape(code)}</pre>")
            self.assertIn(f"<pre>{html.escape(text)}</pre></details>", page)
            self.assertEqual(Page(page).faults, [])
            self.assertNotIn("only the CPU backend knows)", page)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tests of exercises.py, also over all exercises."""

import re
import unittest
from html.parser import HTMLParser
from pathlib import Path

from markdown_it import MarkdownIt

from exercises import SKILLS, TRAINS_PAGE, exercises, skill_id, skills_of, task_html, trains_html, with_hints
from measured_test import Page

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = list(exercises(ROOT))


def folder(exercise):
    return ROOT / "exercises" / exercise.folder / exercise.name


def rendered(exercise):
    """Its README and hints as the page maker hands them over: HTML without the title."""
    page = MarkdownIt("commonmark").enable("table").render(with_hints(folder(exercise)).partition("\n")[2])
    return re.sub(r"<h2>(.*?)</h2>", lambda m: f'<h2 id="{m[1].lower().replace(" ", "-")}">{m[1]}</h2>', page)


class Depth(HTMLParser):
    """How many open <details> each hint's summary lies in."""

    def __init__(self, text):
        super().__init__()
        self.depth, self.hints, self.in_summary = 0, [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.depth += tag == "details"
        self.in_summary |= tag == "summary"

    def handle_endtag(self, tag):
        self.depth -= tag == "details"
        self.in_summary &= tag != "summary"

    def handle_data(self, data):
        hint = re.match(r"Hint (\d+)", data)
        if hint and self.in_summary:
            self.hints.append((int(hint[1]), self.depth))


class Task(unittest.TestCase):
    def test_each_hint_lies_in_the_one_before(self):
        for exercise in EXERCISES:
            hints = Depth(task_html(rendered(exercise))).hints
            self.assertGreaterEqual(len(hints), 2, exercise.name)
            self.assertEqual(hints, [(k, k) for k in range(1, len(hints) + 1)], exercise.name)

    def test_nothing_is_lost(self):
        for exercise in EXERCISES:
            page = rendered(exercise)
            where, after = re.search(r"<p>Stuck\? .*?</p>", page, re.S), Page(task_html(page)).words
            before = Page(page.replace(where[0], "")).words
            for word in set(before):
                self.assertGreaterEqual(after.count(word), before.count(word), f"{exercise.name}: {word}")
            self.assertEqual(Page(task_html(page)).faults, [], exercise.name)

    def test_what_was_learned_is_folded(self):
        for exercise in EXERCISES:
            page = task_html(rendered(exercise))
            self.assertEqual(page.count('<details class="learned"><summary><h2 id="what-you-learned">'), 1, exercise.name)
            self.assertEqual(page.count("What you learned"), 1, exercise.name)
            self.assertTrue(page.endswith("</details>\n"), exercise.name)

    def test_hints_lie_where_the_readme_says_where_they_are(self):
        fold = "<details><summary>%s</summary>\n<p>%s</p>\n</details>\n"
        page = task_html('<h2 id="task">Task</h2>\n<p>Do it.</p>\n<p id="task.2">Stuck? In hints.md.</p>\n' + fold % ("A picture", "A gun.")
                         + fold % ("Hint 1: where", "Here.") + fold % ("Hint 2: how", "So.") + fold % ("What you learned", "It."))
        self.assertEqual(re.findall(r"Do it|Stuck|Here|So|A gun|It\.", page), ["Do it", "Here", "So", "A gun", "It."])

    def test_what_it_trains_is_told_in_front_of_the_task(self):
        page = task_html('<p>Lead.</p>\n<!-- trains: barriers, races -->\n<h2 id="task">Task</h2>\n<p>Do it.</p>\n')
        link = f'<a href="{TRAINS_PAGE}#skill-%s">%s</a>'
        trains = f'<p class="trains">It trains: {link % ("barriers", "barriers")}, {link % ("races", "races")}.</p>'
        self.assertEqual(page, f'<p>Lead.</p>\n{trains}\n<h2 id="task">Task</h2>\n<p>Do it.</p>\n')


class Trains(unittest.TestCase):
    def test_every_exercise_says_what_it_trains(self):
        self.assertEqual(len(EXERCISES), len(list(ROOT.glob("exercises/*/*/README.md"))))
        for exercise in EXERCISES:
            self.assertTrue(1 <= len(exercise.skills) <= 4, exercise.name)
            self.assertEqual(len(set(exercise.skills)), len(exercise.skills), exercise.name)
            self.assertLessEqual(set(exercise.skills), set(SKILLS), exercise.name)
            self.assertRegex(exercise.level, r"^[1-4](–[1-4])?$")
            self.assertEqual(exercise.folder[:2], exercise.chapter, exercise.name)
            self.assertTrue(exercise.lead.endswith((".", "?")), exercise.name)

    def test_every_skill_is_trained(self):
        self.assertEqual(set(SKILLS), {skill for exercise in EXERCISES for skill in exercise.skills})

    def test_what_the_sources_have_is_trained(self):
        """A few words of the solutions that tell a skill for sure."""
        tells = {"streams and events": r"^exercises/08", "managed memory": r"^exercises/09", "launches by kernels": r"^exercises/10",
                 "clusters": r"^exercises/11"}
        for skill, place in tells.items():
            for exercise in EXERCISES:
                if re.match(place, f"exercises/{exercise.folder}"):
                    self.assertIn(skill, exercise.skills, exercise.name)
        for exercise in EXERCISES:
            solution = (ROOT / "solutions" / exercise.folder / f"{exercise.name}.cu").read_text()
            code = re.sub(r"//.*", "", solution)
            if "shuffles and votes" in exercise.skills:
                self.assertRegex(code, r"__shfl|__ballot|__any|__all|__match|__reduce|shfl|kNotAnswered|constexpr", exercise.name)
            if "atomics" in exercise.skills:
                self.assertRegex(code, r"atomic", exercise.name)
            if "barriers" in exercise.skills and exercise.name not in ("missing_barriers", "bytes_on_paper"):
                self.assertRegex(code, r"__syncthreads|sync\(\)|arrive", exercise.name)
            if "constant memory" in exercise.skills and not exercise.name.endswith("on_paper"):
                self.assertRegex(code + (folder(exercise) / f"{exercise.name}.cu").read_text(), r"__constant__|__grid_constant__", exercise.name)
            if "predicting" in exercise.skills:
                self.assertRegex((folder(exercise) / f"{exercise.name}.cu").read_text(), r"= -1;|predict", exercise.name)

    def test_the_table(self):
        page = trains_html(ROOT)
        self.assertEqual(Page(page).faults, [])
        self.assertEqual(page.count("<tr data-order="), len(EXERCISES))
        for exercise in EXERCISES:
            row = re.search(rf'<tr data-order="\d+" data-skills="([^"]*)"><th scope="row"><a href="exercise_{exercise.name}\.html">.*?</tr>', page)
            self.assertEqual(row[1].split("|"), exercise.skills)
            self.assertIn(f'href="chapter_{exercise.chapter}.html"', row[0])
        for skill in SKILLS:
            self.assertIn(f'<li id="{skill_id(skill)}" data-skill="{skill}">', page)

    def test_skills_of_a_readme(self):
        self.assertEqual(skills_of("# x\n\nLead.\n\n<!-- trains: a b, c -->\n\n## Task\n"), ["a b", "c"])
        self.assertEqual(skills_of("# x\n"), [])


if __name__ == "__main__":
    unittest.main()

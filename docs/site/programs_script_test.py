#!/usr/bin/env python3
"""Tests of assets/programs.js and programs.css in Chromium, with pages made here: tabs, filter, sorting, and what is
there without a script. Skipped where there is no Chromium or no Selenium."""

import html
import re
import tempfile
import unittest
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    webdriver = None

from checks import checked_html
from exercises import SKILLS, exercises, skill_id, task_html, trains_html, with_hints
from kernels import kernels, ladder_html
from measured import launches_of, program_html

ROOT = Path(__file__).resolve().parents[2]
ASSETS = Path(__file__).resolve().parent / "assets"
LADDER = ROOT / "chapters/05_reduction/reduce_ladder.cu"
# Stand-ins for what site.css defines.
COLOURS = ("--page: #fff; --text: #1f2328; --muted: #57606a; --card: #f6f8fa; --line: #d0d7de; --accent: #0a58b5; --code: #f6f8fa;"
           "--used: #54aeff; --hot: #ffb77c; --ok: #8ddb8c; --on-ok: #0b3312; --bar: #b6dcff;")


def highlight(code, first_line):
    return f"<pre>{html.escape(code)}</pre>"


def page(content):
    return (f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>x</title>"
            f"<style>:root {{ {COLOURS} }} body {{ margin: 0 }} .table, pre {{ overflow-x: auto }} table {{ border-collapse: collapse }}</style>"
            f"<link rel=stylesheet href='{ASSETS.as_uri()}/programs.css'>"
            f"<script src='{ASSETS.as_uri()}/programs.js' defer></script><main>{content}</main></html>")


def pages():
    yield "program", ladder_html(LADDER, launches_of(ROOT, LADDER.parent.name, LADDER.stem), highlight) + program_html(ROOT, LADDER.parent.name, LADDER.stem)
    yield "skills", trains_html(ROOT)
    planes = ROOT / "exercises/03_coalescing/planes"
    readme = re.sub(r"## (.*)", lambda m: f'<h2 id="{m[1].lower().replace(" ", "-")}">{m[1]}</h2>', with_hints(planes))
    yield "exercise", task_html(readme) + checked_html((planes / "check.cu").read_text(), highlight)


@unittest.skipIf(webdriver is None, "no Selenium")
class InTheBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        try:
            cls.browser = webdriver.Chrome(options=options)
        except Exception as error:  # not only Selenium's: no chromedriver
            raise unittest.SkipTest(f"no Chromium: {error}") from None
        cls.addClassCleanup(cls.browser.quit)
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for name, content in pages():
            Path(cls.folder.name, f"{name}.html").write_text(page(content))

    def open(self, name, width=1280, script=True):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500})
        self.browser.get("about:blank")
        self.browser.get(f"file://{self.folder.name}/{name}")

    def tearDown(self):
        errors = [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(errors, [])

    def run_script(self, script):
        return self.browser.execute_script("return " + script)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def selected(self):
        """The chosen tab, and the panels that are shown."""
        chosen = [tab.text for tab in self.all("[role=tab][aria-selected=true]")]
        shown = self.run_script("[...document.querySelectorAll('.tab')].filter(t => !t.hidden)"
                                ".map(t => t.querySelector('.tab-name').textContent)")
        self.assertEqual(chosen, shown)
        return chosen

    def test_tabs_by_mouse_and_by_keyboard(self):
        self.open("program.html")
        names = [kernel.name for kernel in kernels(LADDER)]
        tabs = self.all("[role=tab]")
        self.assertEqual([tab.text for tab in tabs], names)
        self.assertEqual(self.selected(), names[:1])
        tabs[2].click()
        self.assertEqual(self.selected(), [names[2]])
        for key, name in ((Keys.ARROW_RIGHT, names[3]), (Keys.ARROW_LEFT, names[2]), (Keys.HOME, names[0]), (Keys.ARROW_LEFT, names[-1]),
                          (Keys.ARROW_RIGHT, names[0]), (Keys.END, names[-1])):
            self.browser.switch_to.active_element.send_keys(key)
            self.assertEqual(self.selected(), [name])
            self.assertEqual(self.browser.switch_to.active_element.text, name)
        self.assertEqual([tab.get_attribute("tabindex") for tab in tabs], ["-1"] * (len(names) - 1) + ["0"])

    def test_tabs_and_panels_name_each_other(self):
        self.open("program.html")
        for tab in self.all("[role=tab]"):
            panel = self.browser.find_element(By.ID, tab.get_attribute("aria-controls"))
            self.assertEqual(panel.get_attribute("role"), "tabpanel")
            self.assertEqual(panel.get_attribute("aria-labelledby"), tab.get_attribute("id"))

    def test_a_link_opens_its_tab(self):
        self.open("program.html#kernel-3-interleaved")
        self.assertEqual(self.selected(), ["interleaved"])
        self.run_script("location.hash = 'kernel-5-in_shared-name'")
        self.browser.execute_async_script("setTimeout(arguments[0], 50)")
        self.assertEqual(self.selected(), ["in_shared"])

    def test_without_a_script_all_kernels_are_there(self):
        self.open("program.html", script=False)
        self.assertEqual([name.text for name in self.all(".tab-name")], [kernel.name for kernel in kernels(LADDER)])
        self.assertEqual(self.all("[role=tab]"), [])

    def test_bars_are_as_long_as_they_say(self):
        self.open("program.html")
        rows = self.run_script("[...document.querySelectorAll('.measured tbody tr')].map(r => [r.cells[1].textContent, "
                               "r.querySelector('.track > span').getBoundingClientRect(), r.cells[1].getBoundingClientRect()])")
        longest = max(bar["width"] for _, bar, _ in rows)
        times = [float(text.split()[0]) for text, _, _ in rows]
        for time, (_, bar, cell) in zip(times, rows):
            self.assertAlmostEqual(bar["width"] / longest, max(time / max(times), 0.005), delta=0.01)
            self.assertEqual(bar["left"], rows[0][1]["left"])
            self.assertTrue(cell["left"] <= bar["left"] and bar["right"] < cell["right"])
            self.assertTrue(cell["top"] <= bar["top"] and bar["bottom"] <= cell["bottom"])

    def test_filter(self):
        self.open("skills.html")
        found = list(exercises(ROOT))
        self.assertEqual(len(self.all(".skills button")), len(SKILLS))
        for skill in ("coalescing", "measuring"):
            button = self.all(f"#{skill_id(skill)} button")[0]
            button.click()
            shown = [row.text for row in self.all("tbody th") if row.is_displayed()]
            self.assertEqual(shown, [exercise.name for exercise in found if skill in exercise.skills])
            self.assertIn(f"{len(shown)} of {len(found)} exercises train {skill}", self.all(".shown")[0].text)
            self.assertEqual([b.text for b in self.all("[aria-pressed=true]")], [button.text])
        button.click()  # once more: all of them
        self.assertEqual(len([row for row in self.all("tbody th") if row.is_displayed()]), len(found))

    def test_a_link_chooses_a_skill(self):
        self.open("skills.html#skill-bank-conflicts")
        self.assertIn("exercises train bank conflicts", self.all(".shown")[0].text)

    def test_sorting(self):
        self.open("skills.html")
        column = "[...document.querySelectorAll('tbody tr')].map(r => r.cells[%d].textContent)"
        before = self.run_script(column % 0)
        for number, name in ((0, "exercise"), (2, "level")):
            head = self.all("thead th")[number]
            button = head.find_element(By.TAG_NAME, "button")
            self.assertEqual(button.text, name)
            button.click()
            self.assertEqual(head.get_attribute("aria-sort"), "ascending")
            self.assertEqual(self.run_script(column % number), sorted(self.run_script(column % number)))
            button.click()
            self.assertEqual(head.get_attribute("aria-sort"), "descending")
            self.assertEqual(self.run_script(column % number), sorted(self.run_script(column % number), reverse=True))
            button.click()
            self.assertEqual(self.run_script(column % 0), before)

    def test_without_a_script_the_table_is_whole(self):
        self.open("skills.html", script=False)
        self.assertEqual(len([row for row in self.all("tbody tr") if row.is_displayed()]), len(list(exercises(ROOT))))
        self.assertEqual(self.all("button"), [])

    def test_hints_open_one_after_the_other(self):
        self.open("exercise.html", script=False)
        visible = "[...document.querySelectorAll('.hint > summary')].map(s => s.checkVisibility())"
        self.assertEqual(self.run_script(visible), [True, False, False])
        for number, hint in enumerate(self.all(".hint > summary")):
            hint.send_keys(Keys.ENTER)
            self.assertEqual(self.run_script(visible), [k <= number + 1 for k in range(3)])

    def test_names_stay_while_figures_scroll(self):
        self.open("program.html", width=356)
        left = ("[...document.querySelectorAll('.measured tbody tr:first-child')].map(r => [r.cells[0].getBoundingClientRect().left,"
                " r.lastChild.getBoundingClientRect().left])[0]")
        name, last = self.run_script(left)
        self.run_script("document.querySelector('.measured').parentNode.scrollLeft = 120")
        self.assertEqual(self.run_script(left), [name, last - 120])

    def test_nothing_is_wider_than_a_phone(self):
        for name in ("program.html", "skills.html", "exercise.html"):
            self.open(name, width=356)
            self.assertLessEqual(self.run_script("document.documentElement.scrollWidth"), 356, name)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""usage: live_test.py PROGRAMS [SCREENSHOTS]

Compares the live pictures with the CPU backend. PROGRAMS is the folder of live_access, live_launch,
live_divergence and live_occupancy, which print what the model counts for every setting of a picture's
knobs. In a headless Chromium the test calls each picture's formula for every setting, turns the real knobs by
mouse and keyboard for some, and reads what the picture then shows and says. Prints a line per fault; exit
code 1 if there is one, 77 without Chromium or selenium. SCREENSHOTS, if given, gets pictures of the pages.
"""

import csv
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from live_page import HERE, PICTURES, ROOT, SIZES, STILL, TEXTS, LivePage, contrast, start_browser

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

TURNS = 20  # settings of each picture that are chosen with the real knobs

# The digest of live_launch, from the picture's own function.
DIGEST = """
const digest = (columns, rows, x, y) => {
  const launch = Live.model.launch(columns, rows, x, y);
  if (launch.refused) return {refused: true};
  let digest = 0;
  for (let t = 0; t < launch.threads; ++t) {
    const at = Live.model.thread(columns, rows, x, y, t);
    const facts = [at.blockX, at.blockY, at.threadX, at.threadY, at.warp, at.lane, at.element === null ? -1 : at.element];
    digest = digest + Math.imul(facts.reduce((hash, fact) => Math.imul(hash, 31) + fact | 0, 0), 2 * t + 1) | 0;
  }
  return {...launch, digest: digest >>> 0};
};
"""

def numbers(text):
    return {key: int(value) if re.fullmatch(r"-?\d+", value) else value for key, value in text.items()}


class Test(LivePage):
    def __init__(self, browser, programs, folder, screenshots):
        super().__init__(browser, folder, screenshots)
        self.programs, self.random = programs, random.Random(3)

    def figures(self, picture, *arguments):
        """The rows that the program of this picture prints."""
        output = subprocess.run([self.programs / f"live_{picture}", *map(str, arguments)],
                                capture_output=True, text=True, check=True).stdout
        return [numbers(row) for row in csv.DictReader(output.splitlines())]

    # ------------------------------------------------------------------- every setting, by the formula

    def compare(self, picture, rows, formula, columns):
        """The picture's function, called for each row, says what the row does."""
        self.open(picture)
        shown = self.run(f"{DIGEST} return arguments[0].map(row => {{ const found = {formula}; return {list(columns.values())}"
                         ".map(key => key.split('.').reduce((each, part) => each[part], found)); });", rows)
        wrong = [(row, found) for row, found in zip(rows, shown) if found != [row[key] for key in columns]]
        self.checks += len(rows)
        for row, found in wrong[:3]:
            self.faults.append(f"{picture}: {row}, but the picture says {dict(zip(columns, found))}")
        self.expect(not wrong, f"{len(wrong)} of {len(rows)} settings differ")
        print(f"{picture}: {len(rows)} settings compared, {len(wrong)} differ")

    # ------------------------------------------------------------------------- some, by the real knobs

    def access(self):
        rows = self.figures("access")
        self.expect(all(row["requests"] == 1 for row in rows), "an access that is not one request")
        self.compare("access", rows, "Live.model.access(row.stride, row.offset, row.width, row.padding)",
                     {key: key for key in ("sectors", "lines", "used", "conflicts")})
        figure = self.find("figure")
        self.turn(figure, "memory", "both")
        for row in self.random.sample(rows, TURNS):
            for key in ("stride", "offset", "width", "padding"):
                self.turn(figure, key, row[key])
            self.where = f"access {row}"
            self.equal(self.said(figure, r"(\d+) sectors? of 32 bytes, in (\d+) cache lines? of 128"), [row["sectors"], row["lines"]], "says")
            self.useful(figure, row)
            groups = row["width"] // 4
            self.equal(self.said(figure, r"Shared memory: (\d+) wavefronts?"), [groups + row["conflicts"]], "says")
            if row["conflicts"]:
                self.equal(self.said(figure, r"wavefronts, (\d+) of them"), [row["conflicts"]], "says")
            else:
                self.expect("no bank conflict" in self.find(".live-say", figure).text, "does not say “no bank conflict”")
            drawn = self.run("""
              const all = selector => [...arguments[0].querySelectorAll(selector)];
              return [all('.sector.touched').length, all('.line').length, all('.word.used').length,
                      all('.group').map(group => Math.max(...[...group.querySelectorAll('.bank')].map(bank => bank.querySelectorAll('.word').length)))
                        .reduce((sum, each) => sum + each, 0)];""", figure)
            self.equal(drawn, [row["sectors"], row["lines"], row["used"] // row["width"], groups + row["conflicts"]], "draws")
        for row in self.random.sample([row for row in rows if row["stride"] == 0], 4):
            for key in ("stride", "offset", "width", "padding"):
                self.turn(figure, key, row[key])
            self.where = f"access {row}"
            self.useful(figure, row)
        self.lanes(figure)

    def useful(self, figure, row):
        """Useful bytes are what lanes ask for, as in chapter 03's programs; lanes that share bytes ask for more than there are."""
        asked, fetched = 32 * row["width"], 32 * row["sectors"]
        if row["used"] == asked:
            found = self.said(figure, r"use (\d+) of the (\d+) bytes, ([\d.]+) %")
        else:
            found = self.said(figure, r"32 lanes ask for (\d+) bytes and the sectors? (?:has|have) (\d+), ([\d.]+) %; they are (\d+) different")
        self.equal(found, [asked, fetched, float(f"{100 * asked / fetched:.1f}")] + [row["used"]] * (row["used"] != asked), "says")

    def lanes(self, figure):
        """A lane that has the focus, or the mouse over it, tells its address."""
        for key, value in {"stride": 2, "offset": 0, "width": 4}.items():
            self.turn(figure, key, value)
        if self.find("[name=padding]", figure).is_selected():
            self.turn(figure, "padding", 0)
        lanes = self.all(".access-lane", figure)
        lanes[0].click()
        self.hand().send_keys(Keys.ARROW_RIGHT * 17).perform()
        detail = "Lane 17 reads bytes 136 to 139: sector 4, cache line 1: bank 2, wavefront 2."
        self.equal(self.find(".live-detail", figure).text, detail, "lane 17")
        self.equal(len(self.all(".word.lit", figure)), 2, "words lit up")
        self.hand().move_to_element(lanes[3]).perform()
        self.expect(self.find(".live-detail", figure).text.startswith("Lane 3 reads bytes 24 to 27"), "the mouse does not choose a lane")
        stops = self.run("return [...arguments[0].querySelectorAll('.access-lane')].filter(lane => lane.tabIndex === 0).length", figure)
        self.equal(stops, 1, "stops of the Tab key among the lanes")
        preset = next(b for b in self.all(".live-presets button", figure) if "padded" in b.text)
        preset.click()
        self.equal(preset.get_attribute("aria-pressed"), "true", "the example that was chosen")
        self.equal(self.said(figure, r"Shared memory: (\d+) wavefront, no bank conflict"), [1], "a padded column")

    def launch(self):
        rows = self.figures("launch")
        for row in rows:
            row["refused"] = row["error"] != "cudaSuccess"
        refused, run = ([row for row in rows if row["refused"] == is_refused] for is_refused in (True, False))
        self.equal({row["error"] for row in refused}, {"cudaErrorInvalidValue"}, "errors of the launches")
        for row in run:
            row["empty"] = 32 - row["lanes_of_last_warp"]
            row["warps_per_block"] = row["warps"] // (row["grid_x"] * row["grid_y"])
        call = "digest(row.columns, row.rows, row.x, row.y)"
        self.compare("launch", refused, call, {"refused": "refused"})
        self.compare("launch", run, call, {
            "refused": "refused", "grid_x": "gridX", "grid_y": "gridY", "threads": "threads", "without_element": "withoutElement",
            "warps_per_block": "warpsPerBlock", "empty": "emptyLanes", "digest": "digest"})
        figure = self.find("figure")
        flat = [row for row in run if row["rows"] == 1]
        matrices = [row for row in run if row["rows"] > 1]
        for row in self.random.sample(flat, TURNS // 2) + self.random.sample(matrices, TURNS // 2) + refused[:1]:
            self.launch_setting(figure, row)

    def launch_setting(self, figure, row):
        is_row = row["rows"] == 1
        self.turn(figure, "shape", "1d" if is_row else "2d")
        for key, knob in {"columns": "n", "x": "block"}.items() if is_row else zip(*[("columns", "rows", "x", "y")] * 2):
            self.turn(figure, knob, row[key])
        self.where = f"launch {row}"
        if row["refused"]:
            self.expect(row["error"] in self.find(".live-say", figure).text, "does not say that it is refused")
            self.equal(len(self.all(".thread", figure)), 0, "threads drawn")
            return
        drawn = self.run("return ['.launch-block', '.thread', '.without', '.nobody'].map(s => arguments[0].querySelectorAll(s).length)", figure)
        blocks = row["grid_x"] * row["grid_y"]
        self.equal(drawn, [blocks, row["threads"], row["without_element"], blocks * row["empty"] if is_row else 0], "draws")
        if is_row:
            self.equal(self.said(figure, r"(\d+) elements? in blocks of (\d+) threads: (\d+) blocks?, (\d+) warps? each"),
                       [row["columns"], row["x"], blocks, row["warps_per_block"]], "says")
        else:
            self.equal(self.said(figure, r"(\d+) × (\d+) elements in blocks of (\d+) × (\d+) threads: (\d+) × (\d+) blocks, (\d+) warps? each"),
                       [row[key] for key in ("columns", "rows", "x", "y", "grid_x", "grid_y", "warps_per_block")], "says")
        facts = self.figures("launch", *(row[key] for key in ("columns", "rows", "x", "y")))
        t = self.random.randrange(len(facts))
        # A click into the middle of the thread, as the mouse does it.
        thread = self.find(f"[data-thread='{t}']", figure)
        self.run("arguments[0].scrollIntoView({block: 'center'})", thread)
        self.hand().move_to_element(thread).click().perform()
        fact, self.where = facts[t], f"launch {row}, thread {t}: {facts[t]}"
        self.equal(int(self.find("[name=thread]", figure).get_property("value")), t, "the slider of threads")
        if is_row:
            self.equal(self.said(figure, r"Thread (\d+) of block (\d+) is lane (\d+) of warp (\d+)"),
                       [fact[key] for key in ("thread_x", "block_x", "lane", "warp")], "says")
        else:
            self.equal(self.said(figure, r"Thread \((\d+), (\d+)\) of block \((\d+), (\d+)\) .*: lane (\d+) of warp (\d+)"),
                       [fact[key] for key in ("thread_x", "thread_y", "block_x", "block_y", "lane", "warp")], "says")
        if fact["element"] < 0:
            self.said(figure, "keeps it out|outside of the matrix")
        elif is_row:
            self.equal(self.said(figure, r"takes element i = .* = (\d+)\."), [fact["element"]], "says")
        else:
            self.equal(self.said(figure, r"element (\d+)\.$"), [fact["element"]], "says")
        of_warp = [i for i, other in enumerate(facts) if all(other[key] == fact[key] for key in ("block_x", "block_y", "warp"))]
        marked = self.run("return [...arguments[0].querySelectorAll('.of-warp')].map(each => +each.dataset.thread)", figure)
        self.equal(marked, of_warp, "the warp that is framed")

    def divergence(self):
        rows = self.figures("divergence")
        self.compare("divergence", rows, "Live.model.divergence(row.branch, row.k, row.draw)", {key: key for key in ("passes", "active")})
        figure = self.find("figure")
        chosen = [self.random.choice([row for row in rows if row["branch"] == branch])
                  for branch in ("parity", "warp")] + self.random.sample(rows, TURNS)
        for row in chosen:
            self.turn(figure, "branch", row["branch"])
            for key in ("k", "draw"):
                if self.find(f"[name={key}]", figure).is_displayed():
                    self.turn(figure, key, row[key])
            self.where = f"divergence {row}"
            self.equal(sum(self.said(figure, r"Warp 0 takes (\d+) pass(?:es)?, warp 1 takes (\d+)")), row["passes"], "passes that it says")
            drawn = self.run("return ['.pass:not(.head)', '.lane.A, .lane.B'].map(s => arguments[0].querySelectorAll(s).length)", figure)
            self.equal(drawn, [row["passes"], row["active"]], "draws")
            average = re.search(r"average ([\d.]+) of 32", self.find(".live-say", figure).text)
            self.expect(average and abs(float(average[1]) - row["active"] / row["passes"]) < 0.006, f"average {average and average[1]}")

    def occupancy(self):
        rows = self.figures("occupancy")
        with open(HERE / "occupancy_h200.csv", encoding="utf-8") as file:
            measured = [numbers(row) for row in csv.DictReader(file)]
        call = "Live.model.occupancy(row.threads, row.registers, 1024 * row.shared)"
        self.compare("occupancy", rows, call, {"blocks": "blocks"})
        self.compare("occupancy", measured, call, {"blocks": "blocks"})
        figure = self.find("figure")
        for row in self.random.sample(rows, TURNS // 2) + self.random.sample(measured, TURNS // 2):
            for key in ("threads", "registers", "shared"):
                self.turn(figure, key, row[key])
            self.where = f"occupancy {row}"
            pieces = self.run("return [...arguments[0].querySelectorAll('.resource')].map(each => each.querySelectorAll('.piece').length)", figure)
            self.equal(pieces, [row["blocks"]] * 4, "blocks drawn in the four bars")
            warps = row["blocks"] * -(-row["threads"] // 32)
            if row["blocks"]:
                self.equal(self.said(figure, r"(\d+) blocks? of \d+ warps? fits?, (\d+) of 64 warps"), [row["blocks"], warps], "says")
                self.expect(self.all(".resource.limit", figure), "names no limit")
            else:
                self.said(figure, "Not one block fits")
            meter = re.fullmatch(r"occupancy ([\d.]+) %", self.find(".occupancy-meter", figure).text)
            self.expect(meter and abs(float(meter[1]) - 100 * warps / 64) <= 0.0501, f"the meter says {meter and meter[0]}")

    # ------------------------------------------------------------------------------------- the frame

    def player(self):
        self.write_page("steps", [("steps", {}, STILL, "a"), ("steps", {"count": 7, "step": 3}, STILL, "b")])
        self.open("steps")
        one, two = self.all("figure")
        step = lambda figure=one: int(self.find(".live-stage", figure).text.split()[1])
        press = lambda label, figure=one: self.find(f"button[aria-label='{label}']", figure).click()
        self.equal([step(), step(two)], [4, 3], "steps at first")
        press("Play")
        self.equal(step(), 0, "played from the end, where a picture opens")
        press("Pause")
        press("One step forward")
        press("One step forward")
        press("One step back")
        self.equal(step(), 1, "after two steps forward and one back")
        self.equal(self.find(".live-step", one).text, "2 of 5", "says")
        self.equal(self.find(".live-say", one).text, "This is step 1.", "says")
        slider = self.find("input[aria-label=Step]", one)
        slider.send_keys(Keys.END)
        self.equal(step(), 4, "the End key")
        press("One step forward")
        self.equal(step(), 4, "a step beyond the last one")
        slider.send_keys(Keys.ARROW_LEFT)
        self.equal(step(), 3, "an arrow key at the slider")
        press("First step")
        self.find("button[aria-label=Play]", one).send_keys(Keys.ARROW_RIGHT)
        self.equal(step(), 1, "an arrow key at a button")
        slider.send_keys(" ")
        self.run("tick(); tick()")
        self.equal(step(), 3, "two ticks after a space has begun to play")
        press("Pause")
        self.run("tick()")
        self.equal(step(), 3, "a tick after the pause")
        press("Play")
        self.run("tick(); tick(); tick()")
        self.equal(step(), 4, "at the end")
        self.equal(len(self.all("button[aria-label=Play]", one)), 1, "has stopped there, so the buttons to play")
        press("Play")
        self.equal(step(), 0, "played again")
        press("One step forward")
        self.run("tick()")
        self.equal(step(), 1, "a tick after a step by hand, which has stopped the player")
        self.turn(one, "count", 3)
        self.equal(self.find(".live-step", one).text, "3 of 3", "with another number of steps")
        self.equal(step(two), 3, "steps of the other picture")
        self.open("steps", "#live:steps-2?count=9&step=8")
        self.equal([step(figure) for figure in self.all("figure")], [4, 8], "steps from the address")
        self.no_errors()

    def guess(self):
        self.write_page("question", [("question", {}, STILL, "a"), ("question", {"number": 1}, STILL, "b"), ("question", {}, STILL, "c"),
                                     ("question", {"guess": "off"}, STILL, "d"), ("question", {"count": 4}, STILL, "e"),
                                     ("question", {"count": 4, "step": 1, "at": 1}, STILL, "f"),
                                     ("question", {"count": 4, "guess": "off"}, STILL, "g")])
        self.open("question")
        one, two, three, off, last, some, never = self.all("figure")
        focus = lambda: self.run("const {tagName, className} = document.activeElement; return `${tagName} ${className}`")
        covered = lambda figure: not self.find(".live-stage", figure).is_displayed()
        self.equal([covered(figure) for figure in (one, two, three, off)], [True, True, True, False], "pictures that are covered")
        self.equal(self.find(".live-verdict", one).text, "", "says before the guess")
        wrong = next(b for b in self.all(".live-choices button", one) if b.text == "32")
        wrong.send_keys(Keys.ENTER)
        self.equal(focus(), "BUTTON wrong", "the focus after Enter on a guess")
        wrong.send_keys(Keys.ENTER)
        self.equal(self.find(".live-verdict", one).text, "Not 32: it is 5. Each round halves them.", "says")
        self.equal([b.get_attribute("class") for b in self.all(".live-choices button", one)], ["", "right", "wrong"], "marks")
        self.find("input", two).send_keys("5", Keys.ENTER)
        self.equal(focus(), "INPUT ", "the focus after Enter on a number")
        self.find("input", two).send_keys("6", Keys.ENTER)
        self.equal(self.find("input", two).get_property("value"), "5", "the number that was answered")
        self.equal(self.find(".live-verdict", two).text, "Yes, 5. Each round halves them.", "says")
        self.find(".live-show-me", three).send_keys(Keys.ENTER)
        self.equal(focus(), "P live-verdict shown", "the focus after “Show me”")
        self.equal(self.find(".live-verdict", three).text, "It is 5. Each round halves them.", "says")
        self.equal([covered(figure) for figure in (one, two, three)], [False] * 3, "pictures that are still covered")
        self.equal(self.find("legend code", last).text, "x[i]", "code in a question")
        self.find(".live-choices button", last).click()
        self.find(".live-show-me", some).click()
        self.equal([self.find(".live-stage", figure).text for figure in (last, some, never)], ["step 5 of 6", "step 3 of 7", "step 3 of 4"],
                   "what is shown after the answer, and without a question")
        self.equal(self.run("return [localStorage.length, sessionStorage.length, document.cookie]"), [0, 0, ""], "what is stored")

    def addresses(self):
        self.write_page("two", [("access", {"stride": 2}, STILL, "a"), ("access", {"stride": 4}, STILL, "b")])
        self.open("two")
        self.find(".live-show-me").click()
        self.turn(self.find("figure"), "stride", 7)
        link = self.find(".live-link").get_attribute("href")
        self.expect("#live:access?" in link and "stride=7" in link, f"the link is {link}")
        value = lambda figure, key: self.find(f"[name={key}]", figure).get_property("value")
        for fragment, expected in {
                "#live:access-2?stride=33&offset=5&width=16&padding=1&memory=shared": ["33", "5", "16", "shared"],
                "#live:access-2?stride=99&offset=x&width=5&memory=none&other=1": ["33", "0", "4", "both"],  # what it can take
                "#live:access-2?%": ["4", "0", "4", "both"]}.items():
            self.open("two", fragment)
            first, second = self.all("figure")
            self.equal([value(second, key) for key in ("stride", "offset", "width", "memory")], expected, "knobs")
            self.equal(value(first, "stride"), "2", "the other picture's stride")
            self.expect(self.find(".live-stage", second).is_displayed(), "an address leads to a covered picture")
            self.expect(0 <= self.run("return arguments[0].getBoundingClientRect().top", second) < 900, "the picture is out of sight")
        self.write_page("late", [("late", {}, STILL, "a")])
        self.open("late", "#live:late?number=4")
        self.run("Live.define('late', (figure, settings, kit) => kit.range('number', {label: 'number', min: 0, max: 9}))")
        self.equal(value(self.find("figure"), "number"), "4", "a knob of a picture that comes late")
        self.open("two")
        self.run("location.hash = '#live:access?stride=3'")
        WebDriverWait(self.browser, 30).until(lambda _: value(self.all("figure")[0], "stride") == "3")
        self.no_errors()

    def without(self):
        """Without scripts, on paper, and where a picture cannot be built, the static one stays, or nothing where there is none."""
        self.write_page("still", [("access", {"guess": "off"}, STILL, "a"), ("broken", {}, STILL, "b"), ("unknown", {}, STILL, "c"),
                                  ("access", {"guess": "off"}, None, ""), ("broken", {}, None, "")])
        self.open("still")
        figures = lambda: [figure.is_displayed() for figure in self.all("figure")]
        self.equal(figures(), [True, True, True, True, False], "figures shown")
        shown = lambda: [image.is_displayed() for image in self.all("figure img")]
        self.equal(shown(), [False, True, True], "static pictures shown")
        self.no_errors(expected=["on purpose"])
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.equal(shown(), [True, True, True], "static pictures on paper")
        self.equal(figures(), [True, True, True, False, False], "figures on paper")
        self.expect(not self.find(".live-frame").is_displayed(), "the frame is on paper")
        self.look()
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.open("still")
        self.equal(shown(), [True, True, True], "static pictures without scripts")
        self.equal(figures(), [True, True, True, False, False], "figures without scripts")
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    # ----------------------------------------------------------------------------------- the READMEs

    def readmes(self):
        """Each line of the texts names a picture and settings that its knobs take; and how all of them look."""
        figures = []
        for page in sorted([*ROOT.glob("chapters/*/*.md"), *ROOT.glob("docs/pages/*.md")]):
            lines = page.read_text(encoding="utf-8").splitlines()
            for line, following in zip(lines, [*lines[1:], ""]):
                live = re.match(r"<!-- live: (\w+)(.*) -->$", line)
                if not live or live[1] not in PICTURES:
                    continue
                self.where = f"{page.relative_to(ROOT)}: {line}"
                picture = re.match(r"!\[(.+)\]\((.+\.svg)\)$", following)
                self.expect(picture and (page.parent / picture[2]).exists(), "no static picture in the next line")
                if picture:
                    figures.append((live[1], dict(s.split("=") for s in live[2].split()), (page.parent / picture[2]).resolve(), picture[1]))
        self.equal({figure[0] for figure in figures}, set(PICTURES), "pictures that the texts have")
        self.write_page("readmes", figures)
        for size in SIZES:
            for scheme in ("light", "dark"):
                self.look(size, scheme)
                self.open("readmes")
                self.run("document.querySelectorAll('.live-show-me').forEach(button => button.click())")
                for figure, (picture, settings, _, _) in zip(self.all("figure"), figures):
                    self.where = f"{picture} {settings}, {size}, {scheme}"
                    link = self.find(".live-link", figure).get_attribute("href")
                    taken = dict(s.split("=") for s in link.partition("?")[2].split("&"))
                    wanted = {key: value for key, value in settings.items() if key not in ("guess", "instead")}
                    self.equal({key: taken.get(key) for key in wanted}, wanted, "settings")
                    width = self.run("return [arguments[0].scrollWidth, arguments[0].clientWidth]", figure)
                    self.expect(width[0] <= width[1], f"is {width[0]} wide, in {width[1]}")
                    unnamed = self.run("""return [...arguments[0].querySelectorAll('input, select')].filter(each => !each.labels.length &&
                                          !each.ariaLabel).map(each => each.name)""", figure)
                    self.equal(unnamed, [], "knobs without a label")
                    low = self.run("return [...arguments[0].querySelectorAll('button, select')].filter(each => each.checkVisibility() && "
                                   "each.getBoundingClientRect().height < 32).map(each => each.textContent)", figure) if size == "phone" else []
                    self.equal(low, [], "what is too low for a finger")
                    narrow = self.run("return [...arguments[0].querySelectorAll('.access-lane')].filter(each => each.checkVisibility() && "
                                      "each.getBoundingClientRect().width < 24).length", figure) if size == "phone" else 0
                    self.equal(narrow, 0, "lanes that are too narrow for a finger")
                self.where = f"all pictures, {size}, {scheme}"
                width = self.run("return [document.documentElement.scrollWidth, innerWidth]")
                self.expect(width[0] <= width[1], f"are {width[0]} wide, in {width[1]}")
                faint = {(text, front, back) for text, front, back in self.run(TEXTS) if contrast(front, back) < 4.5}
                self.equal(sorted(faint)[:5], [], "text with a contrast below 4.5")
                self.no_errors()
                self.screenshot(f"live-{size}-{scheme}")
        self.look()

    def everything(self):
        self.look()
        for picture in PICTURES:
            self.write_page(picture, [(picture, {"guess": "off"}, STILL, "a")], [picture])
            getattr(self, picture)()
            self.no_errors()
        for part in (self.player, self.guess, self.addresses, self.without, self.readmes):
            part()


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.splitlines()[0])
    missing = [name for name in ("chromedriver", "chromium") if not shutil.which(name)]
    if missing:
        print(f"skipped: {' and '.join(missing)} missing")
        return 77
    screenshots = Path(sys.argv[2]) if len(sys.argv) == 3 else None
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
    browser = start_browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            test = Test(browser, Path(sys.argv[1]).resolve(), Path(folder), screenshots)
            test.everything()
    finally:
        browser.quit()
    for fault in test.faults:
        print(fault)
    print(f"{test.checks} checks, {len(test.faults)} faults")
    return 1 if test.faults else 0


if __name__ == "__main__":
    sys.exit(main())

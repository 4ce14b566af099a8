#!/usr/bin/env python3
"""usage: players_test.py PROGRAMS [SCREENSHOTS]

Drives the live pictures that play traces in a headless Chromium, by mouse and keyboard, and compares what they
show with what the programs print, and with the model's counters and timelines. Prints a line per fault; exit
code 1 if there is one, 77 without Chromium or selenium.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

import traces
from players_reader import CONTRAST, Reader

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

HERE = Path(__file__).resolve().parent
NAMES = list(traces.MAKERS)
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="colours.css"><link rel="stylesheet" href="live.css">{scripts}</head>
<body><main id="content">{figures}</main></body></html>"""


# ---- what they show ---------------------------------------------------------------------------------

def numbers(texts):
    return [int(text) for text in texts]


def check_reduction(reader, run):
    printed = dict(re.findall(r"(\w+ \d+): (\d+)", run.output))
    keys = [line.rsplit(":", 1)[0] for line in run.output.splitlines() if ":" in line]
    for key, counted in zip(keys, run.counters):
        order, words = key.split()
        words = int(words)
        seen = reader.steps("reduction", order=order, words=words)
        rounds = words.bit_length() - 1
        reader.equal(len(seen), rounds + 2, "steps")
        reader.equal([text for step in seen for text in step["tight"]], [], "numbers that are wider than their boxes")
        last = seen[-1]
        shown = last["rows"][-1]
        reader.equal(shown["texts"][0], printed[key], "the sum")
        reader.expect(printed[key] in last["say"], f"the sum is not told: {last['say']}")
        requests = {what: sum(int(counted[f"shared_{op}_{what}"]) for op in ("load", "store"))
                    for what in ("requests", "bank_conflicts")}
        reader.equal(last["counts"], {"requests": requests["requests"], "bank conflicts": requests["bank_conflicts"],
                                      "wavefronts": sum(requests.values())}, "the model counts otherwise")
        held = numbers(seen[0]["rows"][0]["texts"])
        stride = words // 2 if order == "interleaved" else 1
        for r, step in enumerate(seen[1:-1], 1):  # the kernels' conditions, once more
            if order == "neighbouring":
                adding = {t: t for t in range(words) if t % (2 * stride) == 0}
            elif order == "packed":
                adding = {t: 2 * stride * t for t in range(words) if 2 * stride * t < words}
            else:
                adding = {t: t for t in range(words) if t < stride}
            for left in adding.values():
                held[left] += held[left + stride]
            row = next(row for row in step["rows"] if row["when"] == "now")
            reader.equal(row["name"], f"round {r}", "the row")
            reader.equal(numbers(row["texts"]), held, "the words")
            reader.equal(step["active"], list(adding), "threads that add")
            reader.equal(sorted(i for i, kind in enumerate(row["kinds"]) if kind in ("used", "crowded")),
                         sorted(adding.values()), "words written")
            if words <= 32:
                reader.equal(sorted(row["arrows"]), sorted([w, left] for left in adding.values() for w in (left, left + stride)),
                             "arrows")
            # Banks: the lanes of a warp that add, by the word on the left.
            turns = max(max(sum(1 for u in some if u % 32 == w % 32) for w in some)
                        for warp in range(4) if (some := [w for t, w in adding.items() if t // 32 == warp]))
            reader.equal("crowded" in row["kinds"], turns > 1, "words of one bank are marked")
            reader.expect((f"takes {turns} wavefronts" in step["say"]) == (turns > 1), f"turns, {turns}: {step['say']}")
            stride = stride // 2 if order == "interleaved" else 2 * stride
    reader.expect(any(row["kinds"].count("crowded") for row in reader.go("reduction", order="packed", words=128, step=2)["rows"]),
                  "128 words have no conflict")


def check_scan(reader, run):
    for line, counted in zip(run.output.splitlines(), run.counters):
        name, values = line.split(":")
        kind, words = name.split()
        method, words = kind.split("_")[0], int(words)
        seen = reader.steps("scan", method=method, words=words)
        log = words.bit_length() - 1
        reader.equal(len(seen), 1 + log if method == "hillis" else 3 + 2 * log, "steps")
        last = seen[-1]
        reader.equal(last["rows"][-1]["texts"], values.split(), "the running sums")
        reader.equal(last["counts"]["requests"], sum(int(counted[f"shared_{op}_requests"]) for op in ("load", "store")),
                     "the model counts otherwise")
        additions = sum(words - 2**k for k in range(log)) if method == "hillis" else 2 * (words - 1)
        reader.equal(last["counts"]["additions"], additions, "additions")
        names = [row["name"] for row in last["rows"]]
        offsets = [2**k for k in range(log)]
        reader.equal(names[1:], [f"step {k + 1}" for k in range(log)] if method == "hillis" else
                     [f"up {k}" for k in offsets] + ["root: 0"] + [f"down {k}" for k in reversed(offsets)] + ["result"], "rows")
        if method == "blelloch":
            reader.equal(last["rows"][log]["texts"][-1], values.split()[-1], "the root")
            reader.equal(last["rows"][log + 1]["texts"][-1], "0", "the root")
            exclusive = ["0", *values.split()[:-1]]
            reader.equal(last["rows"][-2]["texts"], exclusive, "the exclusive sums")
        for row in last["rows"][1:]:
            for source, to in row["arrows"]:
                reader.expect(source == to or abs(source - to) in offsets, f"{row['name']}: an arrow from {source} to {to}")


def check_shuffle(reader, run, patterns):
    for line in run.output.splitlines():
        name, values = line.split(":")
        pattern, lanes = name.split()
        seen = reader.steps("shuffle", pattern=pattern, lanes=lanes)
        reader.equal(seen[-1]["rows"][-1]["texts"], values.split(), "what the lanes have")
        reader.equal(len(seen), 1 + ((int(lanes).bit_length() - 1) if pattern in ("tree", "butterfly", "scan") else 1), "steps")
    # The table of shuffle_patterns, whose numbers are lanes: who gives to whom.
    lines = patterns.output.splitlines()
    shown = numbers(lines[0].split()[1:])
    table = {match[1].strip(): numbers(match[2].split()) for line in lines if (match := re.match(r"(.*?\S)  +((?: *\d+)+)$", line))}
    compared = [("broadcast 3", "broadcast", 32, 1), ("up 2", "up", 32, 1), ("down 2", "down", 32, 1), ("wrap 2", "ring", 32, 1),
                ("wrap 2, width 8", "ring", 8, 1), ("down 2, width 8", "down", 8, 1)]
    compared += [(f"down {by}, width 8", "tree", 8, r) for r, by in enumerate((4, 2, 1), 1)]
    compared += [(f"exchange {bits}", "butterfly", 32, r) for r, bits in enumerate((16, 8, 4, 2, 1), 1)]
    for row, pattern, lanes, r in compared:
        arrows = reader.go("shuffle", pattern=pattern, lanes=lanes, step=r)["rows"][r]["arrows"]
        for lane, giver in zip(shown, table[row]):
            if lane >= lanes:
                continue
            sources = {source for source, to in arrows if to == lane}
            wanted = {giver} if pattern not in ("tree", "butterfly") else {giver, lane}
            reader.equal(sources, wanted, f"row {row}: who gives to lane {lane}")
    reader.equal(len(compared), 14, "rows of shuffle_patterns")


def check_streams(reader, runs):
    for key, run in runs.items():
        if key == "events":
            continue
        segments, streams = key.split("-")
        steps = dict(re.findall(r"^(.*?\S)  +(\d+)$", run.output, re.M))
        names = {"depth": f"pinned, {segments} segments, {streams} streams, depth first",
                 "breadth": f"pinned, {segments} segments, {streams} streams, breadth first",
                 "pageable": f"pageable, {segments} segments, {streams} streams, depth first"}
        for work, name in names.items():
            first = reader.go("streams", work=work, segments=segments, streams=streams, step=0)
            count = int(first["step"].split(" of ")[1]) - 1
            reader.equal(count, int(steps[name]), f"steps of “{name}”")
            last = reader.go("streams", work=work, segments=segments, streams=streams, step=count)
            reader.expect(f"after {count} steps" in last["say"], f"the end is not told: {last['say']}")
            check_path(reader, last, count)
    for key, work in (("4-3", "depth"), ("8-2", "breadth"), ("4-2", "pageable")):
        rows = traces.work(runs[key].timeline)[{"depth": 6, "breadth": 7, "pageable": 9}[work]]
        rows = [row for row in rows if row["kind"] != "host waits"]
        start = int(rows[0]["start"])
        segments, streams = key.split("-")
        for t, step in enumerate(reader.steps("streams", work=work, segments=segments, streams=streams)):
            check_states(reader, step, rows, start + t, times=2)
    events = next(part for part in traces.work(runs["events"].timeline) if any(row["name"] == "fill" for row in part))
    kernels = [row for row in events if row["kind"] == "kernel"]
    seen = reader.steps("streams", work="events")
    for t, step in enumerate(seen):
        check_states(reader, step, kernels, int(kernels[0]["start"]) + t, times=1)
    named = {each["operation"]: each["title"].split(":")[0] for each in seen[0]["work"]}
    reader.equal(sorted((named[a], named[b]) for a, b in seen[0]["events"]),
                 [("double_each", "subtract"), ("fill", "double_each"), ("fill", "square_each"), ("square_each", "subtract")],
                 "events")
    check_path(reader, seen[-1], 3)
    for path, settings in (("fill → double_each (waits for an event) → subtract (waits for an event).", {"work": "events", "step": 3}),
                           ("in 0 → in 1 (waits for the copy engine)", {"work": "breadth", "segments": 8, "streams": 3, "step": 10}),
                           ("out 0 (waits for its stream) → in 1 (waits for the host)",
                            {"work": "pageable", "segments": 4, "streams": 3, "step": 24})):
        said = reader.go("streams", **settings)["say"]
        reader.expect(path in said, f"the reasons are told as {said}")


def check_states(reader, step, rows, t, times):
    wanted = ["done" if int(row["end"]) <= t else "runs" if int(row["start"]) <= t else "waits" for row in rows]
    found = [each["state"] for each in step["work"]]
    for state in ("done", "runs", "waits"):
        reader.equal(found.count(state), times * wanted.count(state), f"step {t}: {state}")
    if wanted.count("runs"):
        running = {each["title"].split(":")[0] for each in step["work"] if each["state"] == "runs"}
        reader.expect(all(name in step["say"] for name in running), f"step {t}: {running} are not told: {step['say']}")


def check_path(reader, shown, count):
    """The critical path is a chain without a gap from step 0 to the end, and is told in its order."""
    spans = {each["title"] for each in shown["work"] if each["critical"]}
    path = sorted((int(a), int(b), name) for name, a, b in (re.match(r"(.*): steps (\d+) to (\d+)", title).groups() for title in spans))
    ends = [0] + [end for _, end, _ in path]
    reader.equal([start for start, _, _ in path], ends[:-1], "the critical path has a gap")
    reader.equal(ends[-1], count, "the critical path's end")
    told = re.sub(r" \(waits for [^)]*\)", "", shown["say"].split("outlined: ")[1].rstrip(".")).split(" → ")
    reader.equal(told, [name for _, _, name in path], "the critical path as it is told")


def check_cluster(reader, runs):
    for size, run in runs.items():
        table = {match[1]: match.groups()[1:] for match in re.finditer(r"^(.*?\S)  +(\d+)  +(\d+)  +([\d.]+)$", run.output, re.M)}
        for kernel, name in {"pull": "read the next block's", "push": "write to the next block", "add_all": "read all blocks'"}.items():
            own, others, sectors_each = table[name]
            seen = reader.steps("cluster", kernel=kernel, blocks=size)
            last = seen[-1]
            reader.equal(last["counts"], {"own": int(own), "others": int(others)}, f"“{name}” counts otherwise")
            sectors = [re.search(r"(\d+) requests go to other blocks, in (\d+) sectors", step["say"]) for step in seen]
            total = [sum(int(match[i]) for match in sectors if match) for i in (1, 2)]
            reader.equal(f"{total[1] / total[0]:.2f}", sectors_each, "sectors each")
            mine = numbers(last["rows"][0]["texts"])
            wanted = {"pull": mine[1:] + mine[:1], "push": mine[-1:] + mine[:-1], "add_all": [sum(mine)] * size}[kernel]
            reader.equal(numbers(last["rows"][2]["texts"]), wanted, "what goes to out")
            first = next(step for step in seen if "go to other blocks" in step["say"])
            row = first["rows"][1 if kernel == "push" else 2]
            ring = [[rank, (rank + 1) % size] for rank in range(size)]
            reader.equal(sorted(row["arrows"]), sorted(ring if kernel == "push" else [[b, a] for a, b in ring]), "the ring")
            reader.expect("Whose does rank 3 read" not in last["say"], "the question stays")


# ---- how they are driven ------------------------------------------------------------------------------

def drive(reader):
    """One of each by hand: guess, knobs, player, dragging."""
    wrong = {"reduction": "16", "scan": "7", "shuffle": "lane 4", "streams": "16", "cluster": "its own"}
    right = {"reduction": "5", "scan": "14", "shuffle": "lane 2", "streams": "12", "cluster": "rank 0's"}
    for choices, verdict in ((wrong, "Not "), (right, "Yes, ")):
        reader.open()
        for name in NAMES:
            reader.where = f"{name}, guess"
            reader.expect(reader.read(name)["guessing"], "does not begin with a guess")
            reader.expect(not reader.find(name, ".live-body").is_displayed(), "shows the answer before the guess")
            button = next(each for each in reader.browser.find_elements(By.CSS_SELECTOR, f"#live-{name} .live-choices button")
                          if each.text == choices[name])
            if verdict == "Yes, ":
                button.send_keys(Keys.ENTER)  # by keyboard
            else:
                button.click()
            said = reader.find(name, ".live-verdict").text
            reader.expect(said.startswith(verdict), f"“{choices[name]}” is answered by “{said}”")
            reader.expect(right[name] in said, f"the answer is not told: {said}")
            reader.expect(reader.find(name, ".live-body").is_displayed(), "stays covered")
            check_answer(reader, name)
    # The page is open, and all is uncovered.
    for name, knob, value in (("reduction", "words", "16"), ("scan", "method", "hillis"), ("shuffle", "pattern", "ring"),
                              ("streams", "work", "events"), ("cluster", "kernel", "push")):
        reader.where = f"{name}, by hand"
        reader.find(name, "button[aria-label='First step']").click()
        before = reader.read(name)
        reader.find(name, "button[aria-label='One step forward']").click()
        after = reader.read(name)
        reader.equal(after["step"].split(" of ")[0], "2", "the button for a step forward")
        reader.expect(after["say"] != before["say"], "says the same in the next step")
        slider = reader.find(name, ".live-player input[type=range]")
        slider.send_keys(Keys.ARROW_LEFT)
        reader.equal(reader.read(name), before, "the left arrow key")
        slider.send_keys(Keys.END)
        last, count = reader.read(name)["step"].split(" of ")
        reader.equal(last, count, "the End key")
        slider.send_keys(Keys.HOME)
        slider.send_keys(Keys.SPACE)
        playing = reader.find(name, ".live-player button:nth-of-type(3)")
        reader.equal(playing.get_attribute("aria-label"), "Pause", "the space bar plays")
        slider.send_keys(Keys.SPACE)
        reader.equal(playing.get_attribute("aria-label"), "Play", "the space bar pauses")
        choice = reader.find(name, f"select[name={knob}]")
        Select(choice).select_by_value(value)
        reader.expect(reader.read(name) != before, f"{knob} changes nothing")
        address = reader.find(name, ".live-link").get_attribute("href")
        reader.expect(f"{knob}={value}" in address, f"the link to the setting is {address}")
        shown = reader.read(name)
        reader.open(address[address.index("#"):])
        again = reader.read(name)
        reader.equal({**again, "guessing": None}, {**shown, "guessing": None}, "the link leads elsewhere")
        for other in NAMES:  # uncovers the rest of the fresh page
            reader.go(other)
    drag(reader)
    reader.open()
    reader.where = "a figure with settings"
    second = reader.read("reduction-2")
    reader.equal((second["step"], second["guessing"]), ("2 of 8", False), "what the README asks for")
    reader.equal(second["rows"][1]["kinds"].count("crowded"), 32, "words that share 16 banks")
    reader.equal(reader.read("scan-2")["step"], "9 of 9", "without a question a picture opens at its end")
    reader.find("scan-2", "button[aria-label=Play]").click()
    reader.equal(reader.read("scan-2")["step"], "1 of 9", "playing from the end starts at the first step")


def check_answer(reader, name):
    """What is shown behind a guess is what was asked, at the step that answers."""
    shown = reader.read(name)
    step, said, sizes = {"reduction": ("7 of 7", "Thread 0 reads word 0: the sum is ", 32), "scan": ("9 of 9", "14 additions in 6 rounds of the tree", 8),
                         "shuffle": ("3 of 4", "Round 2: each lane adds what the lane 2 above it has. Lane 0 gets", 8),
                         "streams": ("13 of 13", "All is done after 12 steps", None), "cluster": ("3 of 4", "rank 3 reads rank 0's", 4)}[name]
    reader.equal(shown["step"], step, "the step that answers")
    reader.expect(said in shown["say"], f"the answer's step says {shown['say']}")
    if sizes:
        reader.equal(len(shown["rows"][0]["texts"]), sizes, "as many as were asked about")
    reader.expect(reader.browser.execute_script("return document.activeElement !== document.body"), "the focus is lost")


def drag(reader):
    reader.where = "streams, dragging"
    reader.go("streams", work="depth", segments=4, streams=3, step=0)
    svg = reader.find("streams", ".live-time")
    wide = svg.size["width"]
    at = lambda t: round((78 + (t + 0.5) * (640 - 84) / 12) / 640 * wide - wide / 2)
    move = ActionChains(reader.browser).move_to_element_with_offset(svg, at(2), 0).click_and_hold()
    move.perform()
    reader.equal(reader.read("streams")["step"], "3 of 13", "pressed over step 2")
    ActionChains(reader.browser).move_to_element_with_offset(reader.find("streams", ".live-time"), at(7), 0).perform()
    reader.equal(reader.read("streams")["step"], "8 of 13", "dragged to step 7")
    ActionChains(reader.browser).release().perform()
    ActionChains(reader.browser).move_to_element_with_offset(reader.find("streams", ".live-time"), at(1), 0).perform()
    reader.equal(reader.read("streams")["step"], "8 of 13", "moved without a button")
    reader.where = "streams, what is explained"
    for work, segments, names, there in (("depth", 8, ("64 KiB", "k: "), True), ("depth", 2, ("64 KiB",), True), ("depth", 2, ("k: ",), False),
                                         ("events", 4, ("64 KiB", "k: "), False), ("events", 4, ("Circles", "arrows"), True)):
        caption = reader.go("streams", work=work, segments=segments, streams=3)["caption"]
        reader.expect(all((name in caption) == there for name in names), f"{work}, {segments} segments: {caption}")
    reader.go("streams", work="depth", segments=4, streams=3, step=0)
    ends = reader.browser.execute_script("return [...arguments[0].querySelectorAll('.live-row-name')].map(each => each.getBoundingClientRect().right)",
                                         reader.find("streams", ".live-time"))
    now = reader.find("streams", ".live-now").rect["x"]
    reader.expect(max(ends) < now, "the line of the step crosses a name")


def check_looks(reader):
    """Nothing too wide, nothing too faint, in light and dark, on a desk and on a phone."""
    for width in (1280, 356):
        for scheme in ("light", "dark"):
            reader.look(width, scheme)
            reader.open()
            reader.go("reduction", order="packed", words=64, step=2)
            reader.go("scan", method="blelloch", words=8, step=6)
            reader.go("shuffle", pattern="tree", lanes=32, step=3)
            reader.go("streams", work="depth", segments=8, streams=4, step=6)
            reader.go("cluster", kernel="add_all", blocks=8, step=4)
            reader.where = f"{width} pixels, {scheme}"
            sizes = reader.browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
            reader.expect(sizes[0] <= sizes[1], f"the page is {sizes[0]} wide")
            reader.equal(reader.browser.execute_script(CONTRAST), [], "too little contrast")
            for name in NAMES:
                figure = reader.browser.find_element(By.ID, f"live-{name}")
                reader.equal(figure.find_element(By.CSS_SELECTOR, ".live-say").get_attribute("aria-live"), "polite", name)
                if reader.screenshots:
                    figure.screenshot(str(reader.screenshots / f"{name}-{width}-{scheme}.png"))
    reader.look(1280, "light")


def main():
    programs = Path(sys.argv[1]).resolve()
    screenshots = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        made = {name: make(programs) for name, make in traces.MAKERS.items()}
        traces.Run.settings = {"SIMT_WORKERS": "3"}
        unequal = [name for name, make in traces.MAKERS.items() if make(programs)[0] != made[name][0]]
        traces.Run.settings = {}
        for name, (data, _) in made.items():
            traces.write(folder, name, data)
        for file in [HERE / "live.js", HERE / "live.css", *(HERE / f"{name}.js" for name in NAMES)]:
            shutil.copy(file, folder)
        site = HERE.parent / "site/assets/site.css"
        shutil.copy(site if site.exists() else HERE / "try.css", folder / "colours.css")
        scripts = "".join(f'<script src="{script}.js" defer></script>'
                          for script in ["live", *(each for name in NAMES for each in (f"trace_{name}", name))])
        figures = "".join(f'<figure class="live" data-live="{name}" data-trace="{name}"></figure>' for name in NAMES)
        figures += ('<figure class="live" data-live="reduction" data-trace="reduction" data-order="packed" data-words="64" '
                    'data-step="1" data-guess="off"></figure><figure class="live" data-live="scan" data-trace="scan" data-guess="off"></figure>')
        (folder / "index.html").write_text(PAGE.format(scripts=scripts, figures=figures))
        try:
            reader = Reader(folder, screenshots)
        except WebDriverException as error:
            print(f"skipped: no Chromium that can be driven (sudo apt-get install -y chromium-driver): {error.msg}")
            return 77
        try:
            reader.equal(unequal, [], "traces that depend on the number of workers")
            reader.look(1280, "light")
            reader.open()
            drive(reader)
            runs = {name: runs for name, (_, runs) in made.items()}
            check_reduction(reader, runs["reduction"]["trace_reduction"])
            check_scan(reader, runs["scan"]["trace_scan"])
            check_shuffle(reader, runs["shuffle"]["trace_shuffle"], traces.Run(programs, "shuffle_patterns"))
            check_streams(reader, runs["streams"])
            check_cluster(reader, runs["cluster"])
            check_looks(reader)
            errors = [entry["message"] for entry in reader.browser.get_log("browser") if entry["level"] == "SEVERE"]
            reader.where = "the console"
            reader.equal(errors, [], "errors")
        finally:
            reader.browser.quit()
    for name in dict.fromkeys(fault.split()[0] for fault in reader.faults):
        for fault in [fault for fault in reader.faults if fault.split()[0] == name][:10]:
            print(fault[:500])
    print(f"{reader.checks} checks, {len(reader.faults)} faults")
    return 1 if reader.faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""A page of live pictures in a headless Chromium, and a reader's hands: for live_test.py."""

import re
import sys
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select
except ImportError:
    print("skipped: python3-selenium is missing")
    sys.exit(77)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PICTURES = ["access", "launch", "divergence", "occupancy"]
STILL = ROOT / "docs/pictures/hook-x-is-the-row.svg"
SIZES = {"desktop": (1280, 900), "phone": (356, 800)}

# Pictures for the frame itself: steps, a question, and one that cannot be built. Playing goes on when the test
# calls tick(), and not with time.
FRAME = """
const timers = new Map();
window.setInterval = act => { timers.set(timers.size + 1, act); return timers.size; };
window.clearInterval = timer => timers.delete(timer);
window.tick = () => [...timers.values()].forEach(act => act());
Live.define('steps', (figure, settings, kit) => {
  kit.title('Steps');
  kit.range('count', {label: 'count', min: 2, max: 9, value: 5});
  const player = kit.player({count: 5, show: step => { kit.stage.textContent = `step ${step}`; kit.say(`This is step ${step}.`); }});
  kit.draw(({count}) => { if (player.count !== count) player.reset(count); });
});
Live.define('question', (figure, settings, kit) => {
  kit.title('A question');
  kit.stage.textContent = 'the picture';
  if (settings.count) {
    kit.range('count', {label: 'count', min: 2, max: 9, value: 5});
    const player = kit.player({count: 5, show: step => { kit.stage.textContent = `step ${step} of ${settings.count}`; }});
    kit.draw(({count}) => { if (player.count !== count) player.reset(count); });
    const code = kit.element('code', {}, 'x[i]');
    kit.guess({question: ['What is ', code, '?'], choices: [1, 2], answer: 2, shows: settings.at ? {count: 7, step: 3} : {count: 6}});
  } else if (settings.number) kit.guess({question: 'How many?', answer: 5, because: 'Each round halves them.'});
  else kit.guess({question: 'How many rounds?', choices: [4, 5, 32], answer: 5, because: 'Each round halves them.'});
});
Live.define('broken', () => { throw new Error('on purpose'); });
"""

# The text that a reader sees, with the colours of the text and of what is painted behind it.
TEXTS = """
const seen = [];
const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
const opaque = colour => !/, 0\\)$|transparent/.test(colour);
while (walker.nextNode()) {
  const node = walker.currentNode, parent = node.parentElement;
  if (!node.textContent.trim() || !parent.checkVisibility() || parent.closest('option, svg, [disabled], [aria-disabled=true]')) continue;
  let behind = parent;
  while (behind && !opaque(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
  seen.push([node.textContent.trim().slice(0, 30), getComputedStyle(parent).color, getComputedStyle(behind || document.body).backgroundColor]);
}
return seen;
"""


def luminance(colour):
    parts = [int(c) / 255 for c in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class LivePage:
    def __init__(self, browser, folder, screenshots):
        self.browser, self.folder, self.screenshots = browser, folder, screenshots
        self.faults, self.checks, self.where = [], 0, ""

    def expect(self, holds, what):
        self.checks += 1
        if not holds:
            self.faults.append(f"{self.where}: {what}")

    def equal(self, shown, expected, what):
        self.expect(shown == expected, f"{what}: {shown}, expected {expected}")

    # ---------------------------------------------------------------------------------- the page

    def write_page(self, name, figures, pictures=PICTURES):
        """A page with these figures: what the site makes of the lines of the READMEs."""
        (self.folder / "frame.js").write_text(FRAME)
        scripts = [HERE / "live.js", *(HERE / f"{p}.js" for p in pictures), self.folder / "frame.js"]
        page = ['<!doctype html><html lang="en"><meta charset="utf-8"><title>live</title>',
                '<meta name="viewport" content="width=device-width">',
                *(f'<link rel="stylesheet" href="file://{HERE / css}">' for css in ("../site/assets/site.css", "live.css")),
                *(f'<script src="file://{script}" defer></script>' for script in scripts), "<main><h1>Live</h1>"]
        for picture, settings, source, alt in figures:
            data = "".join(f' data-{key}="{value}"' for key, value in settings.items())
            image = f'<img src="file://{source}" alt="{alt}">' if source else ""
            page.append(f'<figure class="live" data-live="{picture}"{data}>{image}</figure>')
        (self.folder / f"{name}.html").write_text("\n".join([*page, "</main></html>"]))

    def open(self, page, fragment=""):
        self.where = page + fragment
        self.browser.get("about:blank")  # another fragment alone would not load the page again
        self.browser.get(f"file://{self.folder}/{page}.html{fragment}")

    def look(self, size="desktop", scheme="light"):
        width, height = SIZES[size]
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": "", "features": [{"name": "prefers-color-scheme", "value": scheme},
                                      {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def screenshot(self, name):
        if self.screenshots:
            height = self.run("return document.documentElement.scrollHeight")
            width = self.run("return innerWidth")
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
            self.browser.save_screenshot(str(self.screenshots / f"{name}.png"))

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def find(self, selector, within=None):
        return (within or self.browser).find_element(By.CSS_SELECTOR, selector)

    def all(self, selector, within=None):
        return (within or self.browser).find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def no_errors(self, expected=()):
        errors = [e["message"] for e in self.browser.get_log("browser") if e["level"] == "SEVERE"]
        self.equal([e for e in errors if not any(known in e for known in expected)], [], "errors")

    # ---------------------------------------------------------------------------------- the knobs

    def hand(self):
        return ActionChains(self.browser, duration=0)

    def turn(self, figure, key, value):
        """Gives a knob this value as a reader does: a click into the slider, then arrow keys."""
        knob = self.find(f"[name={key}]", figure)
        kind = knob.get_attribute("type")
        if kind == "checkbox":
            if knob.is_selected() != bool(value):
                knob.click()
        elif kind == "range":
            low, high, step = (int(knob.get_attribute(a) or 1) for a in ("min", "max", "step"))
            width = knob.size["width"]
            at = (value - low) / max(1, high - low) - 0.5
            self.hand().move_to_element_with_offset(knob, int(at * (width - 16)), 0).click().perform()
            away = (value - int(knob.get_property("value"))) // step
            if away:
                knob.send_keys((Keys.ARROW_RIGHT if away > 0 else Keys.ARROW_LEFT) * abs(away))
            self.equal(int(knob.get_property("value")), value, f"slider {key}")
            self.expect(re.match(rf"{value}\b", self.find("output", knob.find_element(By.XPATH, "..")).text),
                        f"slider {key} does not say {value}")
        else:
            Select(knob).select_by_value(str(value))

    def said(self, figure, pattern):
        sentence = self.find(".live-say", figure).text
        found = re.search(pattern, sentence)
        self.expect(found, f"“{sentence}” does not say {pattern}")
        return [float(group) if "." in group else int(group) for group in found.groups()] if found else []


def start_browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--allow-file-access-from-files", "--lang=en"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options)

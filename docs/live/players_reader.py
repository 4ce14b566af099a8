"""The reader of the live pictures that play traces, in a headless Chromium: for players_test.py."""

import sys

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError as error:
    print(f"skipped: {error} (sudo apt-get install -y python3-selenium)")
    sys.exit(77)

# What a figure shows now, for tests.
READ = """
const figure = document.getElementById('live-' + arguments[0]);
const texts = (selector, within = figure) => [...within.querySelectorAll(selector)].map(each => each.textContent);
return {
  say: figure.querySelector('.live-say').textContent,
  caption: figure.querySelector('.live-caption').textContent,
  tight: [...figure.querySelectorAll('.live-box')].filter(each => each.querySelector('text').getComputedTextLength() >
    each.querySelector('rect').width.baseVal.value - 1).map(each => each.querySelector('text').textContent),
  step: figure.querySelector('.live-step').textContent,
  guessing: figure.classList.contains('live-guessing'),
  counts: Object.fromEntries([...figure.querySelectorAll('[data-count]')].map(each => [each.dataset.count, +each.textContent])),
  rows: [...figure.querySelectorAll('.live-row')].map(row => ({
    name: row.querySelector('.live-row-name').textContent, when: row.classList[1],
    texts: texts('.live-box text', row),
    kinds: [...row.querySelectorAll('.live-box')].map(box => box.classList[1] || ''),
    arrows: [...row.querySelectorAll('.live-arrow')].map(each => [+each.dataset.from, +each.dataset.to])})),
  active: [...figure.querySelectorAll('.live-foot.active')].map(each => +each.dataset.foot),
  work: [...figure.querySelectorAll('.live-work')].map(each => ({
    operation: +each.dataset.operation, state: each.dataset.state, critical: each.classList.contains('critical'),
    title: each.querySelector('title').textContent})),
  events: [...figure.querySelectorAll('.live-time .live-arrow')].map(each => [+each.dataset.from, +each.dataset.to]),
};"""

CONTRAST = """
const parse = colour => colour.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const low = new Set();
for (const text of document.querySelectorAll('.live-box text, .live-work text, .live-row-name, .live-foot, .live-say, .live-caption')) {
  if (!text.textContent) continue;
  const style = getComputedStyle(text), svg = text instanceof SVGElement;
  const card = parse(getComputedStyle(text.closest('figure')).backgroundColor);
  const box = svg && text.previousElementSibling && text.parentNode.querySelector('rect');
  let behind = card;
  if (box && /live-(box|work)/.test(text.parentNode.getAttribute('class'))) {
    const fill = getComputedStyle(box), part = fill.fill === 'none' ? 0 : +fill.opacity;
    behind = card.map((c, i) => fill.fill === 'none' ? c : parse(fill.fill)[i] * part + c * (1 - part));
  }
  const found = ratio(parse(svg ? style.fill : style.color), behind);
  if (found < 4.5) low.add(`${text.parentNode.getAttribute('class')}: ${found.toFixed(2)}`);
}
return [...low];"""


class Reader:
    def __init__(self, folder, screenshots):
        self.folder, self.screenshots, self.faults, self.checks, self.where = folder, screenshots, [], 0, ""
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en",
                         "--disable-ipc-flooding-protection"):  # which forgets addresses that follow fast
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)

    def expect(self, holds, what):
        self.checks += 1
        if not holds:
            self.faults.append(f"{self.where}: {what}")

    def equal(self, found, wanted, what):
        self.expect(found == wanted, f"{what}: {found}, not {wanted}")

    def look(self, width, scheme):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": width < 500})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def open(self, fragment=""):
        self.browser.get("about:blank")
        self.browser.get(f"file://{self.folder}/index.html{fragment}")
        # The pictures are built when the page is; a first call behind that sees them.
        self.browser.execute_async_script("const done = arguments[0]; if (document.readyState === 'complete') done();"
                                          "else window.addEventListener('load', () => setTimeout(done));")

    def go(self, name, **settings):
        """As a link to a setting does."""
        query = "&".join(f"{key}={value}" for key, value in settings.items())
        self.where = f"{name} {query}"
        self.browser.execute_async_script(
            "const done = arguments[1]; if (location.hash === arguments[0]) done();"
            "else { window.addEventListener('hashchange', () => done(), {once: true}); location.hash = arguments[0]; }",
            f"#live:{name}?{query}")
        return self.read(name)

    def read(self, name):
        return self.browser.execute_script(READ, name)

    def steps(self, name, **settings):
        """What all steps show, one after the other by the arrow key. A different sentence goes with each."""
        seen = [self.go(name, **settings, step=0)]
        count = int(seen[0]["step"].split(" of ")[1])
        slider = self.find(name, ".live-player input[type=range]")
        while len(seen) < count:
            slider.send_keys(Keys.ARROW_RIGHT)
            seen.append(self.read(name))
        self.equal([each["step"] for each in seen], [f"{i + 1} of {count}" for i in range(count)], "steps")
        self.equal(len({each["say"] for each in seen}), count, "different sentences")
        return seen

    def find(self, name, selector):
        return self.browser.find_element(By.CSS_SELECTOR, f"#live-{name} {selector}")

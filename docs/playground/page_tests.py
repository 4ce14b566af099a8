"""The part of playground_test.py that is about the page: what is fetched and when, links, hints, the keyboard, a phone, no
network, another browser."""

import re
import time
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PAGE = "program_vector_add.html"
FETCHED = re.compile(r"^playground/(?!open\.js)|^offline\.js")  # what only a reader who asks for it needs


def fetched(reader):
    return [path for path in reader.server.asked if FETCHED.search(path)]


def open_editor(reader, page):
    reader.load(page)
    reader.run("localStorage.clear()")
    reader.run("void document.querySelector('.playground > .open').click()")
    reader.wait_for_editor(page.split(".")[0])


def test_request(reader):
    """Nothing is fetched before it is asked for, the compiler not before the first run."""
    reader.load("glossary.html")  # a page without a playground
    reader.server.asked.clear()
    reader.load(PAGE)
    reader.expect(not fetched(reader), f"without being asked it fetches {fetched(reader)}")
    open_editor(reader, PAGE)
    early = [path for path in fetched(reader) if ".gz" in path]
    reader.expect(not early, f"before a run it fetches {early}")
    printed = reader.go()
    reader.expect("PASS" in printed, f"vector_add on its page prints\n{printed}")


def test_keyboard(reader):
    """With keys alone: to the editor, a change, Ctrl+Enter, and out of it again."""
    open_editor(reader, PAGE)
    reader.expect(reader.run("playground.editor.hasFocus()"), "the editor that was opened has not the focus")
    field = reader.browser.switch_to.active_element
    field.send_keys("// typed\n")
    reader.expect("// typed" in reader.text(), "what is typed is not in the program")
    field.send_keys(Keys.CONTROL, Keys.ENTER)
    reader.expect(reader.wait_for("playground.isBusy", 10), "Ctrl+Enter does not run it")
    reader.expect(reader.wait_for("!playground.isBusy", 600), "does not end")
    field.send_keys(Keys.TAB)
    reader.expect(reader.run("document.activeElement === playground.at.output"),
                  f"Tab leads to {reader.run('document.activeElement.outerHTML')[:80]}")
    reader.load(PAGE)
    reader.run("void document.querySelector('.playground > .open').click()")
    reader.wait_for_editor("program_vector_add")
    reader.expect("// typed" in reader.text(), "what was typed is not there the next time")
    reader.press("reset")
    reader.expect("// typed" not in reader.text(), "Reset does not bring the program back")


def test_link(reader):
    """A link shows its text and does not run it; what was typed here before stays."""
    open_editor(reader, PAGE)
    reader.write("// mine")
    reader.load("playground.html")
    reader.wait_for_editor("own")
    reader.write("// of a link: ä ∑ 😀\nint main() {}\n")
    reader.press("link")
    reader.expect(reader.wait_for("location.hash.startsWith('#code=')", 10), "has no link")
    code = reader.run("location.hash")
    for page in ("playground.html", PAGE):
        reader.server.asked.clear()
        reader.load(page + code)
        reader.wait_for_editor("own" if page.startswith("playground") else "program_vector_add")
        reader.expect(reader.text().startswith("// of a link: ä ∑ 😀"), f"the link shows {reader.text()!r}")
        reader.expect(not reader.run("playground.isBusy") and not any(".gz" in path for path in fetched(reader)), "a link runs")
    reader.load(PAGE)
    reader.run("void document.querySelector('.playground > .open').click()")
    reader.wait_for_editor("program_vector_add")
    reader.expect(reader.text() == "// mine", "a link has taken the place of what was typed")
    reader.load("playground.html#code=broken")
    reader.wait_for_editor("own")
    reader.expect("not whole" in reader.text(), f"a broken link shows {reader.text()!r}")
    reader.run("localStorage.clear()")


def test_hints(reader):
    """One hint more each time, and what was learned once it passes."""
    open_editor(reader, "exercise_scale_vector.html")
    titles = [title.get_attribute("textContent") for title in reader.browser.find_elements(By.CSS_SELECTOR, ".hint > summary")]
    reader.expect(len(titles) >= 2, "has no hints")
    for number, title in enumerate(titles):
        reader.press("hint")
        reader.expect(reader.wait_for(f"playground.hintsSeen === {number + 1}", 5), "gives no hint")
        shown = reader.shown()
        reader.expect(title in shown and not any(other in shown for other in titles if other != title), f"shows {shown!r}")
    reader.press("hint")
    reader.expect(reader.wait_for("playground.at.output.textContent.includes('These are all hints')", 5), reader.shown())
    reader.open("exercise_scale_vector")  # on the other page they are the same
    reader.press("hint")
    reader.expect(reader.wait_for(f"playground.at.output.textContent.includes({titles[0]!r})", 10), reader.shown())


def test_other_browser(reader):
    """One that lacks what is needed says so, and fetches nothing."""
    script = reader.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "delete WebAssembly.Suspending"})["identifier"]
    for page in (PAGE, "playground.html"):
        reader.server.asked.clear()
        reader.load(page)
        if page == PAGE:
            reader.run("void document.querySelector('.playground > .open').click()")
        note = reader.run("document.querySelector('.playground .note').textContent")
        reader.expect("Promise Integration" in note and "Chrome" in note, f"{page} says {note!r}")
        reader.expect(not fetched(reader), f"{page} fetches {fetched(reader)}")
    reader.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


def test_policy(reader):
    """Neither the page nor what runs in its workers can send anything to another place."""
    open_editor(reader, PAGE)
    asks = """const done = arguments[0]; %s.then(() => done('sent'), () => done('refused'))"""
    page = reader.browser.execute_async_script(asks % "fetch('https://example.com/', {mode: 'no-cors'})")
    reader.expect(page == "refused", "the page may send something")
    worker = reader.browser.execute_async_script(asks % """new Promise((resolve, reject) => {
        const text = "fetch('https://example.com/', {mode: 'no-cors'}).then(() => postMessage('sent'), () => postMessage('no'))";
        const worker = new Worker(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})), {type: 'module'});
        worker.onmessage = ({data}) => data === 'sent' ? resolve() : reject();
    })""")
    reader.expect(worker == "refused", "a worker may send something")
    refused = []
    for _ in range(100):  # the log may come later than the answer
        refused += [error for error in reader.errors() if "Content Security Policy" in error or "Content-Security" in error]
        if len(refused) >= 2:
            break
        time.sleep(0.1)
    reader.expect(len(refused) >= 2, "what refuses it is not the policy")


def test_offline(reader):
    """Loaded once, it works without the server."""
    open_editor(reader, PAGE)
    reader.go()
    kept = """(async done => done((await (await caches.open('playground')).keys()).map(key => key.url)))(arguments[0])"""
    for _ in range(50):
        if any(url.endswith(PAGE) for url in reader.browser.execute_async_script(kept)):
            break
    port = reader.server.server_port
    reader.stop_serving()
    try:
        open_editor(reader, PAGE)
        reader.change("if (i < n) c[i] = a[i] + b[i];", "c[i] = a[i] + b[i];")
        printed = reader.go()
        reader.expect("past the end" in printed, f"without a server it prints\n{printed}\n{reader.state()}")
    finally:
        reader.serve(port)
        reader.browser.get("about:blank")  # which ends what the page still asks for
        reader.errors()  # of what it has asked for in vain


def test_looks(reader):
    """On a desktop and on a phone, in light and dark: nothing is wider than the window, and axe-core finds nothing."""
    for width, is_phone in ((1280, False), (356, True)):
        for scheme in ("light", "dark"):
            reader.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": is_phone})
            reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": scheme}]})
            open_editor(reader, "program_matrix_add.html")
            reader.write(reader.text().replace("blockIdx.y", "blockIdx.x", 1))
            reader.go()
            expect_looks(reader, f"with its output, {width}, {scheme}")
            reader.press("picture")
            reader.expect(reader.wait_for("playground.picture !== undefined", 600), "draws no picture")
            expect_looks(reader, f"with a picture, {width}, {scheme}")
            reader.press("changed")
            expect_looks(reader, f"with what changed, {width}, {scheme}")
    reader.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_pages(reader):
    """Every page that has the playground, opened: a desktop in light, a phone in dark."""
    pages = sorted(path.stem for path in Path(reader.html).glob("playground/sources/*_*.json"))
    for width, scheme in ((1280, "light"), (356, "dark")):
        reader.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500})
        reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for page in pages:
            open_editor(reader, f"{page}.html")
            expect_looks(reader, f"{page}, {width}, {scheme}")
        reader.load("playground.html")
        reader.wait_for_editor("own")
        expect_looks(reader, f"playground, {width}, {scheme}")
    reader.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def expect_looks(reader, where):
    reader.where = where
    width, window = reader.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    reader.expect(width <= window, f"is {width} wide in a window of {window}")
    if not reader.axe:
        return
    if not reader.run("typeof axe === 'object'"):
        reader.browser.execute_script(reader.axe)
    found = reader.browser.execute_async_script("""
        axe.run('main', {resultTypes: ['violations']}).then(({violations}) => arguments[0](violations.flatMap(rule =>
            rule.nodes.map(node => [rule.impact, rule.id, node.target.join(' '), node.failureSummary]))))""")
    bad = [finding for finding in found if finding[0] in ("serious", "critical")]
    reader.expect(not bad, f"axe-core finds {len(bad)}, such as {bad[:4]}")

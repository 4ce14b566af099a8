"""The part of browse_site.py that has axe-core look at a page of each kind in light and dark, on a desktop and on a
phone, with menu and search open, too: for pictures without words, text that is too pale, what a keyboard or a screen
reader cannot use. What it calls serious or critical is a fault."""

from selenium.webdriver.common.keys import Keys

from reader import SCHEMES, SIZES

PAGES = ("chapter_03.html", "program_vector_add.html", "exercise_scale_vector.html", "glossary.html",
         "search.html?q=warp")
ONCE = ("index.html", "trains.html", "measured_03.html")  # without the other colours
BAD = ("serious", "critical")


def findings(reader, axe, within="html"):
    """What axe-core finds in a part of the page as it is: [(impact, rule, element, what to mend)]."""
    if not reader.run("typeof axe === 'object'"):
        reader.browser.execute_script(axe)
    result = reader.browser.execute_async_script("""
        const [within, done] = arguments;
        axe.run(within, {resultTypes: ['violations']}).then(done, error => done({violations: [
            {impact: 'critical', id: String(error), nodes: [{target: ['axe'], failureSummary: ''}]}]}));""", within)
    return [(rule["impact"], rule["id"], " ".join(map(str, node["target"])), " ".join(node["failureSummary"].split()))
            for rule in result["violations"] for node in rule["nodes"]]


def expect_none(reader, axe, state="", within="html"):
    where = reader.where
    reader.where += state
    bad = [finding for finding in findings(reader, axe, within) if finding[0] in BAD]
    reader.expect(not bad, f"{len(bad)} findings, such as {bad[:3]}")
    reader.where = where


def finds_what_is_bad(reader, axe):
    """The test itself: a button without a name and a pale text are found."""
    reader.open("glossary.html")
    reader.run("document.querySelector('main').insertAdjacentHTML('beforeend', "
               "'<button></button><p style=\"color: #ccc; background: #fff\">pale</p>')")
    found = {rule for impact, rule, _, _ in findings(reader, axe) if impact in BAD}
    reader.expect({"button-name", "color-contrast"} <= found, f"of what is bad axe-core finds {found} only")


def check(reader, axe):
    """`axe` is the text of axe.min.js."""
    for size in SIZES:
        for scheme in SCHEMES:
            reader.look(size, scheme)
            for page in PAGES + (ONCE if (size == "phone") == (scheme == "dark") else ()):
                reader.open(page)
                if page.startswith("search"):
                    reader.wait_for("document.querySelector('#search-results li') !== null")
                expect_none(reader, axe)
            reader.open("chapter_03.html")
            reader.press("/")
            reader.press("bank")
            reader.wait_for("document.querySelector('#search[aria-expanded=true]') !== null")
            reader.press(Keys.DOWN)
            expect_none(reader, axe, ", with the list of the search", "#top")
            if size == "phone":
                reader.open("chapter_03.html")
                reader.run("document.getElementById('menu').click()")
                expect_none(reader, axe, ", with its menu", "#book")
    reader.look("desktop", "light")
    finds_what_is_bad(reader, axe)

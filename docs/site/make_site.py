#!/usr/bin/env python3
"""usage: make_site.py REPOSITORY DRAWN OUTPUT [URL]

Writes the book's pages to OUTPUT: chapters, programs, exercises and what is beside them. DRAWN has the pictures
that the programs have drawn. With the URL where the site will be published, pages name it, for search engines and
for previews of links, and there is a sitemap.
"""

import json
import re
import shutil
import struct
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from book import Book, Page
from markdown import Text
from moved import stay_reachable

HERE = Path(__file__).resolve().parent


def size_of(path):
    """Width and height of a picture in pixels."""
    if path.suffix == ".png":
        return struct.unpack(">II", path.read_bytes()[16:24])
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', path.read_text())
    return tuple(round(float(number)) for number in box.groups())


def take_pictures(root, drawn, output):
    """Copies the pictures of chapters and pages: what the programs have drawn, or else what a GPU has recorded.
    -> their files in the repository -> (name, width, height)"""
    output.mkdir()
    pictures = {}
    for folder in (*sorted(root.glob("chapters/*")), root / "docs/pictures"):
        for committed in sorted([*folder.glob("*.svg"), *folder.glob("*.png")]):
            picture = drawn / folder.name / committed.name
            picture = picture if picture.exists() else committed
            number = re.match(r"\d\d", folder.name)
            name = f"{number[0]}-{committed.name}" if number else committed.name
            shutil.copyfile(picture, output / name)
            pictures[committed.relative_to(root).as_posix()] = (name, *size_of(picture))
    return pictures


def take_live(root, drawn, output):
    """Copies the scripts of live pictures, and the traces of runs that they play."""
    output.mkdir()
    for script in (*root.glob("docs/live/*.js"), root / "docs/live/live.css", *(drawn / "live").glob("*.js")):
        shutil.copyfile(script, output / script.name)


def take_playground(drawn, output):
    """Copies what a browser compiles and runs programs with. -> what pages have to know of it; None: there is none"""
    if not (drawn / "playground/manifest.json").exists():
        return None
    shutil.copytree(drawn / "playground", output)
    (output / "offline.js").replace(output.parent / "offline.js")  # it keeps pages, too, so it lies beside them
    sizes = json.loads((output / "manifest.json").read_text())
    programs = {"own": "Your own text"}
    for path in sorted(output.glob("sources/*_*.json")):
        programs[path.stem] = Path(json.loads(path.read_text())["file"]).name
    return {"megabytes": round(sum(part["bytes"] for part in sizes.values()) / 1e6), "programs": programs,
            "licences": json.loads((output / "licences.json").read_text())}


def write_pages(book, output, url, playground):
    environment = Environment(loader=FileSystemLoader(HERE), undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True)
    template = environment.get_template("page.html")
    order = book.reading_order()
    stay_reachable(order, output, url)
    for index, page in enumerate(order):
        before = order[index - 1] if index else None
        after = order[index + 1] if index + 1 < len(order) else None
        (output / f"{page.name}.html").write_text(
            template.render(page=page, book=book, before=before, after=after, url=url, playground=playground))
    others = [("search", "Search")]
    if playground:
        others += [("playground", "Change it and run it"), ("licences", "Licences of the playground")]
    for name, title in others:
        (output / f"{name}.html").write_text(environment.get_template(f"{name}.html").render(
            page=Page(name, Text(title)), book=book, before=None, after=None, url=url, playground=playground))
    return order


def write_card(root, output):
    """The picture that others show beside a link to the site, 1200 × 630 as they want it."""
    parts = ""
    for name, x in (("column", 60), ("row", 620)):
        picture = (root / f"docs/pictures/hook-x-is-the-{name}.svg").read_text()
        picture = re.sub(r"@media.*?\n\}\n", "", picture, flags=re.S)
        parts += picture.replace('width="352"', f'x="{x}" y="150" width="520" height="480"')
    (output / "assets/card.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">\n'
        '<rect width="1200" height="630" fill="#ffffff"/>\n<g font-family="sans-serif" fill="#1f2328">'
        '<text x="80" y="80" style="font: bold 48px sans-serif">CUDA by Chapter</text>'
        '<text x="80" y="125" style="font: 26px sans-serif">Two swapped indices: right both times. Which is slower, '
        f'and by how much?</text></g>\n{parts}</svg>\n')


def write_sitemap(order, output, url):
    places = "".join(f"<url><loc>{url}/{page.name}.html</loc></url>\n" for page in order)
    (output / "sitemap.xml").write_text('<?xml version="1.0" encoding="UTF-8"?>\n'
                                        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n')
    (output / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {url}/sitemap.xml\n")


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__.splitlines()[0])
    root, drawn, output = (Path(argument).resolve() for argument in sys.argv[1:4])
    url = sys.argv[4].rstrip("/") if len(sys.argv) == 5 else ""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    shutil.copytree(HERE / "assets", output / "assets")
    take_live(root, drawn, output / "live")
    pictures = take_pictures(root, drawn, output / "pictures")
    playground = take_playground(drawn, output / "playground")
    order = write_pages(Book(root, pictures), output, url, playground)
    write_card(root, output)
    if url:
        write_sitemap(order, output, url)


if __name__ == "__main__":
    main()

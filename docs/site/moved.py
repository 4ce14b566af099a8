"""Pages that have moved: what stands at an address that a page had before."""

import html

# The name that a page had -> its name now. A new page may have the former name.
MOVED = {f"{kind}_13": f"{kind}_14" for kind in ("chapter", "deeper", "questions", "measured")}


def page_html(page, url=""):
    """A page that leads to `page`, to the same place on it. It has no main part, so the search does not find it."""
    title, to = html.escape(page.text.title), f"{page.name}.html"
    canonical = f'<link rel="canonical" href="{url}/{to}">\n' if url else ""
    return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<title>Moved: {title} · CUDA by Chapter</title>\n'
            f'<meta name="description" content="{title} is at another address now.">\n{canonical}'
            f'<script>location.replace("{to}" + location.hash);</script>\n'
            f'<noscript><meta http-equiv="refresh" content="0; url={to}"></noscript>\n</head>\n'
            f'<body data-kind="moved">\n<h1>Moved</h1>\n<p>This page is now <a href="{to}">{title}</a>.</p>\n</body>\n</html>\n')


def line_html(page):
    """What a page says whose name was that of `page` before."""
    return (f'<p class="about">Before the chapters were numbered anew, <a href="{page.name}.html">'
            f'{html.escape(page.text.title)}</a> was at this address.</p>\n')


def stay_reachable(pages, output, url="", moved=MOVED):
    """Leads from each former name to the page that had it: by a line on the page that has it now, or else by a page
    of its own."""
    by_name = {page.name: page for page in pages}
    for former, name in moved.items():
        if former in by_name:
            by_name[former].text.html = line_html(by_name[name]) + by_name[former].text.html
        else:
            (output / f"{former}.html").write_text(page_html(by_name[name], url))

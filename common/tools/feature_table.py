#!/usr/bin/env python3
"""Makes the tables of the CPU backend's features from its tests, which say what they show:

    // supports: <cuda_pipeline.h>: copies of 4, 8 and 16 bytes,
    //     commit, wait_prior
    // refuses: <cufft.h>: Fourier transforms

in front of everything else of a test. What is refused is told with the message that the test expects.

usage: feature_table.py PAGE            writes the tables into it, between their markers
       feature_table.py --check PAGE    exit code 1 if they are others
"""

import argparse
import pathlib
import re
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent / "simt" / "tests"
MARKERS = "<!-- features: made by common/tools/feature_table.py -->\n", "<!-- end of features -->\n"
LINE = re.compile(r"// (supports|refuses): (.+?)(?:: (.+))?$")
MESSAGE = re.compile(r"// (?:error|warning|expect): (?:@\w+ )?(?:simt: )?(.+)")


class Feature:
    def __init__(self):
        self.supports, self.refuses = [], []


def read(path, features):
    """Takes the lines of one test into `features`, by name."""
    lines = path.read_text().splitlines()
    message = next((found.group(1) for found in map(MESSAGE.match, lines) if found), None)
    last = None
    for number, line in enumerate(lines, 1):
        if not line.startswith("//"):
            break
        if last and line.startswith("//  "):
            last[-1] += " " + line[2:].strip()
        elif found := LINE.match(line):
            kind, name, words = found.groups()
            if kind == "refuses" and not words:
                sys.exit(f"{path}:{number}: what of {name} does it refuse?")
            feature = features.setdefault(name, Feature())
            last = [words or "yes"]
            (feature.supports if kind == "supports" else feature.refuses).append((last, message))
        else:
            last = None


def cell(text):
    """As Markdown takes it in a table; a header's name is none of HTML's."""
    return re.sub(r"(<[\w./]+>)", r"`\1`", text).replace("|", "\\|")


def refusal(words, message):
    if not message:
        return cell(words)
    return ("" if words in message else cell(words) + ": ") + f"“{cell(message)}”"


def table(title, features):
    rows = [f"| {title} | supported | refused |", "| --- | --- | --- |"]
    for name in sorted(features, key=str.lower):
        feature = features[name]
        supports = "; ".join(cell(words[0]) for words, _ in feature.supports)
        refuses = "; ".join(refusal(words[0], message) for words, message in feature.refuses)
        rows.append(f"| {cell(name)} | {supports} | {refuses} |")
    return "\n".join(rows) + "\n"


def tables():
    features = {}
    for path in sorted(TESTS.rglob("*.c*")):
        read(path, features)
    headers = {name: value for name, value in features.items() if name.startswith("<")}
    others = {name: value for name, value in features.items() if name not in headers}
    return "\n" + table("feature", others) + "\n" + table("header", headers) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("page", type=pathlib.Path)
    arguments = parser.parse_args()
    text = arguments.page.read_text()
    begin, end = text.find(MARKERS[0]), text.find(MARKERS[1])
    if begin < 0 or end < begin:
        sys.exit(f"{arguments.page} has no place for the tables: {MARKERS[0].strip()}")
    begin += len(MARKERS[0])
    made = tables()
    if text[begin:end] == made:
        return
    if arguments.check:
        sys.exit(f"{arguments.page}: the tests say something else of features. "
                 f"python3 common/tools/feature_table.py {arguments.page}")
    arguments.page.write_text(text[:begin] + made + text[end:])


if __name__ == "__main__":
    main()

"""Compares the counters of the CPU backend's launches with those of a GPU's: which launches are the same, and which
differences differences.csv explains."""

import csv
import fnmatch
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERNS = "calibration_patterns"
# What a GPU has counted for it, and the differences: the CPU backend's own tests read them as well.
OF_PATTERNS = ROOT / "common/simt/tests/calibration"

sys.path.insert(0, str(ROOT / "common/tools"))
import gpu_report  # noqa: E402

# What is not compared, and why.
LEFT_OUT = {
    "constant_requests": "the hardware counts what a kernel's parameters need, too",
    "constant_addresses": "compared as `constant_replays`: addresses beyond one of each request",
    "active_lanes_percent": "the model weighs by basic blocks, the hardware by instructions",
}
COLUMNS = [c for c in gpu_report.COLUMNS if c not in LEFT_OUT] + ["constant_replays"]


def figure(row, column):
    """A launch's figure, or None if this GPU does not count it."""
    if column == "constant_replays" and column not in row:
        requests, addresses = figure(row, "constant_requests"), figure(row, "constant_addresses")
        # A GPU counts a load as a request even where no lane takes part in it, as behind a condition that is
        # false for the whole warp (@!P0 LDC), but then no address. That is no replay.
        return None if None in (requests, addresses) else max(0, addresses - requests)
    return None if row.get(column) in ("", None) else int(row[column])


def key(row):
    """What two launches have in common if they are the same: name, grid and block."""
    return row["kernel"].split("<")[0].split("::")[-1], row["grid"], row["block"]


def align(model, hardware):
    """Pairs of launches, in order: as many as possible, and of those the ones most alike. A launch
    without a partner is paired with None."""
    mine, its = ([(key(row), [figure(row, c) for c in COLUMNS]) for row in rows] for rows in (model, hardware))
    begin, end = 0, 0  # what is the same at both ends is paired
    shorter = min(len(mine), len(its))
    while begin < shorter and mine[begin] == its[begin]:
        begin += 1
    while end < shorter - begin and mine[-1 - end] == its[-1 - end]:
        end += 1
    # Of the rest, what can have a partner at all.
    common = {k for k, _ in mine[begin : len(mine) - end]} & {k for k, _ in its[begin : len(its) - end]}
    rest_of_mine = [i for i in range(begin, len(mine) - end) if mine[i][0] in common]
    rest_of_its = [j for j in range(begin, len(its) - end) if its[j][0] in common]
    partner = {i: i for i in range(begin)}
    partner.update({len(mine) - 1 - i: len(its) - 1 - i for i in range(end)})
    pair = _pair_by_count if len(rest_of_mine) * len(rest_of_its) > 2 * 10**6 else _pair_by_likeness
    partner.update(pair(mine, its, rest_of_mine, rest_of_its))
    alone = set(range(len(its))) - set(partner.values())
    return [(row, hardware[partner[i]] if i in partner else None) for i, row in enumerate(model)] + [
        (None, hardware[j]) for j in sorted(alone)
    ]


def _pair_by_likeness(mine, its, rest_of_mine, rest_of_its):
    """The longest common subsequence, of all of them the one with most equal figures."""
    m, n = len(rest_of_mine), len(rest_of_its)
    best = [[0] * (n + 1) for _ in range(m + 1)]  # of what begins there

    def score(i, j):
        (my_key, my_figures), (its_key, its_figures) = mine[rest_of_mine[i]], its[rest_of_its[j]]
        if my_key != its_key:
            return None
        # A pair more is worth more than any number of equal figures.
        return (min(m, n) + 1) * len(COLUMNS) + sum(a == b for a, b in zip(my_figures, its_figures))

    for i in reversed(range(m)):
        for j in reversed(range(n)):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            pair = score(i, j)
            if pair is not None:
                best[i][j] = max(best[i][j], pair + best[i + 1][j + 1])
    partner, i, j = {}, 0, 0
    while i < m and j < n:
        pair = score(i, j)
        if pair is not None and best[i][j] == pair + best[i + 1][j + 1]:
            partner[rest_of_mine[i]] = rest_of_its[j]
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return partner


def _pair_by_count(mine, its, rest_of_mine, rest_of_its):
    """For thousands of launches: the first of a kind with the first of that kind, and so on."""
    waiting, partner = {}, {}
    for j in rest_of_its:
        waiting.setdefault(its[j][0], []).append(j)
    for i in rest_of_mine:
        if waiting.get(mine[i][0]):
            partner[i] = waiting[mine[i][0]].pop(0)
    return partner


ALLOWANCE = re.compile(
    r"(?P<varies>varies ?)?(?P<side>less|more)?( ?(?P<most>[\d.]+)(?P<percent>%)?)?|any|model only|GPU only"
)


def allows(allowance, model, hardware):
    """By how much the GPU's figure may differ: any; 12: by up to 12; 5%: of the model's figure; less, more:
    in that direction only, `less 5%` by so much at most. `varies`, or `varies 5%`: it differs from run to
    run, so that it may as well be equal. Of launches: model only, GPU only."""
    way = ALLOWANCE.fullmatch(allowance)
    if way["side"] is not None and (hardware < model) != (way["side"] == "less"):
        return False
    if way["most"] is None:
        return True
    return abs(hardware - model) <= float(way["most"]) * (model / 100 if way["percent"] else 1)


class Differences:
    """The known ones: program, kernel and column may be patterns. The column `launch` explains a launch
    that only one of the two has made, the column `program` why a program is not compared at all."""

    def __init__(self, file):
        with open(file) as lines:
            self.rows = list(csv.DictReader(lines))
        for row in self.rows:
            if not row["allowance"] or not ALLOWANCE.fullmatch(row["allowance"]):
                sys.exit(f"{file}: no such allowance: {','.join(row.values())}")
        self.used = [row["allowance"].startswith("varies") for row in self.rows]

    def add_patterns(self, file):
        """Those of calibration_patterns, which have a table of their own. It says what the model counts."""
        with open(file) as lines:
            for row in csv.DictReader(lines):
                self.rows.append({**row, "program": PATTERNS, "allowance": "any"})
                self.used.append(False)

    def reason(self, program, kernel, column, allowed):
        for i, row in enumerate(self.rows):
            if (
                fnmatch.fnmatchcase(program, row["program"])
                and kernel_matches(kernel, row["kernel"])
                and fnmatch.fnmatchcase(column, row["column"])
                and allowed(row["allowance"])
            ):
                self.used[i] = True
                return row["reason"]
        return None

    def of_program(self, program):
        return self.reason(program, "", "program", lambda _: True)

    def unused(self, compared):
        """Those that are about programs which were compared (or may not be), and have explained nothing."""
        return [
            row
            for row, used in zip(self.rows, self.used)
            if not used and (row["column"] == "program" or fnmatch.filter(compared, row["program"]))
        ]


def kernel_matches(kernel, pattern):
    return fnmatch.fnmatchcase(kernel, pattern) or kernel.split("<")[0] == pattern


def compare(program, model, hardware, known):
    """What became of a program's launches."""
    result = dict(program=program, launches=0, compared=0, not_zero=0, equal=0, missing=set())
    result["differences"] = []  # kernel, column, model, hardware, reason or None

    for mine, its in align(model, hardware):
        if mine is None or its is None:
            side, there = ("GPU only", its) if mine is None else ("model only", mine)
            reason = known.reason(program, there["kernel"], "launch", lambda a: a == side)
            what = f"{there['grid']} {there['block']}"
            result["differences"].append((there["kernel"], f"launch {what}", side, "", reason))
            continue
        result["launches"] += 1
        for column in COLUMNS:
            a, b = figure(mine, column), figure(its, column)
            if b is None:
                result["missing"].add(column)
                continue
            result["compared"] += 1
            result["not_zero"] += a != 0 or b != 0
            if a == b:
                result["equal"] += 1
                continue
            reason = known.reason(program, mine["kernel"], column, lambda w: allows(w, a, b))
            result["differences"].append((mine["kernel"], column, a, b, reason))
    return result


def unexplained(result):
    return [d for d in result["differences"] if d[-1] is None]

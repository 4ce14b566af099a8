#!/usr/bin/env python3
"""usage: traces.py PROGRAMS FOLDER

Runs programs of the book on the CPU backend, and writes what they did, step by step, as trace_NAME.js into
FOLDER: data for the live pictures (live.js). The steps are those of SIMT_TRACE and SIMT_TIMELINE
(docs/pages/cpu_backend.md). Sums of values, which a trace does not have, are computed from the values that it has;
what shared memory held at the next barrier has to agree with them, else this fails.
"""

import csv
import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path


class Run:
    """A program's run: what it printed, its trace's launches, and the rows of its timeline and counters."""

    settings = {}  # more of the model's

    def __init__(self, programs, name, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            trace, timeline, counters = (Path(folder) / name for name in ("t.json", "t.csv", "c.csv"))
            environment = {key: value for key, value in os.environ.items() if not key.startswith("SIMT_")}
            environment |= {"SIMT_TRACE": str(trace), "SIMT_TIMELINE": str(timeline), "SIMT_REPORT": str(counters),
                            **self.settings}
            done = subprocess.run([programs / name, *map(str, arguments)], env=environment, text=True,
                                  capture_output=True)
            if done.returncode != 0:
                sys.exit(f"{name} {arguments} fails:\n{done.stdout}{done.stderr}")
            self.output = done.stdout
            self.launches = json.loads(trace.read_text())["launches"]
            self.timeline = list(csv.DictReader(timeline.open()))
            self.counters = list(csv.DictReader(counters.open()))


# ---- trees in shared memory: chapter 05 -----------------------------------------------------------

def phases(launch):
    """The steps of each phase of a launch of one block; its last step is the barrier."""
    result = {}
    for step in launch["steps"]:
        result.setdefault(step["phase"], []).append(step)
    return result.values()


def groups(steps):
    """The requests to shared memory of a phase, as the rounds that a reader of the code sees: what is loaded,
    and then stored. Lines that only load, or only store, go together."""
    lines = {}
    for step in steps:
        if step.get("access", "").startswith("shared"):
            lines.setdefault(step["line"], []).append(step)
    found = []
    for requests in lines.values():
        does = {request["access"] for request in requests}
        before = found[-1][1] if found else None
        goes_on = does == {"shared store"} and before in ({"shared load"}, {"shared store"}) or \
            does == before == {"shared load"}
        if goes_on:
            found[-1][0].extend(requests)
            found[-1] = (found[-1][0], {"shared load"} if does == {"shared load"} else before)
        else:
            found.append((requests, does))
    return [requests for requests, _ in found]


def words_of(request):
    return [offset // 4 for offset in request["offsets"]]


def lanes_of(requests):
    """By thread of the block: the words that it loads, and those that it stores."""
    threads = {}
    for request in requests:
        for lane, word in zip(request["lanes"], words_of(request)):
            words = threads.setdefault(32 * request["warp"] + lane, ([], []))
            words[request["access"] == "shared store"].append(word)
    return threads


def rounds_of(launch, words, decode):
    """What a kernel with `words` numbers in one array of shared memory did, as rounds. A second half of the array is
    the other one of two buffers."""
    memory, rounds = {}, []
    for steps in phases(launch):
        (array,) = steps[-1]["shared"].values()
        held = {int(offset) // 4: decode(value) for offset, value in array.items()}
        for requests in groups(steps):
            before, writes = dict(memory), []
            for thread, (loads, stores) in sorted(lanes_of(requests).items()):
                for i, word in enumerate(stores):
                    # Of two words that a thread loads and stores, the first gets the other one's value.
                    moved = len(stores) == 2 and len(loads) == 2 and i == 0
                    sources = [w for w in dict.fromkeys(loads) if not moved or w != word]
                    memory[word] = sum(before[w] for w in sources) if sources else held[word]
                    writes.append({"thread": thread, "to": word % words, "from": sorted(w % words for w in sources),
                                   **({"moved": 1} if moved else {})})
            used = {access: {word for request in requests if request["access"] == access for word in words_of(request)}
                    for access in ("shared load", "shared store")}
            reads = sorted(word % words for word in used["shared load"])
            shown = max(used["shared store"] or used["shared load"]) // words * words  # the buffer
            rounds.append({
                "values": [memory[shown + i] for i in range(words)],
                "writes": writes,
                "reads": [] if writes else reads,
                "threads": sorted(lanes_of(requests)),
                "requests": len(requests),
                "wavefronts": sum(r["units"] for r in requests),
                "conflicts": sum(r["units"] - r["least"] for r in requests),
                "turns": max(r["units"] for r in requests),
                "line": int(requests[0]["line"].rsplit(":", 1)[1]),
            })
        if any(memory[word] != value for word, value in held.items()):
            sys.exit(f"{launch['kernel']}: at a barrier memory holds {held}, not {memory}")
    return rounds


def reduction(programs):
    run = Run(programs, "trace_reduction")
    data = {}
    for launch in run.launches:
        words = launch["block"][0]
        kind = {"neighbouring_packed": "packed"}.get(kernel_of(launch), kernel_of(launch))
        data[f"{kind}-{words}"] = rounds_of(launch, words, lambda bits: bits)
    return data, {"trace_reduction": run}


def kernel_of(launch):
    return launch["kernel"].split("::")[-1].split("<")[0]


def scan(programs):
    def number(bits):
        value = struct.unpack("f", struct.pack("I", bits))[0]
        return int(value) if value == int(value) else value

    run = Run(programs, "trace_scan")
    data = {}
    for launch in run.launches:
        threads = launch["block"][0]
        kind = "hillis" if "hillis" in launch["kernel"] else "blelloch"
        words = threads if kind == "hillis" else 2 * threads
        data[f"{kind}-{words}"] = rounds_of(launch, words, number)
    return data, {"trace_scan": run}


# ---- shuffles: chapter 06 -------------------------------------------------------------------------

def shuffle(programs):
    run = Run(programs, "trace_shuffle")
    data = {}
    for line, launch in zip(run.output.splitlines(), run.launches):
        name, width = line.split(":")[0].split()
        width = int(width)
        rounds = []
        for step in launch["steps"]:
            if "shuffle" not in step:
                continue
            first = {key: step[key][:width] for key in ("sources", "given", "got")}
            if rounds and rounds[-1]["after"] != first["given"]:
                sys.exit(f"{name}: {rounds[-1]['after']} before, {first['given']} after")
            adds = {"tree": lambda lane: True, "butterfly": lambda lane: True,
                    "scan": lambda lane: first["sources"][lane] != lane}.get(name)
            after = [got + (given if adds(lane) else 0) if adds else got
                     for lane, (given, got) in enumerate(zip(first["given"], first["got"]))]
            rounds.append({**first, "after": after, "op": step["shuffle"]})
        data[f"{name}-{width}"] = rounds
    return data, {"trace_shuffle": run}


# ---- streams: chapter 08 --------------------------------------------------------------------------

LETTERS = {"copy to device": "in", "kernel": "kernel", "copy to host": "out", "event record": "record",
           "event wait": "wait", "host waits": "host"}


def operations(rows):
    """Rows of a timeline, from step 0 and number 0 on; streams are counted in the order of their first use, and the
    host is number -1."""
    numbers = {row["number"]: i for i, row in enumerate(rows)}
    start = min(int(row["start"]) for row in rows)
    streams = list(dict.fromkeys(row["stream"] for row in rows if row["kind"] != "host waits"))
    return [{"kind": LETTERS[row["kind"]], "name": row["name"],
             "stream": -1 if row["kind"] == "host waits" else streams.index(row["stream"]),
             "start": int(row["start"]) - start, "end": int(row["end"]) - start,
             "after": [numbers[n] for n in row["after"].split() if n in numbers]} for row in rows]


def critical_path(all_operations):
    """A chain without gaps from step 0 to the end: each of these operations could not begin before the one before
    it was done, because it waits for it or for the copy engine that it has used."""
    def waits_for(i, by="event"):
        for before in all_operations[i]["after"]:
            kind = all_operations[before]["kind"]
            yield before, by
            if kind in ("record", "wait", "host"):
                yield from waits_for(before, "host" if kind == "host" else by)

    last = max(range(len(all_operations)), key=lambda i: (all_operations[i]["end"], -i))
    path = [{"operation": last, "because": ""}]
    while all_operations[last]["start"] > 0:
        now = all_operations[last]
        ends = [i for i, operation in enumerate(all_operations)
                if operation["end"] == now["start"] and operation["end"] > operation["start"]]
        reasons = dict(waits_for(last))
        before = next((i for i in ends if i in reasons), None)
        if before is None:
            before, because = next(i for i in ends if all_operations[i]["kind"] == now["kind"]), "engine"
        else:
            because = "stream" if all_operations[before]["stream"] == now["stream"] else reasons[before]
        path[-1]["because"] = because
        path.append({"operation": before, "because": ""})
        last = before
    return path[::-1]


def work(rows):
    """The parts of a timeline: what the program does at a time, between synchronizations and the memsets that
    overwrite what is there."""
    parts = [[]]
    for row in rows:
        ends = row["kind"] == "memset" or row["name"] in ("cudaDeviceSynchronize", "cudaStreamSynchronize")
        if not ends:
            parts[-1].append(row)
        elif parts[-1]:
            parts.append([])
    return parts


def streams(programs):
    data, runs = {}, {}
    for segments in (2, 4, 8):
        for count in (1, 2, 3, 4):
            run = Run(programs, "overlap_transfers", "--segments", segments, "--streams", count)
            runs[f"{segments}-{count}"] = run
            parts = work(run.timeline)
            # Before these come three parts alone, both copies at once, all at once, and one stream.
            names = {"depth": 6, "breadth": 7, "pageable": 9}
            for name, place in names.items():
                done = operations(parts[place])
                seen = {}
                for operation in done:  # segment s is in stream s % count
                    if operation["kind"] == "host":
                        continue
                    nth = seen.setdefault((operation["stream"], operation["kind"]), [])
                    operation["segment"] = len(nth) * count + operation["stream"]
                    nth.append(operation)
                data[f"{name}-{segments}-{count}"] = {"operations": done, "path": critical_path(done)}
    run = runs["events"] = Run(programs, "stream_dependencies")
    names = ("fill", "double_each", "square_each", "subtract")
    rows = next(part for part in work(run.timeline) if any(row["name"] == "fill" for row in part))
    done = operations(rows)
    assert [each["name"] for each in done if each["kind"] == "kernel"] == list(names), done
    data["events"] = {"operations": done, "path": critical_path(done),
                      "streams": list(dict.fromkeys(int(row["stream"]) for row in rows))}
    return data, runs


# ---- clusters: chapter 11 -------------------------------------------------------------------------

def stages_of(launch):
    """A launch of one cluster: in each stage every block makes one request, as often as it has warps, or all meet."""
    size = launch["cluster"][0]
    stages = []
    for steps in phases(launch):
        kinds = {}
        for step in steps:
            if step.get("access", "").startswith(("shared", "cluster")):
                kinds.setdefault((step["rank"], step["warp"]), []).append(step)
        for k in range(max(map(len, kinds.values()), default=0)):
            moves, requests, sectors = {}, 0, 0
            for (rank, _), made in sorted(kinds.items()):
                step = made[k]
                space, op = step["access"].split()
                owners = set(step.get("owners", [rank]))
                (owner,) = owners
                moves[rank] = {"rank": rank, "owner": owner, "op": op}
                requests += 1
                sectors += step["units"] if space == "cluster" else 0
            assert len(moves) == size
            stages.append({"moves": [moves[rank] for rank in range(size)], "requests": requests, "sectors": sectors})
        barriers = {step["barrier"] for step in steps if "barrier" in step}
        (barrier,) = barriers
        held = {step["rank"]: step["shared"].get("tile", {}).get("0") for step in steps if "barrier" in step}
        tiles = [None if held[rank] is None else (held[rank] ^ 1 << 31) - (1 << 31) for rank in range(size)]
        if barrier == "cluster":
            stages.append({"sync": 1, "tiles": tiles})
    return stages


def cluster(programs):
    data, runs = {}, {}
    for size in (2, 4, 8):
        run = runs[size] = Run(programs, "distributed_shared_memory", "--cluster", size, "--size", 256 * size)
        for launch in run.launches:
            data[f"{kernel_of(launch)}-{size}"] = stages_of(launch)
    return data, runs


MAKERS = {"reduction": reduction, "scan": scan, "shuffle": shuffle, "streams": streams, "cluster": cluster}


def write(folder, name, data):
    lines = [f" {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in data.items()]
    (folder / f"trace_{name}.js").write_text(
        f"// Written by traces.py from runs on the CPU backend.\nLive.trace('{name}', {{\n" + ",\n".join(lines) + "\n});\n")


def main():
    programs, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MAKERS.items():
        write(folder, name, make(programs)[0])


if __name__ == "__main__":
    main()

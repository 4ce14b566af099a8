#!/usr/bin/env bash
# usage: trace_test.sh PROGRAM
# SIMT_TRACE writes what the first cluster of each launch did, the same every time, as JSON.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# Without the folders of the lines.
read -r -d '' expected <<'TRACE'
{"launches": [
{"kernel": "exchange", "line": "trace_program.cu:33", "grid": [4, 1, 1], "block": [4, 1, 1], "cluster": [2, 1, 1],
 "steps": [
  {"rank": 0, "phase": 0, "warp": 0, "access": "global load", "line": "trace_program.cu:13", "bytes": 4, "memory": "in", "lanes": [0, 1, 2, 3], "offsets": [0, 4, 8, 12], "start": 4, "units": 1},
  {"rank": 0, "phase": 0, "warp": 0, "access": "shared store", "line": "trace_program.cu:13", "bytes": 4, "memory": "tile", "lanes": [0, 1, 2, 3], "offsets": [0, 64, 128, 192], "start": 0, "units": 2, "least": 1},
  {"rank": 0, "phase": 0, "barrier": "block", "shared": {"tile": {"0": 10, "64": 11, "128": 12, "192": 13}}},
  {"rank": 0, "phase": 1, "warp": 0, "access": "shared load", "line": "trace_program.cu:15", "bytes": 4, "memory": "tile", "lanes": [0, 1, 2, 3], "offsets": [0, 64, 128, 192], "start": 0, "units": 2, "least": 1},
  {"rank": 0, "phase": 1, "warp": 0, "shuffle": "down", "line": "trace_program.cu:15", "lanes": [0, 1, 2, 3], "sources": [1, 1, 3, 3], "given": [10, 11, 12, 13], "got": [11, 11, 13, 13]},
  {"rank": 1, "phase": 0, "warp": 0, "access": "global load", "line": "trace_program.cu:13", "bytes": 4, "memory": "in", "lanes": [0, 1, 2, 3], "offsets": [16, 20, 24, 28], "start": 4, "units": 2},
  {"rank": 1, "phase": 0, "warp": 0, "access": "shared store", "line": "trace_program.cu:13", "bytes": 4, "memory": "tile", "lanes": [0, 1, 2, 3], "offsets": [0, 64, 128, 192], "start": 0, "units": 2, "least": 1},
  {"rank": 1, "phase": 0, "barrier": "block", "shared": {"tile": {"0": 20, "64": 21, "128": 22, "192": 23}}},
  {"rank": 1, "phase": 1, "warp": 0, "access": "shared load", "line": "trace_program.cu:15", "bytes": 4, "memory": "tile", "lanes": [0, 1, 2, 3], "offsets": [0, 64, 128, 192], "start": 0, "units": 2, "least": 1},
  {"rank": 1, "phase": 1, "warp": 0, "shuffle": "down", "line": "trace_program.cu:15", "lanes": [0, 1, 2, 3], "sources": [1, 1, 3, 3], "given": [20, 21, 22, 23], "got": [21, 21, 23, 23]},
  {"rank": 0, "phase": 1, "barrier": "cluster", "shared": {"tile": {"0": 10, "64": 11, "128": 12, "192": 13}}},
  {"rank": 1, "phase": 1, "barrier": "cluster", "shared": {"tile": {"0": 20, "64": 21, "128": 22, "192": 23}}},
  {"rank": 1, "phase": 2, "warp": 0, "access": "cluster load", "line": "trace_program.cu:17", "bytes": 4, "memory": "tile", "owners": [0], "lanes": [1], "offsets": [128], "start": 0, "units": 1},
  {"rank": 1, "phase": 2, "warp": 0, "access": "global store", "line": "trace_program.cu:17", "bytes": 4, "memory": "out", "lanes": [1], "offsets": [4], "start": 0, "units": 1},
  {"rank": 0, "phase": 2, "warp": 0, "access": "cluster load", "line": "trace_program.cu:17", "bytes": 4, "memory": "tile", "owners": [1], "lanes": [1], "offsets": [128], "start": 0, "units": 1},
  {"rank": 0, "phase": 2, "warp": 0, "access": "global store", "line": "trace_program.cu:17", "bytes": 4, "memory": "out", "lanes": [1], "offsets": [0], "start": 0, "units": 1},
  {"rank": 0, "phase": 2, "barrier": "cluster", "shared": {"tile": {"0": 10, "64": 11, "128": 12, "192": 13}}},
  {"rank": 1, "phase": 2, "barrier": "cluster", "shared": {"tile": {"0": 20, "64": 21, "128": 22, "192": 23}}},
  {"rank": 0, "phase": 3, "barrier": "end", "shared": {"tile": {"0": 10, "64": 11, "128": 12, "192": 13}}},
  {"rank": 1, "phase": 3, "barrier": "end", "shared": {"tile": {"0": 20, "64": 21, "128": 22, "192": 23}}}]},
{"kernel": "empty", "line": "trace_program.cu:34", "grid": [1, 1, 1], "block": [1, 1, 1], "cluster": [1, 1, 1],
 "steps": [
  {"rank": 0, "phase": 0, "barrier": "end", "shared": {}}]},
{"kernel": "meet", "line": "trace_program.cu:35", "grid": [1, 1, 1], "block": [128, 1, 1], "cluster": [1, 1, 1],
 "steps": [
  {"rank": 0, "phase": 0, "barrier": "block", "shared": {}},
  {"rank": 0, "phase": 1, "barrier": "part", "shared": {}},
  {"rank": 0, "phase": 2, "barrier": "part", "shared": {}},
  {"rank": 0, "phase": 3, "barrier": "end", "shared": {}}]}
]}
TRACE

for workers in 1 2 5; do
  SIMT_TRACE="$folder/trace.json" SIMT_WORKERS=$workers "$program" >"$folder/output" || failures=1
  trace=$(sed 's|"line": "[^"]*/|"line": "|' "$folder/trace.json")
  if [[ $trace != "$expected" ]]; then
    echo "the trace with $workers workers:"
    diff <(echo "$expected") <(echo "$trace")
    failures=1
  fi
done
# 1 gets 11 from itself: 0 and 1 are a piece of their own, and 1 its last.
[[ $(<"$folder/output") == "33 33 73 73" ]] || { echo "printed: $(<"$folder/output")"; failures=1; }
# The file is complete after each launch: it can be read in a program that fails later.
tail -c 4 "$folder/trace.json" | cmp -s - <(printf '\n]}\n') || { echo "the file does not end well"; failures=1; }
exit "$failures"

#!/usr/bin/env bash
# usage: report_order_test.sh PROGRAM
# Reports, and what kernels print, come in the order in which launches were issued.
set -u
file=$(mktemp --suffix=.csv)
trap 'rm -f "$file"' EXIT

expect() { [[ $1 == "$2" ]] || { echo "$3: $1"; exit 1; }; }

for _ in 1 2 3 4 5; do
  text=$(SIMT_REPORT="$file" "$1") || exit 1
  expect "$(cut -d, -f1 "$file" | tail -n +2 | tr '\n' ' ')" "first low high node node " "rows"
  expect "$text" $'first\nlow\nhigh' "output"
  text=$(SIMT_REPORT=text "$1" 2>&1 >/dev/null | grep -o '^simt: [a-z]*' | tr '\n' ' ')
  expect "$text" \
    "simt: first simt: low simt: high simt: node simt: node " "report"
done

# One column for all, whichever line has most digits.
columns=$(SIMT_REPORT=text "$1" 2>&1 >/dev/null | awk '/basic block/ { print index($0, "basic block") }' | sort -u)
expect "$(wc -l <<<"$columns")" 1 "columns of basic blocks"

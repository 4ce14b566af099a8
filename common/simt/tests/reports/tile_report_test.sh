#!/usr/bin/env bash
# usage: tile_report_test.sh PROGRAM
# The report of a tile kernel: what its tiles touch at least, and nothing about warps, with the same counts however many
# workers there are.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expected='simt: scale, grid (2,1,1) of tile blocks, launched at tile_report.cu:24
line access times elements each masked each at least bytes sectors
tile_report.cu:9 global load 2 1.00 0.00 2
tile_report.cu:10 tile load 2 50.00 14.00 400 13
tile_report.cu:11 tile store 2 50.00 14.00 400 13'
for workers in 1 3; do
  text=$(SIMT_WORKERS=$workers SIMT_REPORT=text "$program" 2>&1 >/dev/null) || exit 1
  diff <(echo "$expected") <(sed -n '/^simt: scale/,$p' <<<"$text" |
    sed -E 's, +, ,g; s,^ ,,; s,[^ ]*/(tile_report.cu),\1,g; s, $,,') || exit 1
done

SIMT_REPORT="$folder/report.csv" "$program" >/dev/null || exit 1
# The kernel of threads has nothing of tiles, and the one of tiles no share of active lanes.
for row in '^set,.*,[0-9]+\.[0-9]+,{15}$' '^scale,.*,0,,2,100,28,400,13,2,100,28,400,13,0,0,0,0,0$'; do
  grep -Eq "$row" "$folder/report.csv" || { echo "no row $row in"; cat "$folder/report.csv"; exit 1; }
done

#!/usr/bin/env bash
# usage: determinism_test.sh PROGRAM
# What a program prints and every counter of its launches are the same from run to run, with one
# worker or several.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() {
  local name=$1
  shift
  env "$@" SIMT_REPORT="$folder/$name.csv" "$program" >"$folder/$name.txt" 2>&1 ||
    { cat "$folder/$name.txt"; exit 1; }
}

program=$1
run first SIMT_WORKERS=1
run again SIMT_WORKERS=1
run two SIMT_WORKERS=2
run three SIMT_WORKERS=3
[[ $(wc -l <"$folder/first.csv") -gt 1 ]] || { echo "$program launched nothing"; exit 1; }
for other in again two three; do
  diff "$folder/first.csv" "$folder/$other.csv" && diff "$folder/first.txt" "$folder/$other.txt" ||
    exit 1
done

#!/usr/bin/env bash
# usage: check_picture.sh PROGRAM DRAWN COMMITTED [--update]
# Runs a program of the CPU backend with SIMT_PICTURE and compares the picture DRAWN with the
# committed one, so that no picture in a README outlives the code it was drawn from. A DRAWN that is no
# .svg names rows of the table that the program prints, `down 4/down 2`, and docs/pictures/rounds.awk
# draws what they say; timeline.svg and launches.svg are what the program draws with SIMT_TIMELINE and
# SIMT_LAUNCHES.
set -euo pipefail
program=$1 drawn=$2 committed=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [[ $drawn == timeline.svg ]]; then
  export SIMT_TIMELINE=$folder/timeline.svg
elif [[ $drawn == launches.svg ]]; then
  export SIMT_LAUNCHES=$folder/launches.svg
fi
SIMT_PICTURE=$folder "$program" >"$folder/output" || { cat "$folder/output"; exit 1; }
update="common/cmake/check_picture.sh $program '$drawn' $committed --update"
if [[ $drawn != *.svg ]]; then
  awk -v rounds="$drawn" -f "$(dirname "$0")/../../docs/pictures/rounds.awk" "$folder/output" \
    >"$folder/rounds.svg"
  drawn=rounds.svg
fi
if [[ ! -e $folder/$drawn ]]; then
  echo "$program draws no $drawn, only:"
  (cd "$folder" && ls ./*.svg)
  exit 1
fi
if [[ ${4-} == --update ]]; then
  cp "$folder/$drawn" "$committed"
elif ! diff "$folder/$drawn" "$committed"; then
  echo "to take the new picture: $update"
  exit 1
fi

#!/usr/bin/env bash
# usage: check_picture.sh PROGRAM DRAWN COMMITTED [--update]
# Runs a program of the CPU backend with SIMT_PICTURE and compares the picture DRAWN with the
# committed one, so that no picture in a README outlives the code it was drawn from.
set -euo pipefail
program=$1 drawn=$2 committed=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

SIMT_PICTURE=$folder "$program" >"$folder/output" || { cat "$folder/output"; exit 1; }
if [[ ! -e $folder/$drawn ]]; then
  echo "$program draws no $drawn, only:"
  (cd "$folder" && ls ./*.svg)
  exit 1
fi
if [[ ${4-} == --update ]]; then
  cp "$folder/$drawn" "$committed"
elif ! diff "$folder/$drawn" "$committed"; then
  echo "to take the new picture: common/cmake/check_picture.sh $program $drawn $committed --update"
  exit 1
fi

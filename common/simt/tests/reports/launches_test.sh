#!/usr/bin/env bash
# usage: launches_test.sh PROGRAM
# SIMT_LAUNCHES writes which kernels have launched which, as a tree and as a picture, the same every time.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

read -r -d '' expected <<'TREE'
root<<<4, 8>>>  by the host
├─ 4 × branch<<<1, 1>>>  fire and forget
│  ├─ leaf<<<1, 32>>>  null stream
│  └─ 2 × leaf<<<1, 32>>>  null stream, after the one before
├─ branch<<<2×2, 1>>>  null stream
│  ├─ 4 × leaf<<<1, 32>>>  null stream
│  └─ 4 × leaf<<<1, 32>>>  null stream, after the one before
├─ 4 × leaf<<<1, 1>>>  null stream, after the one before
├─ 3 × branch<<<2×2, 1>>>  null stream
│  └─ 4 × leaf<<<1, 32>>>  null stream
├─ leaf<<<1, 1>>>  tail launch, after all of the above
└─ leaf<<<1, 2>>>  tail launch, after the one before
2 × chain<<<1, 1>>>  by the host
└─ chain<<<1, 1>>>  null stream, 20 levels of it
TREE

for workers in 1 2 5; do
  SIMT_LAUNCHES="$folder/tree.txt" SIMT_WORKERS=$workers "$program" || failures=1
  [[ $(<"$folder/tree.txt") == "$expected" ]] ||
    { echo "the tree with $workers workers is"; cat "$folder/tree.txt"; failures=1; }
done
[[ $(SIMT_LAUNCHES=text "$program" 2>&1) == "$expected" ]] || { echo "another tree as text"; failures=1; }

# count WORDS: how often they stand in the picture
count() { grep -o -- "$1" "$folder/tree.svg" | wc -l; }
SIMT_LAUNCHES="$folder/tree.svg" "$program" || failures=1
cp "$folder/tree.svg" "$folder/first.svg"
SIMT_LAUNCHES="$folder/tree.svg" SIMT_WORKERS=1 "$program" || failures=1
cmp -s "$folder/first.svg" "$folder/tree.svg" ||
  { echo "the picture is not the same each time"; failures=1; }
for words in '>86 launches by kernels, 20 levels deep<' '>4 × branch&lt;&lt;&lt;1, 1&gt;&gt;&gt;<' \
  '>[^<]*launches_program.cu:18<'; do
  (($(count "$words") > 0)) || { echo "the picture lacks: $words"; failures=1; }
done
# Boxes, with one each in the legend; arrows to what waits, with one in the legend.
for kind in unused:3 used:10 way1:2 way2:3 edge:12 wait:6; do
  found=$(count "class=\"${kind%:*}\"")
  ((found == ${kind#*:})) || { echo "$found of class ${kind%:*}"; failures=1; }
done
# The first box lies under the title; an arrow stands 22 behind the left end of its box.
(($(count " y=\"48\"") == 1)) || { echo "no box under the title"; failures=1; }
for x in $(grep -o 'class="wait"[^>]* d="M[0-9]* [0-9]* V' "$folder/tree.svg" | sed 's/.*M//; s/ .*//'); do
  (($(count " x=\"$((x - 22))\"") > 0)) || { echo "the arrow at $x has no box"; failures=1; }
done
exit "$failures"

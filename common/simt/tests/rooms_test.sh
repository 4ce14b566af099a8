#!/usr/bin/env bash
# usage: rooms_test.sh SIMT
# The rooms of the CPU backend (SIMT/README.md has their table) include each other in one direction: a room
# includes itself and those above it. And no header includes itself by way of others.
set -euo pipefail
cd "$1"

mapfile -t rooms < <(sed -n '/^| room |/,/^$/s/^| `\([a-z_/]*\)\/` .*/\1/p' README.md)
((${#rooms[@]} > 10)) || { echo "README.md has no table of rooms"; exit 1; }
declare -A place
for i in "${!rooms[@]}"; do place[${rooms[i]}]=$i; done

faults=0
fault() { echo "$1"; faults=$((faults + 1)); }

while IFS= read -r file; do
  room=${file%/*}
  if [[ -z ${place[$room]:-} ]]; then
    fault "$file: the table has no room $room"
    continue
  fi
  while IFS= read -r included; do
    if [[ $included == ../* || ($included != */* && -e $room/$included) ]]; then
      fault "$file: include by the room's name: $included"
    elif [[ -e $included ]] && ((${place[${included%/*}]:-99} > ${place[$room]})); then
      fault "$file includes $included, which is in a room below"
    fi
  done < <(sed -n 's/^#include "\(.*\)"$/\1/p' "$file")
done < <(find . -path ./include -prune -o -path ./translate -prune -o -path ./simtcc -prune -o -path ./tests -prune -o \( -name '*.h' -o -name '*.cpp' \) -printf '%P\n')

while IFS= read -r line; do
  fault "include/ includes a room: $line"
done < <(grep -rnE "#include \"($(IFS='|'; echo "${rooms[*]%%/*}"))/" include || true)

# tsort takes pairs, and fails if they make a circle.
if ! find . \( -path ./translate -o -path ./simtcc -o -path ./tests \) -prune -o -name '*.h' -printf '%P\n' | while IFS= read -r file; do
  folder=$([[ $file == include/* ]] && echo include/ || echo)
  sed -n "s|^#include \"\(.*\)\"$|$file $folder\1|p" "$file"
done | tsort >/dev/null; then
  fault "headers include each other in a circle"
fi
((faults == 0))

#!/usr/bin/env bash
# usage: rooms_test.sh SIMT NM OBJECT...
# The rooms of the CPU backend (SIMT/README.md has their table) include and use each other in one direction: a room
# includes itself and those above it, and calls what is defined there. And no header includes itself by way of others.
# The files that README.md and tests/unit/mutations.md name are there.
set -euo pipefail
cd "$1"
nm=$2
shift 2

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
done < <(find . -path ./include -prune -o -path ./translate -prune -o -path ./simtcc -prune -o -path ./tests -prune -o -path ./wasm -prune -o \( -name '*.h' -o -name '*.cpp' \) -printf '%P\n')

while IFS= read -r line; do
  fault "include/ includes a room: $line"
done < <(grep -rnE "#include \"($(IFS='|'; echo "${rooms[*]%%/*}"))/" include || true)

# A function may be declared above the room that defines it: the compiled files tell who uses whom.
symbols=$("$nm" --demangle --print-file-name "$@")
while IFS= read -r line; do
  fault "$line"
done < <(awk -v rooms="${rooms[*]}" '
  BEGIN {
    for (i = split(rooms, room, " "); i > 0; --i) {
      place[room[i]] = i
      piece = room[i]
      gsub("/", "_", piece)
      folder_of["Unity/unity_" piece "_cxx.cxx"] = room[i]  # the files of a folder, compiled in one piece
    }
  }
  match($0, /\.o:[0-9a-f ]+ [TDBRU] /) {
    file = substr($0, 1, RSTART - 1)
    sub(/.*\.dir\/(\.\/)?/, "", file)
    kind = substr($0, RSTART + RLENGTH - 2, 1)
    symbol = substr($0, RSTART + RLENGTH)
    folder = file in folder_of ? folder_of[file] "/" : file
    sub(/\/[^\/]*$/, "", folder)
    ++files[folder]
    if (kind != "U") { home[symbol] = file; at[symbol] = place[folder] }
    else { ++uses; user[uses] = file; used[uses] = symbol; from[uses] = place[folder] }
  }
  END {
    for (i in place) if (!(i in files)) print "no compiled file of the room " i
    for (i = 1; i <= uses; ++i)
      if (used[i] in home && at[used[i]] > from[i])
        print user[i] " uses " used[i] ", which " home[used[i]] " defines in a room below"
  }' <<<"$symbols")

# tsort takes pairs, and fails if they make a circle.
if ! find . \( -path ./translate -o -path ./simtcc -o -path ./tests -o -path ./wasm \) -prune -o -name '*.h' -printf '%P\n' | while IFS= read -r file; do
  folder=$([[ $file == include/* ]] && echo include/ || echo)
  sed -n "s|^#include \"\(.*\)\"$|$file $folder\1|p" "$file"
done | tsort >/dev/null; then
  fault "headers include each other in a circle"
fi

# What the two pages say of a file is of no use when it is not there any more.
while IFS= read -r file; do
  [[ -e $file || -e tests/$file ]] || fault "README.md or tests/unit/mutations.md names $file, which is not there"
done < <({
  grep -oE '`[a-z0-9_/]+/[a-z0-9_]+\.(cpp|h)`' README.md | tr -d '`'
  grep -oE '[a-z0-9_/]+/[a-z0-9_]+\.(cpp|h)' tests/unit/mutations.md
} | sort -u)
((faults == 0))

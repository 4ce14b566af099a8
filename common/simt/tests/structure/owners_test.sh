#!/usr/bin/env bash
# usage: owners_test.sh NM LIBRARY README
# State of the runtime has an owner. README has a table of the variables that have none: LIBRARY has these, and no others.
set -euo pipefail

# Variables of the runtime, without constants, and without what compiler and C++ library add. `simt::` is left out; what
# only a file knows has its name in front, what only a function knows has the function's.
found=$("$1" --print-file-name --demangle --defined-only "$2" |
  sed -nE 's/^.*:([^:]+)\.o:[0-9a-f]+ [bBdDuV] /\1 /p' |
  grep -vE '^[^ ]+ (guard variable|vtable|typeinfo|DW\.ref|std::|C\.[0-9]|simt_end_of_|simt_program_sections)|::part<|[: ](k[A-Z]|_)\w*$' |
  sed -E 's/^([^ ]+) simt::\(anonymous namespace\)::/\1 \1::/; s/^[^ ]+ (simt::)?//; :again; s/\(([^()]|\(\))+\)/()/; t again' |
  sort -u)
expected=$(sed -n '/^| variable without an owner |/,/^$/p' "$3" | sed -nE 's/^\| ([^|]*`[^|]*) \|.*/\1/p' |
  grep -oE '`[^`]+`' | tr -d '`' | sort -u)
if grep -q '^unity_' <<<"$found"; then  # compiled in pieces: which file a variable is of, nobody knows
  found=$(sed -E 's/^\w+\.(cpp|cxx):://' <<<"$found" | sort -u)
  expected=$(sed -E 's/^\w+\.cpp:://' <<<"$expected" | sort -u)
fi
[[ -n $expected ]] || { echo "$3 has no table of variables without an owner"; exit 1; }
difference=$(diff <(echo "$expected") <(echo "$found")) && exit 0
echo "Variables in README's table (<) and in the library (>) that the other does not have:"
grep '^[<>]' <<<"$difference"
echo "advice  make it a part of the Process or the Device (base/owner.h), or of HostThread or Worker; or say in the table why not"
exit 1

#!/usr/bin/env bash
# usage: owners_test.sh NM LIBRARY README
# State of the runtime has an owner. README has a table of the variables that have none: LIBRARY has these, and no others.
set -euo pipefail

# Variables of the runtime by the last part of their names: without constants, and what compiler and C++ library add.
found=$("$1" --demangle --defined-only "$2" | sed -nE 's/^[0-9a-f]+ [bBdDuV] //p' |
  grep -vE '^(guard variable|vtable|typeinfo|DW\.ref|std::|simt_end_of_|simt_program_sections)|::part<|(^|::)(k[A-Z]|_)\w*$' |
  sed 's/.*:://' | sort -u)
expected=$(sed -n '/^| variable without an owner |/,/^$/p' "$3" | sed -nE 's/^\| ([^|]*`[^|]*) \|.*/\1/p' |
  grep -oE '`[^`]+`' | tr -d '`' | sort -u)
[[ -n $expected ]] || { echo "$3 has no table of variables without an owner"; exit 1; }
difference=$(diff <(echo "$expected") <(echo "$found")) && exit 0
echo "Variables in README's table (<) and in the library (>) that the other does not have:"
grep '^[<>]' <<<"$difference"
echo "advice  make it a part of the Process or the Device (base/owner.h), or of HostThread or Worker; or say in the table why not"
exit 1

#!/usr/bin/env bash
# usage: parts_test.sh NM LIBRARY OWNER_H
# An owner has room for every type of parts in LIBRARY, and for some more, since observers of a program's own may have
# parts, too: one too many ends the program when it is first asked for.
set -euo pipefail

limit=$(sed -nE 's/.* kMostParts = ([0-9]+);/\1/p' "$3")
[[ -n $limit ]] || { echo "$3 has no kMostParts"; exit 1; }

# Each type has a number of its own, a variable of Owner::part<T>(). Types that only a file knows may have the same name
# as those of another.
types=$("$1" --demangle --defined-only "$2" | sed -nE 's/^[0-9a-f]+ (\w simt::Owner::part<.*>\(\)::type)$/\1/p')
of_files=$(grep -c '^[bd] ' <<<"$types" || true)
of_all=$(grep '^[^bd] ' <<<"$types" | sort -u | wc -l || true)
((of_files > 0 && of_all > 0)) || { echo "$2 has no types of parts that this test could count"; exit 1; }

((of_files + of_all + 16 <= limit)) && exit 0
echo "$2 has $((of_files + of_all)) types of parts, and $3 room for $limit: raise kMostParts"
exit 1

#!/usr/bin/env bash
# In a class there is no solution, so checks take declarations from the stub: are they the same, but for exercises with
# OWN_DECLARATIONS or ONE_FILE? declarations_test.sh REPOSITORY SPLIT_CHECK
set -u
cd "$1" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0
for check in exercises/*/*/check.cu; do
  folder=${check%/check.cu} name=$(basename "${check%/check.cu}")
  chapter=$(basename "${folder%/*}")
  git show "HEAD:$folder/$name.cu" >"$work/stub.cu" 2>/dev/null || cp "$folder/$name.cu" "$work/stub.cu"
  "$2" --interface "$check" "solutions/$chapter/$name.cu" "$work/solution.h" || exit 1
  "$2" --interface "$check" "$work/stub.cu" "$work/stub.h" || exit 1
  is_own=0
  grep -q "^add_exercise($name .*\(OWN_DECLARATIONS\|ONE_FILE\)" "exercises/$chapter/CMakeLists.txt" && is_own=1
  cmp -s <(sed "s:$PWD/::" "$work/solution.h") <(sed "s:$PWD/::" "$work/stub.h") || ((is_own)) ||
    { echo "$folder: the stub declares something else than the solution: OWN_DECLARATIONS"; wrong=1; }
done
exit "$wrong"

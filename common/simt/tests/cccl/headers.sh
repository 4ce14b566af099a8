#!/usr/bin/env bash
# usage: headers.sh SIMTCC CCCL [JOBS]
#
# Compiles every public header of CCCL: alone, and after <cuda_runtime.h>, as C++17 with --extended-lambda and as C++20.
# Takes half an hour on two cores, so it is no part of CTest: `.ci/run matrix` calls it. Prints the headers that do not
# compile with their first error, then a count.
set -euo pipefail
SIMTCC=$(realpath "$1") && export SIMTCC
cccl=$2
jobs=${3:-$(nproc)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

compile() {
  local header=$1 name=${1//\//_}
  printf '#include <%s>\nint main() {}\n' "$header" >"$work/$name.alone.cu"
  printf '#include <cuda_runtime.h>\n#include <%s>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n' "$header" \
    >"$work/$name.after.cu"
  local way options
  for way in "alone -std=c++20" "after --extended-lambda"; do
    read -r way options <<<"$way"
    if "$SIMTCC" $options -c "$work/$name.$way.cu" -o "$work/$name.o" >"$work/$name.log" 2>&1; then
      echo passed
    else
      echo "failed: <$header> $way, $options: $(grep -m1 'error' "$work/$name.log" || true)"
    fi
  done
  rm -f "$work/$name".*
}
export -f compile

# What begins with __, and what is in detail/, is not for programs.
cd "$cccl"
{
  find cuda nv -type f -not -path '*/__*' -not -path '*/detail/*'
  find cub -name '*.cuh' -not -path '*/detail/*' -not -path '*/specializations/*' -not -path '*/dispatch/*' -not -path '*/agent/*'
  find thrust -name '*.h' -not -path '*/detail/*' -not -path '*/system/*'
} | sort >"$work/headers"
[[ -s $work/headers ]] || { echo "$cccl has no headers" >&2; exit 2; }
xargs -P "$jobs" -I HEADER bash -c 'compile HEADER' <"$work/headers" | tee "$work/results" | { grep -v '^passed$' || true; }

passed=$(grep -c '^passed$' "$work/results" || true) failed=$(grep -c '^failed' "$work/results" || true)
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))

#!/usr/bin/env bash
# Random programs mean under simtcc what they mean as C++, and use local memory where they say so.
#   meaning_test.sh SIMTCC WRITE_PROGRAMS FIRST_SEED PROGRAMS KERNELS
# A program that differs stays in the folder MEANING_KEEP, if that is set.
set -u -o pipefail

simtcc=$1
write_programs=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

fail() {
  printf 'FAILED: seed %s: %s\n' "$seed" "$*" >&2
  [[ -z ${MEANING_KEEP-} ]] || cp program.cu "$MEANING_KEEP/$seed.cu"
  ((++failures))
}

# Plain C++ for the host, then for the device: of each, what it runs.
plain() {
  g++ -x c++ -std=c++20 -O1 -fwrapv -w -DPLAIN program.cu -o host &&
    g++ -x c++ -std=c++20 -O1 -fwrapv -w -DPLAIN -D__CUDA_ARCH__=900 program.cu -o device &&
    timeout 20 ./host | grep '^host' >expected &&
    timeout 20 ./device | grep -v '^host' >>expected
}

# `uses KERNEL COUNT` for kernels that say how often they use local arrays.
uses_expected() { sed -nE 's/^uses ((counted|without)[0-9]+) /\1 /p' expected; }
uses_reported() {
  awk -F'"?,"?' 'NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    { gsub(/"|<.*/, "", $1) }
    $1 ~ /^(counted|without)/ { print $1, $column["local_load_requests"] + $column["local_store_requests"] }' \
    <(sed -E 's/"([^",]*), ([^",]*), ([^",]*)"/\1;\2;\3/g; s/<int, 3>//; s/^"([^"]*)"/\1/; s/^\(([^)]*)\)/\1/' report.csv)
}

failures=0
statements=0
for ((seed = $3; seed < $3 + $4; ++seed)); do
  "$write_programs" "$seed" "$5" >program.cu 2>written || exit 1
  read -r count _ <written
  ((statements += count))
  plain || { fail "it is no C++"; continue; }
  "$simtcc" -std=c++20 -w -Xcompiler -fwrapv program.cu -o program >messages 2>&1 || {
    fail "it does not compile: $(head -3 messages)"
    continue
  }
  rm -f report.csv
  SIMT_REPORT=report.csv timeout 60 ./program >output 2>messages || fail "it ends with $?: $(head -3 messages)"
  if ! diff <(sort expected | grep -v '^uses') <(sort output | grep -v '^uses') >difference; then
    fail "it means something else: $(head -4 difference | cut -c1-200)"
  elif ! diff <(uses_expected | sort) <(uses_reported | sort) >difference; then
    fail "other uses of local memory: $(head -4 difference)"
  fi
done
printf '%d programs, %d statements, %d differ\n' "$4" "$statements" "$failures"
((failures == 0))

#!/usr/bin/env bash
# usage: stream_order_test.sh PROGRAM...
# Reports of races between streams do not depend on what ran first: each program says the same every
# time, with one thread or many, in any order of the lanes.
set -u
failures=0
for program in "$@"; do
  expected=$(SIMT_CHECK_LEAKS=off "$program" 2>&1 >/dev/null)
  [[ $expected == "simt: race "* ]] || { echo "$program: $expected"; failures=1; }
  for workers in 1 2 3 7; do
    for order in forward reverse random; do
      report=$(SIMT_CHECK_LEAKS=off SIMT_WORKERS=$workers SIMT_ORDER=$order SIMT_SEED=$workers \
        "$program" 2>&1 >/dev/null)
      if [[ $report != "$expected" ]]; then
        printf '%s with %s workers, %s: expected\n%s\ngot\n%s\n' \
          "$program" "$workers" "$order" "$expected" "$report"
        failures=1
      fi
    done
  done
done
exit "$failures"

#!/usr/bin/env bash
# usage: schedule_test.sh PROGRAM
# Which thread runs when does not depend on what is checked: PROGRAM, whose threads poll, prints the same and has the same
# counters with a check on and off, in every order, and is stopped for the same reason.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
export SIMT_WORKERS=1

run() {
  env "$2" SIMT_REPORT="$folder/$1.csv" "$program" >"$folder/$1.txt" 2>&1 ||
    { echo "$2 SIMT_ORDER=$SIMT_ORDER: exit code $?"; cat "$folder/$1.txt"; exit 1; }
}

for order in forward reverse random; do
  export SIMT_ORDER=$order
  run all SIMT_CHECK_GLOBAL=on
  sed 's/^[a-z_]*://' "$folder/all.txt" | grep -q '[1-9]' || { echo "in $order order nobody has polled"; exit 1; }
  for check in SIMT_CHECK_GLOBAL SIMT_CHECK_SHARED SIMT_CHECK_INIT SIMT_CHECK_STREAMS; do
    run off "$check=off"
    if ! diff "$folder/all.txt" "$folder/off.txt" || ! diff "$folder/all.csv" "$folder/off.csv"; then
      echo "$check=off changes what happens in $order order"
      failures=$((failures + 1))
    fi
  done
done

# Which of the threads is named depends on the time.
for check in on off; do
  SIMT_ORDER=forward SIMT_TIMEOUT=0.3 SIMT_CHECK_GLOBAL=$check "$program" endless >"$folder/$check.txt" 2>&1
  echo "exit code $?" >>"$folder/$check.txt"
  sed -i '/^  by /d' "$folder/$check.txt"
done
grep -q 'exit code 4' "$folder/on.txt" || { echo "the endless loop was not stopped"; failures=$((failures + 1)); }
diff "$folder/on.txt" "$folder/off.txt" || failures=$((failures + 1))

exit $((failures > 0))

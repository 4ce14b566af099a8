#!/usr/bin/env bash
# Are results judged in a process that launches nothing as in the one that they come from? check_outside.sh SOLUTION STUB
# The results of the solution have to pass there, and those of a stub must not. A check that compares nothing there is
# fine: learn grade then relies on what it says itself.
set -u
results=$(mktemp)
trap 'rm "$results"' EXIT
export SIMT_TIMEOUT=30

judged() { # judged PROGRAM: what the other process says of its results
  : >"$results"
  EXERCISE_SENDS=$results timeout 120 "$1" >/dev/null 2>&1
  EXERCISE_JUDGES=$results timeout 120 "$2" 2>&1
}
said=$(judged "$1" "$2")
case $? in
  0) ;;
  77) echo "skipped: $said"; exit 77 ;;
  *) echo "the solution's results: $said"; exit 1 ;;
esac
"$2" >/dev/null 2>&1
[[ $? == 77 ]] || exit 0 # no stub any more
judged "$2" "$2" >/dev/null
[[ $? == 0 ]] || exit 0
echo "nothing was written, and that passes"
exit 1

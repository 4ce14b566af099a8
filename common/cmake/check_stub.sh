#!/usr/bin/env bash
# The check of an exercise as it came must say that it is not started (77). An exercise that somebody
# has begun tells nothing: skipped (77), as is one outside of git.
#
#   check_stub.sh FILE PROGRAM
set -u

base=HEAD
git rev-parse --quiet --verify '@{upstream}' >/dev/null 2>&1 && base='@{upstream}'
if ! git diff --quiet "$base" -- "$1"; then
  echo "$1 has been edited, or there is no git to tell"
  exit 77
fi
"$2"
status=$?
((status == 77)) && exit 0
echo "$1 is a stub, but its check ended with $status, not with 77" >&2
exit 1

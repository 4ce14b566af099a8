#!/usr/bin/env bash
# usage: first_programs.sh BUILD
#
# The first program of each chapter that the build has one of, as CHAPTER/NAME, a line each: what to take where one
# program of each chapter will do.
set -euo pipefail
[[ $# == 1 && -f $1/course.txt ]] || { sed -n '2s/^# //p' "$0" >&2 && exit 2; }
# What follows a program's name is the reason why this build does not have it.
awk -F '[ /]' '$1 == "program" && NF == 3 && !($2 in seen) { seen[$2]; print $2 "/" $3 }' "$1/course.txt"

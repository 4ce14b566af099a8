#!/usr/bin/env bash
# Runs a program that belongs to a file of the reader, built first. Of a build that fails it shows
# what the compiler said, and nothing else. Its exit code is the program's, or 1.
#
#   build_and_run.sh [--build FOLDER "TARGET..."] FILE PROGRAM [ARGUMENT]...
set -u -o pipefail

if [[ $1 == --build ]]; then
  folder=$2 targets=$3
  shift 3
  # shellcheck disable=SC2086  # several targets
  if ! output=$(cmake --build "$folder" --target $targets 2>&1); then
    # Ninja names the failed step in one line and repeats its command in the next.
    sed -E -e '/^FAILED: /{N;d' -e '}' -e '/^\[[0-9]+\/[0-9]+\] /d' -e '/^ninja: /d' \
      -e '/^g?make(\[[0-9]+\])?: /d' -e '/^\[ *[0-9]+%\] /d' <<<"$output" >&2
    echo "$1 does not compile" >&2
    exit 1
  fi
fi
shift
exec "$@"

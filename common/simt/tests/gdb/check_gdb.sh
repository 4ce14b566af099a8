#!/usr/bin/env bash
# usage: check_gdb.sh GDB SIMTCC PROGRAM
# Compiles PROGRAM.cu with -G, lets gdb do what PROGRAM.gdb says, with the command of common/simt/gdb/cuda.py,
# and compares what that and `print` say with PROGRAM.txt. 77: gdb may not look at processes here.
set -euo pipefail
gdb=$1 simtcc=$2 program=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$simtcc" -G "$program.cu" -o "$folder/program"
"$gdb" --batch --nx -x "$(dirname "$0")/../../gdb/cuda.py" -x "$program.gdb" "$folder/program" >"$folder/all" 2>&1 || true
if grep -qE 'ptrace|Operation not permitted.*\bprocess' "$folder/all"; then
  cat "$folder/all"
  exit 77
fi
grep -E '^(kernel|\$[0-9]+ =|the program|this is|.*Error)' "$folder/all" | grep -v 'in sourced command file' >"$folder/said" || true
diff "$program.txt" "$folder/said" || { cat "$folder/all"; exit 1; }

#!/usr/bin/env bash
# The conversions of 8-, 6- and 4-bit numbers are NVIDIA's, bit for bit:
#   conversions_test.sh PROGRAM SOURCE [NVCC]
# PROGRAM is SOURCE for the CPU backend, and writes what conversions.txt beside the source has. Where nvcc is given, so does
# what that makes of the source, which is all host code.
set -euo pipefail
diff "${2%.cu}.txt" <("$1")
if [[ -n ${3:-} ]]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  "$3" -std=c++17 -O1 -w "$2" -o "$folder/conversions"
  diff "${2%.cu}.txt" <("$folder/conversions")
fi

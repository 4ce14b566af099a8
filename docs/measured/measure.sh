#!/usr/bin/env bash
# usage: docs/measured/measure.sh [CHAPTER...]
#
# Runs the programs of the chapters (all of them if none is named) on this machine's GPU and writes
# what they print to docs/measured/<chapter>/<program>.txt, with the machine in the first line.
# Builds them first, in build-cuda.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cmake --preset cuda -DTUTORIAL_UNIT_TESTS=OFF
cmake --build build-cuda

gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
toolkit=$(grep -oE 'CMAKE_CUDA_COMPILER_VERSION "[^"]+' build-cuda/CMakeFiles/*/CMakeCUDACompiler.cmake |
  cut -d'"' -f2)

if [[ $# -eq 0 ]]; then
  set -- chapters/*/
fi
for chapter in "$@"; do
  chapter=$(basename "$chapter")
  mkdir -p "docs/measured/$chapter"
  for source in "chapters/$chapter"/*.cu; do
    program=$(basename "$source" .cu)
    output=docs/measured/$chapter/$program.txt
    echo "$chapter/$program"
    {
      echo "$ build-cuda/bin/$program      # ${gpu/, /, driver }, nvcc $toolkit"
      build-cuda/bin/"$program" 2>&1
    } >"$output.new" || {
      cat "$output.new"
      echo "$program failed; $output is as it was"
      rm "$output.new"
      exit 1
    }
    mv "$output.new" "$output"
  done
done

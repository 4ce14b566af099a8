#!/usr/bin/env bash
# usage: docs/measured/measure.sh [CHAPTER...]
#
# Runs the programs of the chapters (all of them if none is named) on this machine's GPU and writes
# what they print to docs/measured/<chapter>/<program>.txt, with the machine in the first line.
# Builds them first, in build-cuda. What ptxas says of local_memory's kernels, registers and spills,
# goes to local_memory.ptxas.txt; how many loads and stores the machine code of stencil_read_only's
# kernels has goes to stencil_read_only.sass.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cmake --preset cuda
cmake --build build-cuda

# What nvcc says when it compiles a program: registers, stack and spills of every kernel.
ptxas_report() {
  local command="nvcc -std=c++20 -arch=$1 -I common -Xptxas -v -cubin -o /dev/null $2"
  echo "$ $command      # nvcc $toolkit"
  $command 2>&1 | c++filt | grep -v 'gmem\|Compile time'
}

# The loads and stores of global memory in a program's machine code, of every kind, for every kernel.
sass_report() {
  echo "$ cuobjdump -sass $1      # nvcc $toolkit"
  cuobjdump -sass "$1" | awk '
    /Function :/ { kernel = $3 }
    match($0, /(LDG|STG)[.A-Z0-9]*/) { ++count[kernel " " substr($0, RSTART, RLENGTH)] }
    END { for (i in count) print i, count[i] }' | c++filt | sort
}

gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
toolkit=$(grep -oE 'CMAKE_CUDA_COMPILER_VERSION "[^"]+' build-cuda/CMakeFiles/*/CMakeCUDACompiler.cmake |
  cut -d'"' -f2)
arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)

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
    if [[ $program == local_memory ]]; then
      ptxas_report "$arch" "$source" >"${output%.txt}.ptxas.txt"
    elif [[ $program == stencil_read_only ]]; then
      sass_report "build-cuda/bin/$program" >"${output%.txt}.sass.txt"
    fi
  done
done

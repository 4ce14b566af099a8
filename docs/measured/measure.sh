#!/usr/bin/env bash
# usage: docs/measured/measure.sh [CHAPTER...]
#
# Runs the programs of the chapters (all of them if none is named) on this machine's GPU and writes
# what they print to docs/measured/<chapter>/<program>.txt, with the machine in the first line; of chapter 17, which
# is measured on two GPUs and on more, to <program>.<GPUs>.txt if there are more than two.
# Builds their chapters first, in build-cuda. The file of a program that fails, or takes longer than MEASURE_TIMEOUT
# seconds (60), stays as it was; the last line names these programs, and the exit code is 1. For some programs
# there is more beside it: what ptxas says of the kernels, registers and spills (.ptxas.txt), how often some
# instructions are in their machine code (.sass.txt), what the program prints when it shows a mistake
# (.broken.txt), what the GPU did and when (.activity.csv), and to which pages of managed memory (.pages.csv).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if [[ $# -eq 0 ]]; then
  # shellcheck disable=SC2046  # several chapters
  set -- $(sed -nE 's/^add_subdirectory\(([0-9]+_\w+)\)$/\1/p' chapters/CMakeLists.txt)
else
  set -- "${@%/}"
  set -- "${@##*/}"
fi
cmake --preset cuda
cmake --build build-cuda --target "$@"

# What nvcc says when it compiles a program: registers, stack and spills of every kernel.
ptxas_report() {
  local command="nvcc -std=c++20 -arch=$1 -I common -Xptxas -v -cubin -o /dev/null $2"
  echo "$ $command      # nvcc $toolkit"
  $command 2>&1 | c++filt | grep -v 'gmem\|Compile time'
}

# How often the instructions whose names match a pattern are in a program's machine code: each form
# of them, in every kernel.
sass_report() {
  echo "$ cuobjdump -sass $1      # nvcc $toolkit"
  cuobjdump -sass "$1" | awk -v pattern="[ \t]($2)[.A-Z0-9]*" '
    /Function :/ { kernel = $3 }
    /^[ \t]+\/\*[0-9a-f]+\*\// && match($0, pattern) { ++count[kernel " " substr($0, RSTART + 1, RLENGTH - 1)] }
    END { for (i in count) print i, count[i] }' | c++filt | sort
}

# What CUPTI tells of a run: record ACTIVITY|ACTIVITY_PAGES FILE PROGRAM [ARGUMENT]...
record() {
  local what=$1 file=$2 cuda
  shift 2
  if [[ ! -e build-cuda/libactivity.so ]]; then
    cuda=$(dirname "$(dirname "$(command -v nvcc)")")
    g++ -std=c++17 -O1 -shared -fPIC -o build-cuda/libactivity.so docs/measured/activity.cpp \
      -I"$cuda/include" -I"$cuda/extras/CUPTI/include" -L"$cuda/lib64" \
      -L"$cuda/extras/CUPTI/lib64" \
      -Wl,-rpath,"$cuda/lib64:$cuda/extras/CUPTI/lib64" -lcupti
  fi
  env CUDA_INJECTION64_PATH="$PWD/build-cuda/libactivity.so" "$what=$file" "$@" >/dev/null
}

# A run in a file of its own: beside SUFFIX ARGUMENT... Some show a mistake, and fail.
beside() {
  local suffix=$1
  shift
  { echo "$ $binary $*$run_on"; timeout 60 "$binary" "$@" 2>&1 || echo "exit $?"; } >"${output%.txt}.$suffix.txt"
}

# Further runs of a program, below the first in the same file: also ARGUMENTS...
also() {
  for arguments in "$@"; do
    # shellcheck disable=SC2086  # several arguments
    { echo; echo "$ $binary $arguments$run_on"; "$binary" $arguments; } >>"$output"
  done
}

# The program with other matrices, in a file of its own: sizes NAME
sizes() {
  local output=docs/measured/$chapter/sizes_$1.txt
  : >"$output"
  also '--size 512' '--size 1024' '--size 2048' '--size 4096' '--size 4097' \
    '--size 256 --columns 8192 --depth 8192' '--size 8192 --columns 256 --depth 8192'
  sed -i 1d "$output"  # a blank line
}

gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
toolkit=$(grep -oE 'CMAKE_CUDA_COMPILER_VERSION "[^"]+' build-cuda/CMakeFiles/*/CMakeCUDACompiler.cmake |
  cut -d'"' -f2)
devices=$(nvidia-smi --list-gpus | wc -l)
arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)

most=${MEASURE_TIMEOUT:-60}  # seconds for a program
failed=
for chapter in "$@"; do
  if [[ $chapter == 17_* ]] && ((devices < 2)); then
    echo "$chapter: this machine has one GPU; its tables are as they were"
    continue
  fi
  ending=txt
  [[ $chapter == 17_* ]] && ((devices > 2)) && ending=$devices.txt
  mkdir -p "docs/measured/$chapter"
  for source in "chapters/$chapter"/*.cu; do
    program=$(basename "$source" .cu)
    binary=build-cuda/bin/$program
    output=docs/measured/$chapter/$program.$ending
    run_on="      # ${gpu/, /, driver }, nvcc $toolkit"
    [[ $chapter == 17_* ]] && run_on=${run_on/\# /# $devices × }
    case $program in
      product_split_k) arguments=" --size 256 --depth 131072" ;;
      product_*) arguments=" --size 8192" ;;
      attention_naive | attention_online | attention_mma | attention_wgmma) arguments=" --size 4096" ;;
      halo_exchange) arguments=" --size 16384" ;;
      halo_over_mpi)
        binary="mpirun --allow-run-as-root --oversubscribe -n $devices $binary"
        arguments=" --size 16384"
        ;;
      *) arguments= ;;
    esac
    echo "$chapter/$program"
    {
      echo "$ $binary$arguments$run_on"
      # shellcheck disable=SC2086  # several arguments
      timeout "$most" $binary $arguments 2>&1
    } >"$output.new" || {
      why=$([[ $? -eq 124 ]] && echo "takes more than $most s" || echo failed)
      cat "$output.new"
      echo "$program: $why; $output is as it was"
      rm "$output.new"
      failed+=" $program ($why)"
      continue
    }
    mv "$output.new" "$output"
    sass=${output%.txt}.sass.txt
    case $program in
      frame_kernels | local_memory | register_spills) ptxas_report "$arch" "$source" >"${output%.txt}.ptxas.txt" ;;
      active_mask)
        sass_report "$binary" 'VOTEU?|BSYNC|REDUX' >"$sass"
        beside broken --broken 1
        ;;
      check_macro) beside 1025 1025 ;;
      launch_errors) beside fail --fail 1 ;;
      memory_fences | reduce_ladder_shared | reduce_single_pass) beside broken --broken 1 ;;
      parent_child_memory)
        for mistake in 1 2 3 4 5; do beside "broken$mistake" --broken $mistake; done
        ;;
      nested_hello) beside links30000 --links 30000 ;;
      launch_cost) also '--launches 10000' ;;
      adaptive_mandelbrot | mandelbrot_queue)
        for tile in 64 128 256 1024; do beside "tile$tile" --tile $tile; done
        beside 16384 --size 16384
        ;;
      cluster_reduction) also '--rows 16' '--rows 8' '--rows 4' ;;
      distributed_shared_memory) also '--cluster 2' '--cluster 8' '--cluster 16' ;;
      remote_access | remote_copies | remote_latency) also '--cluster 2' '--cluster 8' '--cluster 16' ;;
      cluster_stencil) also '--size 30' '--size 32' ;;
      tiled_partition) sass_report "$binary" 'MATCH|REDUX|VOTEU?|SHFL|WARPSYNC' >"$sass" ;;
      constant_access) sass_report "$binary" 'U?LDC|LDS|LDG|FADD' >"$sass" ;;
      kernel_parameters) sass_report "$binary" 'U?LDC|LDG?|STL|FFMA' >"$sass" ;;
      stencil_read_only) sass_report "$binary" 'LDG|STG' >"$sass" ;;
      frame_pipeline)
        for rung in 0 2 8; do
          record ACTIVITY "${output%.txt}.rung$rung.csv" "$binary" --rung $rung --frames 6
        done
        ;;
      overlap_transfers)
        record ACTIVITY "${output%.txt}.activity.csv" "$binary" --segments 8 --size 2^24
        ;;
      stream_dependencies) record ACTIVITY "${output%.txt}.activity.csv" "$binary" ;;
      managed_vector_add | prefetch_and_advise)
        record ACTIVITY_PAGES "${output%.txt}.pages.csv" "$binary" --size 2^24
        ;;
      ring_all_reduce) also '--size 2^14' '--size 2^16' '--size 2^18' '--size 2^20' '--size 2^22' '--size 2^24' ;;
      peer_copy) also '--size 2^28' ;;
      ping_pong) record ACTIVITY_PAGES "${output%.txt}.pages.csv" "$binary" --size 20 ;;
      product_pipeline | product_mma | product_wgmma) sizes "${program#product_}" ;;
      assert_and_printf)
        beside printf --how 1
        beside assert --how 2
        ;;
      case_misaligned)
        for blocking in 0 1; do
          echo "$ CUDA_LAUNCH_BLOCKING=$blocking $binary --broken 1$run_on"
          CUDA_LAUNCH_BLOCKING=$blocking timeout 60 "$binary" --broken 1 2>&1 || echo "exit $?"
        done >"${output%.txt}.blocking.txt"
        ;;
      convolution_2d) sass_report "$binary" '[A-Z][A-Z0-9]+' >"$sass" ;;
    esac
  done
  if [[ $chapter == 12_* ]]; then  # what each tool says of the cases
    python3 docs/measured/which_tool.py gpu build-cuda/bin "docs/measured/$chapter" || failed+=" which_tool.py"
  fi
  if [[ $chapter == 17_* ]]; then  # loads and stores over the link
    nvcc -std=c++20 -arch="$arch" -o build-cuda/peer_link docs/measured/peer_link.cu
    {
      echo "$ build-cuda/peer_link$run_on"
      build-cuda/peer_link
    } >"docs/measured/$chapter/peer_link.$ending" || failed+=" peer_link"
  fi
  if [[ $chapter == 16_* ]] && python3 -c 'import torch' 2>/dev/null; then
    {
      echo "$ docs/measured/beside_pytorch.py build-cuda/bin$run_on"
      python3 docs/measured/beside_pytorch.py build-cuda/bin
    } >"docs/measured/$chapter/beside_pytorch.txt" || failed+=" beside_pytorch.py"
  fi
  if [[ $chapter == 14_* ]]; then  # how busy each unit is
    cmake --preset count
    # shellcheck disable=SC2046  # several programs
    cmake --build build-count --target $(basename -s .cu "chapters/$chapter"/product_*.cu)
    {
      echo "$ docs/measured/limits.py build-count/bin$run_on"
      python3 docs/measured/limits.py build-count/bin
    } >"docs/measured/$chapter/limits.ncu.txt" || failed+=" limits.py"
  fi
done
if [[ -n $failed ]]; then
  echo "Failed:$failed"
  exit 1
fi

#!/usr/bin/env bash
# usage: tour.sh BUILD cpu|cuda
# The guided tour: runs three programs of BUILD/bin, shows the lines of their output that the text is about,
# and says where to go on.
set -u -o pipefail
build=$1 backend=$2
name=${build#"$PWD"/}

# show PROGRAM [BEGINNING]... : runs it and prints the lines of its output that begin so (patterns; all of
# them without one). A row's name ends where two spaces follow.
show() {
  local program=$1 output line beginning status=0 found=0
  shift
  output=$("$build/bin/$program" 2>&1) || status=$?
  if ((status != 0)); then
    printf '%s\n%s/bin/%s ended with exit code %d\n' "$output" "$name" "$program" "$status"
    exit 1
  fi
  (($# == 0)) && printf '%s\n' "$output"
  while (($# > 0)) && IFS= read -r line; do
    for beginning in "$@"; do
      # shellcheck disable=SC2053  # a pattern
      if [[ $line == $beginning || $line == $beginning"  "* ]]; then
        printf '%s\n' "$line"
        found=$((found + 1))
        break
      fi
    done
  done <<<"$output"
  if ((found < $#)); then
    echo "$name/bin/$program printed only $found of the $# lines that the tour shows"
    exit 1
  fi
}

if [[ $backend == cpu ]]; then
  echo "Three programs, run without a GPU: the tables count what a GPU would do and have no times."
else
  echo "Three programs, run on your GPU: the tables have its times and counters."
fi

echo
echo "1. A kernel is a function that many threads run. Here each draws one character ($name/bin/triangle):"
show triangle
echo "All 512 ran the same lines; the numbers of block and thread told them apart: chapter 01."

echo
echo "2. Two kernels add matrices; in the second, two indices are swapped ($name/bin/matrix_add):"
show matrix_add 'Adding matrices*' variant '2D grid, 2D block' '2D grid, 2D block, x down the rows'
echo "Memory delivers sectors of 32 bytes, and the second kernel uses an eighth of each: chapters 01, 03."

echo
echo "3. Data goes to the GPU and back in pieces, through one queue or three ($name/bin/overlap_transfers):"
show overlap_transfers 'moving *' 'pinned, segments, one stream' 'pinned, * segments, 3 streams, depth first'
if [[ $backend == cpu ]]; then
  echo "A step is the time to copy or use 64 KiB. With three of these queues (streams), copies and kernels"
  echo "overlap, which takes half the steps: chapter 08."
else
  echo "With three of these queues (streams), copies and kernels overlap and end earlier: chapter 08."
fi

echo
echo "Next: read docs/pages/why_a_gpu.md (ten minutes), then chapters/01_thread_hierarchy/README.md."
echo "      $name/bin/learn run vector_add builds and runs a program of a chapter; without a name it lists them."
echo "      $name/bin/learn says where you are in the course, and which exercise is next."

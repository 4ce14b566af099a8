#!/usr/bin/env bash
# usage: common/tests/aarch64/run.sh [BUILD]
#
# Cross-builds the CPU backend for AArch64 in build-aarch64 and runs a part of its tests under qemu:
# unit tests, programs that must be caught, and the first program of each chapter, whose tables and
# counters must be those of the native BUILD (build-check). Needs
#   sudo apt-get install -y g++-aarch64-linux-gnu googletest
#   sudo apt-get install -y -t bookworm-backports qemu-user
# because QEMU 7.2, Debian 12's own, does not map memory at the fixed addresses that the backend asks
# for; 10.0 does. QEMU=/path/to/qemu-aarch64 names another one.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
native=${1:-build-check}
arm=build-aarch64
googletest=/usr/src/googletest/googletest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# (Not `failures`: its death tests execute themselves again, which needs an emulator that the kernel knows.)
unit_tests=(block warp atomics groups cluster barrier_object dynamic_parallelism streams race_free
  local_memory kernel_cluster launch math pipeline tiles mma)
caught=(global_out_of_bounds race_two_writers deadlock stack_overflow endless_loop null_pointer
  tile_store_past_end peer_load_without_access)
programs=$(common/tools/first_programs.sh "$native") || exit 1

export QEMU=${QEMU:-qemu-aarch64}
export SIMT_TIMEOUT=600  # an emulator is slow, and no sign of a loop
export SIMT_DEVICES=2    # programs for one device take the first
emulator=("$QEMU" -L /usr/aarch64-linux-gnu)
simtcc() { "${emulator[@]}" "$arm/bin/simtcc" -std=c++20 --enable-tile -rdc=true -I common "$@"; }

[[ $("$QEMU" --version) =~ version\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 10)) ||
  { echo "needs QEMU 10 or newer" >&2 && exit 2; }

passed=0 failed=0
# Counts the last command's exit code, for the test $1.
count() {
  local status=$?
  if ((status == 0)); then
    ((++passed))
    echo "passed: $1"
  else
    ((++failed))
    echo "FAILED: $1 (exit code $status)"
  fi
}

cmake -B "$arm" -G Ninja --toolchain common/tests/aarch64/toolchain.cmake -DTUTORIAL_BACKEND=cpu \
  -DCMAKE_BUILD_TYPE=Release && cmake --build "$arm" --target simtcc || exit 1
aarch64-linux-gnu-g++ -O1 -std=c++17 -I"$googletest" -I"$googletest/include" \
  -c "$googletest/src/gtest-all.cc" -o "$arm/gtest.o" || exit 1
simtcc -c -I "$googletest/include" common/simt/tests/device/device_test_main.cpp -o "$arm/main.o" || exit 1

for name in "${unit_tests[@]}"; do
  simtcc -I "$googletest/include" common/simt/tests/device/*/"${name}_test.cu" "$arm/main.o" "$arm/gtest.o" \
    -o "$work/test" && "${emulator[@]}" "$work/test" >"$work/output" 2>&1 ||
    { tail -50 "$work/output" && false; }
  count "simt.$name"
done

simtcc -c common/simt/tests/wrong_strings.cu -o "$work/strings.o"
for name in "${caught[@]}"; do
  source=$(echo common/simt/tests/wrong/*/"$name.cu")
  simtcc "$source" "$work/strings.o" -o "$work/wrong" &&
    "$native/check_report" "$work/wrong" "$source" "${emulator[@]}"
  count "simt.wrong.$name"
done

# (ping_pong's `answer` waits for the host: how often it looks is a matter of time.)
counters() { grep -v '^answer,' "$work/$1.csv"; }
for program in $programs; do
  simtcc "chapters/$program.cu" -o "$work/program" &&
    SIMT_REPORT=$work/arm.csv "${emulator[@]}" "$work/program" >"$work/arm.txt" &&
    SIMT_REPORT=$work/native.csv "$native/bin/${program#*/}" >"$work/native.txt" &&
    diff "$work/native.txt" "$work/arm.txt" && diff <(counters native) <(counters arm)
  count "$program"
done

echo "$passed passed, $failed failed"
((failed == 0))

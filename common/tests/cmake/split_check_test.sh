#!/usr/bin/env bash
# Is an answer that is linked with its check told the same as one that is compiled with it? Also an answer that
# does not compile, and one that the check would not fit.
#
#   split_check_test.sh REPOSITORY SPLIT_CHECK SIMTCC PRECOMPILED_HEADER
set -u
repository=$1 split_check=$2 simtcc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
  echo "$case: $1"
  cat out ./*.txt 2>/dev/null
  exit 1
}

cat >check.cu <<'END'
#include <cuda_runtime.h>

#include <cstdio>

inline int waits = 0;
inline cudaError_t counted(cudaError_t error, int by = 1) {
  return waits += by, error;
}
#define cudaDeviceSynchronize() counted(cudaDeviceSynchronize())

#include "tutorial/submission.cuh"

int twice(int x) { return 2 * x; }

int main() {
  Shape shape;
  shape.rows = 2;
  shape.columns = 3;
  int* out = nullptr;
  cudaMallocManaged(&out, 2 * sizeof(int));
  launch(out, shape);
  count<<<1, kThreads>>>(out + 1);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d %d\n", out[0], out[1], waits, twice(kAnswer), area(shape));
  cudaFree(out);
}
END
cat >solution.cu <<'END'
#include <cuda_runtime.h>

constexpr int kThreads = 4;
struct Shape {
  int rows = 0, columns = 0;
};
inline int area(Shape shape) { return shape.rows * shape.columns; }

// TODO (about 3 lines): the answer
constexpr int kAnswer = 5;
// END

__global__ void count(int* out) {
  // TODO (about 1 line): add 1
  atomicAdd(out, 1);
  // END
}

void launch(int* out, const Shape& shape) {
  // TODO (about 2 lines): rows and columns as one number
  *out = 10 * shape.rows + shape.columns;
  cudaDeviceSynchronize();
  // END
}
END

options=(-std=c++20 -I "$repository/common" -Wall -Wextra --use-pch "$4")
submission=(-DSUBMISSION="\"$work/answer.cu\"")
case=interface
"$split_check" --interface check.cu solution.cu check.h || fail "has no declarations"
"$simtcc" -c check.cu "${options[@]}" -DSUBMISSION="\"$work/check.h\"" -o check.o >out 2>&1 || fail "is not enough"
ar rcs libcheck.a check.o

# answer HOW EDIT...: the solution after these edits of sed, HOW (apart, together) it is to be compiled
answer() {
  local how=$1
  shift
  case="$how: $*"
  sed -E "$@" solution.cu >answer.cu
  cmp -s solution.cu answer.cu && [[ -n $1 ]] && fail "nothing was edited"
  rm -f by_hand linked
  "$simtcc" check.cu "${options[@]}" "${submission[@]}" -o by_hand >by_hand.txt 2>&1 && ./by_hand >>by_hand.txt
  "$split_check" --answer check.cu solution.cu answer.cu linked.cu || fail "is not written"
  "$simtcc" -c linked.cu "${options[@]}" "${submission[@]}" -o linked.o >linked.txt 2>&1 &&
    "$simtcc" linked.o libcheck.a -o linked >>linked.txt 2>&1 && ./linked >>linked.txt
  if [[ $(head -n 9 linked.cu) == *"int main"* || $(wc -l <linked.cu) -gt 20 ]]; then was=together; else was=apart; fi
  [[ $was == "$how" ]] || fail "was compiled $was"
  sed -i -E 's,[^ ]*\.o: ,,' by_hand.txt linked.txt  # the linker names its object
  cmp -s by_hand.txt linked.txt || fail "is told something else"
}

answer apart ''
grep -qx '23 4 2 10 6' linked.txt || fail "is not the program"
grep -q 'waits += by' linked.cu && fail "has a body of the check"
answer apart 's/kAnswer = 5/kAnswer = 7/'
grep -q ' 14 6$' linked.txt || fail "has the constant of another answer"
answer apart 's/int\* out, const Shape& shape/int* result, const Shape\& s/; s/\*out = .*/*result = 10 * s.rows + s.columns;/'
answer apart 's/^void launch/int mine = 3;\nint thrice(int x) { return mine * x; }\n&/'
answer apart 's/atomicAdd/atomicsAdd/'
grep -q '/answer.cu:15: error: ' linked.txt || fail "names another line"
answer apart 's/10 \* shape/shap/'
answer apart 's/^  \*out = .*/  int unused = 0;/'

answer together 's/^void launch/static void launch/'
answer together 's/^void launch/inline void launch/'
answer together 's/int\* out, const Shape/long* out, const Shape/'
grep -q 'check.cu:21: error: ' linked.txt || fail "the call is not named"
answer together 's/^void launch/int launch/; s/^  cudaDevice.*/  return 0;/'
answer together 's/^void launch/void start/'
grep -q 'check.cu:21: error: .launch. was not declared' linked.txt || fail "the missing function is not named"
answer together 's/^void launch.*/void launch(int* out, const Shape\& shape);\nvoid start(int* out, const Shape\& shape) {/'
grep -q 'launch(int\*, Shape const&)' linked.txt || fail "the function without a body is not named"
answer together 's/rows = 0, columns = 0/columns = 0, rows = 0/'
answer together 's/rows = 0, columns = 0/rows = 0, columns = 0, pages = 0/'
answer together 's/kThreads = 4/kThreads = 8/'
grep -q '^23 8 ' linked.txt || fail "has the constant of the solution"
answer together 's/constexpr int kAnswer/constexpr long kAnswer/'
answer together 's/^constexpr int kAnswer.*/#define kAnswer 6/'
answer together 's/^void launch/int twice(int x) { return 3 * x; }\n&/'
grep -q 'check.cu:13: error: redefinition of .int twice' linked.txt || fail "the second definition is not named"
answer together 's/^void launch/struct twice {};\n&/'
answer together 's/^void launch/int main() {}\n&/'

# What stands in front of the answer is compiled twice.
refused() {
  case=$1
  sed -E "$1" check.cu >other.cu
  "$split_check" --interface other.cu solution.cu other.h >out 2>&1 && fail "is not refused"
  grep -qF "$2" out || fail "is refused with other words"
}
refused 's/^inline int waits/int waits/' 'other.cu:5: the check and its answers have this: make it inline'
refused 's/^inline int waits/static int waits/' 'other.cu:5:'
refused 's/^inline int waits/__device__ int waits/' 'other.cu:5:'
refused 's/^inline int waits/__global__ void wait_for() {}\n&/' 'other.cu:5:'
refused 's/^inline int waits/static int wait_for() { return 0; }\n&/' 'other.cu:5:'

# Device memory that is inline, and a kernel that each file has of its own, are the same for both.
case=shared
sed 's/^inline int waits.*/&\ninline __device__ int seen;\nstatic __global__ void see() { seen = 1; }/' check.cu >other.cu
"$split_check" --interface other.cu solution.cu other.h >out 2>&1 || fail "is refused"
refused 's/^inline int waits.*/namespace {\n&\n}/' 'other.cu:5:'
refused 's/^inline int waits/int wait() { return 0; }\n&/' 'other.cu:5:'
refused 's/^inline int waits/const char* waits_for = nullptr;\n&/' 'other.cu:5:'
refused 's/^#include "tutorial.*/#include SUBMISSION/' 'does not have the line'
refused 's/^int twice/constexpr int kAnswer = 1;\n&/' 'solution.cu cannot be compiled apart from its check: the check defines kAnswer, too'
exit 0

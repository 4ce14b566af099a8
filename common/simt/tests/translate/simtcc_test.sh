#!/usr/bin/env bash
# Tests of simtcc's command line.
#   simtcc_test.sh SIMTCC CASE      runs the function test_CASE in an empty folder
set -u -o pipefail
export LC_ALL=C.UTF-8  # the quotes in messages are UTF-8

simtcc=$1
folder_of_tests=$(cd "$(dirname "$0")" && pwd)
forms=$folder_of_tests/forms.cu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/temporary
mkdir "$TMPDIR" "$folder/work"
cd "$folder/work" || exit 1

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  [[ ! -s out ]] || sed 's/^/  stdout: /' out >&2
  [[ ! -s err ]] || sed 's/^/  stderr: /' err >&2
  exit 1
}

# Runs a command; its exit code has to be $1.
expect_exit() {
  local expected=$1
  shift
  "$@" >out 2>err
  local got=$?
  ((got == expected)) || fail "exit code $got, not $expected, of: $*"
}

expect_text() { [[ $(cat "$1") == "$2" ]] || fail "$1 is not: $2"; }
expect_match() { grep -qE -- "$2" "$1" || fail "nothing in $1 matches: $2"; }
expect_no_match() { ! grep -qE -- "$2" "$1" || fail "something in $1 matches: $2"; }

# simtcc succeeds and says nothing.
compiles() {
  expect_exit 0 "$simtcc" "$@"
  [[ ! -s err ]] || fail "messages of: simtcc $*"
}

# simtcc refuses with one sentence.
refuses() {
  local sentence=$1
  shift
  expect_exit 2 "$simtcc" "$@"
  expect_text err "simtcc: error: $sentence"
  [[ ! -s out ]] || fail "output of: simtcc $*"
}

write_hello() {
  cat >hello.cu <<'EOF'
#include <cstdio>
__global__ void hello(int* out, int mark) { *out = mark; }
int main() {
  int *out, got = 0;
  cudaMalloc(&out, sizeof(int));
  hello<<<1, 1>>>(out, 42);
  cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d\n", got);
  return got == 42 ? 0 : 1;
}
EOF
}

test_forms() {
  compiles -std=c++20 -rdc=true --extended-lambda -Wall -Wextra -Wpedantic -Wshadow -Wno-unused-parameter "$forms" -o forms
  expect_exit 0 ./forms
  expect_text out PASS
}

test_compile_and_link() {
  write_hello
  compiles hello.cu -o hello
  expect_exit 0 ./hello
  expect_text out 42
  compiles hello.cu
  expect_exit 0 ./a.out
  mkdir "with space" && cp hello.cu "with space/my hello.cu"
  compiles "with space/my hello.cu" -o "with space/hello"
  expect_exit 0 "with space/hello"
}

test_several_inputs() {
  cat >kernel.cu <<'EOF'
#include "shared.h"
__device__ int counter = 1;
__global__ void add(int* out, int x) { *out = x + counter; }
void run(int* out) { add<<<1, 1>>>(out, helper()); }
EOF
  mkdir headers && cat >headers/shared.h <<'EOF'
#pragma once
int helper();
void run(int* out);
EOF
  cat >helper.cpp <<'EOF'
#include "shared.h"
#ifdef __CUDACC__
#error "a .cpp file is not CUDA"
#endif
int helper() { return VALUE; }
EOF
  cat >main.cpp <<'EOF'
#include <cuda_runtime.h>
#include "shared.h"
int main() {
  int *out, got = 0;
  cudaMalloc(&out, sizeof(int));
  run(out);
  cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return got;
}
EOF
  compiles -Iheaders -DVALUE=6 -c kernel.cu helper.cpp
  [[ -s kernel.o && -s helper.o ]] || fail "no objects"
  expect_exit 0 nm -C kernel.o
  expect_match out __tsan
  expect_exit 0 nm -C helper.o
  expect_no_match out __tsan
  compiles -I headers main.cpp kernel.o helper.o -o program
  expect_exit 7 ./program
  compiles -isystem headers -D VALUE=8 -UOTHER main.cpp kernel.cu helper.cpp -o program
  expect_exit 9 ./program
  ar rcs libhelper.a helper.o
  compiles -I headers main.cpp kernel.cu -L. -lhelper -o program
  expect_exit 7 ./program
  compiles -I headers main.cpp kernel.cu libhelper.a -o program
  expect_exit 7 ./program
  refuses "-c with -o takes one file" -c kernel.cu helper.cpp -o both.o
  refuses "-c takes no objects or libraries" -c kernel.cu helper.o
}

# What a .cpp file allocates has its line; without debug information, the function.
test_lines_of_host_files() {
  cat >memory.cpp <<'EOF'
#include <cuda_runtime.h>
float* numbers(int n) {
  float* memory;
  cudaMalloc(&memory, n * sizeof *memory);
  return memory;
}
EOF
  cat >kernel.cu <<'EOF'
float* numbers(int n);
__global__ void fill(float* memory, int n) { memory[n] = 1; }
int main() {
  fill<<<1, 1>>>(numbers(100), 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
EOF
  compiles memory.cpp kernel.cu -o program
  expect_exit 3 ./program
  expect_match err "400 bytes that were allocated at memory.cpp:4"
  compiles -Xcompiler -g0 -c memory.cpp -o memory.o
  compiles memory.o kernel.cu -o program
  expect_exit 3 ./program
  expect_match err "400 bytes that were allocated at address 0x[0-9a-f]* of numbers\\(int\\)"
}

test_include_option() {
  write_hello
  printf '#define FORTY_TWO 42\n__device__ int from_header() { return FORTY_TWO; }\n' >extra.cuh
  sed -i 's/\*out = mark/*out = from_header()/' hello.cu
  compiles -include extra.cuh hello.cu -o hello
  expect_exit 0 ./hello
}

test_options_of_nvcc() {
  write_hello
  compiles -arch=sm_90 -arch sm_90 -gencode arch=compute_90,code=sm_90 \
    --generate-code=arch=compute_90,'code=[compute_90,sm_90]' --generate-code arch=compute_90,code=sm_90 \
    -rdc=true -rdc=false -lineinfo -G --extended-lambda -use_fast_math --expt-relaxed-constexpr \
    -lcudart -lcudadevrt -Xptxas -v,-O3 -Xptxas=-v -maxrregcount=32 -O3 -g -std=c++17 \
    -Xcompiler -Wall,-Wextra -Xcompiler=-fopenmp hello.cu -o hello
  expect_exit 0 ./hello
  compiles -m64 -ccbin g++ -fmad=false --ftz=true -prec-div=false -prec-sqrt true -diag-suppress 177,20012 \
    -Xcudafe --diag_suppress=177 -t 4 --threads=2 -cudart shared -Werror all-warnings -Xlinker -O1 -restrict \
    -lcuda -lnvToolsExt -lm --define-macro A=1 --output-file hello hello.cu
  expect_exit 0 ./hello
}

# C files, files of other names, objects from several commands.
test_languages() {
  cat >sum.c <<'EOF'
#include <math.h>
#include <stdlib.h>
int sum(const int* restrict numbers, int n) {
  int new = 0;
  for (int i = 0; i < n; ++i) new += abs(numbers[i]) + (int)floor(0.5);
  return new;
}
EOF
  printf '__device__ int calls;\n__device__ int twice(int x) { atomicAdd(&calls, 1); return 2 * x; }\n' >twice.txt
  cat >main.cc <<'EOF'
extern __device__ int calls;
extern __device__ int twice(int x);
extern "C" int sum(const int* numbers, int n);
__global__ void fill(int* out) { out[threadIdx.x] = twice(threadIdx.x); }
int main() {
  int *out, numbers[4], count = 0;
  cudaMalloc(&out, sizeof numbers);
  fill<<<1, 4>>>(out);
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  cudaFree(out);
  return sum(numbers, 4) + count;
}
EOF
  compiles sum.c -x cu -rdc=true main.cc twice.txt -o program
  expect_exit 16 ./program
  compiles -x cu -dc main.cc twice.txt
  compiles -c sum.c
  compiles -dlink main.o twice.o -o linked.o
  compiles -lib twice.o sum.o -o libparts.a
  compiles main.o linked.o -L. -lparts -o program
  expect_exit 16 ./program
}

# C files that call the runtime, with headers of their own, and what C permits and C++ does not.
test_c_files_that_call_the_runtime() {
  cat >image.h <<'EOF'
#ifndef IMAGE_H
#define IMAGE_H
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <math.h>
typedef struct image { int width, height; float *pixels; cudaStream_t stream; } image;
#ifdef __cplusplus
extern "C"
#endif
cudaError_t brighten(image *one, float factor);
int check(cudaError_t error, const char *what);
#endif
EOF
  cat >check.c <<'EOF'
#include "image.h"
#include <stdio.h>
static int failures;
int check(cudaError_t error, const char *restrict what) {
  if (error) printf("%s: %s\n", what, cudaGetErrorString(error));
  return failures += error != 0;
}
EOF
  cat >main.c <<'EOF'
#include <stdlib.h>
#include <stdio.h>
#include "image.h"
int main(void) {
  image one = {.width = 4, .height = 2};
  enum cudaMemcpyKind up = 1;
  float *host = malloc(8 * sizeof(float)), sum = 0;
  struct cudaDeviceProp properties;
  for (int i = 0; i < 8; i++) host[i] = i;
  check(cudaGetDeviceProperties(&properties, 0), "properties");
  check(cudaMalloc((void **)&one.pixels, 8 * sizeof(float)), "malloc");
  check(cudaMemcpy(one.pixels, host, 8 * sizeof(float), up), "copy");
  check(brighten(&one, 3), "kernel");
  check(cudaMemcpy(host, one.pixels, 8 * sizeof(float), cudaMemcpyDeviceToHost), "copy");
  for (int i = 0; i < 8; i++) sum += host[i];
  check(cudaFree(one.pixels), "free");
  free(host);
  printf("%g of warps of %d\n", sqrt(sum * sum), properties.warpSize);
  return check(cudaSetDevice(9), "no device");
}
EOF
  cat >kernel.cu <<'EOF'
#include "image.h"
__global__ void scale(float* pixels, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] *= factor;
}
cudaError_t brighten(image* one, float factor) {
  scale<<<1, 32>>>(one->pixels, one->width * one->height, factor);
  return cudaGetLastError();
}
EOF
  compiles main.c check.c kernel.cu -o program
  expect_exit 1 ./program
  grep -qx '84 of warps of 32' out || fail "the sum of 0, 3, …, 21 is 84"
  grep -q '^no device: ' out || fail "no word of the device that is not there"
  compiles -c -MD main.c
  grep -q 'main\.o: main\.c ' main.d || fail "the dependencies do not begin with the C file: $(head -1 main.d)"
  grep -q 'image\.h' main.d || fail "the dependencies have no image.h"
  printf '#include <cuda_runtime.h>\nint wrong(void) { return missing; }\n' >wrong.c
  expect_exit 1 "$simtcc" -c wrong.c
  grep -q "^wrong\.c:2: error: .*missing" err || grep -q "^wrong\.c:2:.*error: .*missing" err || fail "the mistake's line is not named"
}

test_flags_are_exact() {
  cat >loop.cu <<'EOF'
__global__ void sum(const float* in, float* out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += in[i] * in[i];
  *out = s;
}
EOF
  compiles -c loop.cu -o plain.o
  compiles -O3 -Xcompiler -O2,-Wall -c loop.cu -o fast.o
  objdump -d --no-show-raw-insn plain.o | tail -n +4 >plain.txt
  objdump -d --no-show-raw-insn fast.o | tail -n +4 >fast.txt
  expect_match plain.txt 'call.*(__tsan|\*ABS\*|<.*>)'
  diff plain.txt fast.txt >out || fail "-O3 changed the code"
}

test_compiled_headers() {
  cat >common.h <<'EOF'
#ifndef COMMON_H
#define COMMON_H
#include <cuda_runtime.h>
#include <vector>
#define MORE(x) (2 * (x) + 1)
template <class T>
std::vector<T> many(T x) { return std::vector<T>(32, x); }
#endif
EOF
  cat >uses.cu <<'EOF'
#include "common.h"
#include <cstdio>
#ifdef __OPTIMIZE__
#error "nobody has said -O"
#endif
__global__ void change(int* x) { x[threadIdx.x] = MORE(x[threadIdx.x]); }
int main() {
  std::vector<int> x = many(20);
  int* on_device;
  cudaMalloc(&on_device, 128);
  cudaMemcpy(on_device, x.data(), 128, cudaMemcpyHostToDevice);
  change<<<1, 32>>>(on_device);
  cudaMemcpy(x.data(), on_device, 128, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  std::printf("%d\n", x[31]);
}
EOF
  compiles -c uses.cu -o plain.o
  compiles --create-pch common.h -MD -MF common.d
  expect_match common.d 'common\.h\.gch: '
  compiles --use-pch common.h -c uses.cu -o with.o -Xcompiler -Winvalid-pch
  for object in plain with; do objdump -d --no-show-raw-insn "$object.o" | tail -n +4 >"$object.txt"; done
  diff plain.txt with.txt >out || fail "a compiled header has changed the code"
  compiles with.o -o uses
  expect_exit 0 ./uses
  expect_text out 41

  # Code for the device of its own: the header is read as it is.
  sed 's/MORE(x\[threadIdx.x\])/__CUDA_ARCH__/' uses.cu >asks.cu
  compiles --use-pch common.h asks.cu -o asks
  expect_exit 0 ./asks
  expect_text out 900

  # And where g++ is to look at what pointers become, also in __ldg.
  sed 's/MORE(x\[threadIdx.x\])/((Four*)x)->x + __ldg((int4*)x).x/; 3i struct alignas(16) Four { int x, y, z, w; };' \
    uses.cu >casts.cu
  compiles -c casts.cu -o plain.o
  compiles --use-pch common.h -c casts.cu -o with.o
  for object in plain with; do objdump -d --no-show-raw-insn "$object.o" | tail -n +4 >"$object.txt"; done
  objdump -r -j .text plain.o >out
  expect_match out __ubsan_handle_type_mismatch
  diff plain.txt with.txt >out || fail "a compiled header has changed the code"

  cp common.h asks.h && echo '#ifdef __CUDA_ARCH__
#endif' >>asks.h
  refuses "$PWD/asks.h asks for __CUDA_ARCH__: it cannot be precompiled" --create-pch asks.h
  cp common.h kernel.h && echo '__global__ void k() {}' >>kernel.h
  refuses "$PWD/kernel.h has device code, which is translated: it cannot be precompiled" \
    --create-pch kernel.h
  refuses "cannot read none.h" --use-pch none.h -c uses.cu
}

test_standard() {
  cat >old.cu <<'EOF'
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#if __cplusplus != 201703L
#error "not C++17"
#endif
__host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__global__ void add(cuda::atomic<int>* sum, int requires) {
  auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const int lanes = cooperative_groups::reduce(warp, requires, cooperative_groups::plus<int>());
  if (warp.thread_rank() == 0) sum->fetch_add(lanes);
}
int main() {
  cuda::atomic<int>* sum;
  cudaMallocManaged(&sum, sizeof *sum);
  add<<<1, 64>>>(sum, 1);
  cudaDeviceSynchronize();
  const int result = sum->load() + static_cast<int>(lerp(0, 2, 0.5f));
  cudaFree(sum);
  return result;
}
EOF
  for standard in c++11 c++14 c++17; do
    compiles -std=$standard old.cu -o old
    expect_exit 65 ./old
  done
  compiles old.cu -o old
  expect_exit 65 ./old
  # A macro of a C++17 program's that has the name of a function of C++20's.
  printf '#define ok(call) (call)\n#include <chrono>\n' >macro.cu
  compiles -c macro.cu
  printf '#if __cplusplus != 202002L\n#error "not C++20"\n#endif\nint lerp;\n' >new.cu
  compiles -std=c++20 -c new.cu
  printf 'template <class T> concept Small = sizeof(T) < 4;\n' >concept.cu
  expect_exit 1 "$simtcc" -c concept.cu
  expect_match err '^simtcc: note: this is compiled as C\+\+17, as nvcc does; -std=c\+\+20 has concept$'
  expect_exit 1 "$simtcc" -std=c++17 -c concept.cu
  expect_no_match err 'simtcc: note'
  compiles -std=c++20 -c concept.cu
  printf '#if __cplusplus <= 202002L\n#error old\n#endif\n' >new.cu
  compiles -std=c++23 -c new.cu
  compiles --std c++23 -c new.cu
  refuses "-std=c99 is no C++ standard" -std=c99 -c new.cu
}

# Every header, included alone, is C++17 without a warning.
test_headers_are_cpp17() {
  local header include
  include=$(cd "$folder_of_tests/../../include" && pwd)
  find "$include" -type f -not -path "$include/simt/*" -not -path "$include/with_cccl/*" -printf '%P\n' | sort >headers
  (($(wc -l <headers) > 70)) || fail "headers were not found"
  while IFS= read -r header; do
    echo "#include <${header#without_cccl/}>" >alone.cpp
    echo "#include <${header#without_cccl/}>" >>all.cu
    if [[ $header == without_cccl/cuda/std/@(bit|span) ]]; then
      expect_exit 1 g++ -std=c++17 -fsyntax-only -I "$include/without_cccl" alone.cpp
      expect_match err 'is the C\+\+ library.s: compile with -std=c\+\+20'
      sed -i '$d' all.cu
    else
      expect_exit 0 g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I "$include" -I "$include/without_cccl" alone.cpp
    fi
  done <headers
  compiles -Wall -Wextra -c all.cu
  tac all.cu >backwards.cu
  compiles -Wall -Wextra -c backwards.cu
}

test_toolkit_headers_are_ours() {
  write_hello
  mkdir cuda && echo '#error "the real one"' >cuda/cuda_runtime.h
  echo '#include <cuda_runtime.h>' | cat - hello.cu >with_include.cu
  compiles -I cuda -isystem cuda with_include.cu -o hello
  expect_exit 0 ./hello
}

# Other headers of an installed CUDA are none for the CPU backend; what lies beside them may be.
test_toolkit_headers_are_refused() {
  write_hello
  mkdir -p toolkit/include/thrust toolkit/include/own
  echo '#error "the real one"' >toolkit/include/cuda_runtime.h
  printf '// Copyright 2024 NVIDIA Corporation.\n__device__ int lost(;\n' >toolkit/include/cudalibxt.h
  printf '// Copyright 2024 NVIDIA CORPORATION & AFFILIATES\n#error "not nvcc"\n' >toolkit/include/thrust/sort.h
  echo 'inline int own() { return 1; }' >toolkit/include/own/own.h
  export CPLUS_INCLUDE_PATH=$PWD/toolkit/include
  { echo '#include <own/own.h>' && cat hello.cu; } >right.cu
  compiles right.cu -o right
  for header in cudalibxt.h thrust/sort.h; do
    { printf '#include <own/own.h>\n#  include <%s>\n' "$header" && cat hello.cu; } >wrong.cu
    expect_exit 1 "$simtcc" wrong.cu -o wrong
    expect_match err "^wrong.cu:2: error: the CPU backend has no <$header>[,:] .* apart with #ifndef __SIMTCC__$"
  done
  printf '#include <thrust/sort.h>\n' >inside.h
  { echo '#include "inside.h"' && cat hello.cu; } >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu -o wrong
  expect_match err '^wrong.cu: error: the CPU backend has no <thrust/sort.h>'
  { echo '#include <nowhere.h>' && cat hello.cu; } >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu -o wrong
  expect_match err 'wrong.cu:1:.*nowhere.h: No such file'
}
# Macros of a program's own, from its Makefile or in front of an #include, do not reach into the model's headers.
# Every function of an installed CUDA runtime is in the backend's headers, or refused by name.
test_runtime_functions_are_known() {
  local header
  for header in "${CUDA_PATH:-/usr/local/cuda}/include/cuda_runtime_api.h" /usr/include/cuda_runtime_api.h; do
    [[ -r $header ]] && break
  done
  if [[ ! -r $header ]]; then
    echo "no CUDA here"
    exit 77
  fi
  grep -ohE '\bCUDARTAPI cuda[A-Z][A-Za-z0-9_]*\(' "$header" | sed 's/.* //; s/(//' | sort -u >functions
  (($(wc -l <functions) > 200)) || fail "functions were not found"
  { echo 'void all() {' && sed 's/.*/  (void)\&&;/' functions && echo '}'; } >all.cu
  "$simtcc" -c all.cu 2>err >out || true
  grep ': error: ' err | grep -v 'is of a part of the CUDA runtime' | grep 'was not declared' >out || true
  [[ ! -s out ]] || fail "functions that are neither there nor refused by name"
}
test_users_macros() {
  local include name names headers=() header macros=()
  include=$(cd "$folder_of_tests/../../include" && pwd)
  "$include/../../tools/users_macros.sh" --check || fail "call common/tools/users_macros.sh"
  names=$(sed -n 's/^#undef //p' "$include/simt/users_macros_away.inc")
  # Parameters of the headers' templates that are not in the list.
  grep -rhoE '\b(class|typename)(\.\.\.)? [A-Z]\w*|\b(int|unsigned|bool|size_t|Op|Scope) [A-Z]\w*[,>]' "$include" |
    sed 's/.* //; s/[,>]$//' | sort -u | comm -23 - <(sort <<<"$names") >out
  [[ ! -s out ]] || fail "names that a program's macros may have, which are not in users_macros.txt"

  for name in $names; do
    macros+=("-D$name=32")
  done
  cat >quiet.cu <<'EOF'
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <curand_kernel.h>
__global__ void set_it(int* its_place) { *its_place = N + T + SIZE; }
int main() {
  int *its_place, its_value = 0;
  cudaMalloc(&its_place, sizeof(int));
  set_it<<<1, 1>>>(its_place);
  cudaMemcpy(&its_value, its_place, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(its_place);
  return its_value == 96 ? 0 : 1;
}
EOF
  compiles "${macros[@]}" -DSIZE=32 quiet.cu -o quiet
  expect_exit 0 ./quiet
  compiles -DN=32 -DT=32 -DSIZE=32 -DK=8 -DM=8 -DW=8 -DH=8 -DBLOCK=8 -DTILE=8 -DWIDTH=8 quiet.cu -o quiet
  expect_exit 0 ./quiet
  { printf '#define %s 32\n' N T SIZE x y i n Value Type && cat quiet.cu; } >defines.cu
  compiles defines.cu -o defines
  expect_exit 0 ./defines
}
test_macros() {
  cat >macros.cu <<'EOF'
#if !defined(__CUDACC__) || !defined(__NVCC__) || !defined(__SIMTCC__)
#error "not CUDA"
#endif
#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 != CUDART_VERSION
#error "two versions"
#endif
#if __CUDA_ARCH_LIST__ != 900 || __CUDA_ARCH_HAS_FEATURE__(SM90_ALL)
#error "another device"
#endif
#ifdef __CUDACC_RDC__
#error "whole programs"
#endif
#ifndef __device__  // as code does that other compilers shall read
#define __device__
#define __launch_bounds__(x)
#endif
__device__ int x;
__global__ void __launch_bounds__(32) k() { x = 1; }
int main() {
  int got = 0;
  k<<<1, 1>>>();
  return cudaMemcpyFromSymbol(&got, x, sizeof(int)) == cudaSuccess && got == 1 ? 0 : 1;
}
EOF
  compiles macros.cu -o macros
  expect_exit 0 ./macros
  printf '#ifndef __CUDACC_RDC__\n#error\n#endif\n' >rdc.cu
  compiles -rdc=true -c rdc.cu
  compiles -dc rdc.cu
  printf '#if !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)\n' >l.cu
  printf '#error\n#endif\n' >>l.cu
  compiles --extended-lambda --expt-relaxed-constexpr -c l.cu
}

# What code for the device sees of __CUDA_ARCH__, and code for the host does not.
test_cuda_arch() {
  compiles --extended-lambda -Wall -Wextra "$folder_of_tests/cuda_arch.cu" -o cuda_arch
  expect_exit 0 ./cuda_arch
  expect_text out PASS
  compiles --extended-lambda -MD -c "$folder_of_tests/cuda_arch.cu" -o cuda_arch.o
  expect_match cuda_arch.d 'cuda_arch\.h'
}

# Only what asks for __CUDA_ARCH__ is preprocessed twice: it, its headers, or a macro of the command
# line; and where there is no difference, none is made.
test_second_pass() {
  # shellcheck disable=SC2016
  printf '#!/bin/sh\n[ "$1 $2" != "-E -x" ] || echo pass >>"%s/passes"\nexec g++ "$@"\n' \
    "$PWD" >compiler
  chmod +x compiler
  export SIMT_CXX=$PWD/compiler
  passes_of() {
    : >passes
    compiles "${@:2}"
    [[ $(wc -l <passes) == "$1" ]] || fail "not $1 passes: simtcc ${*:2}"
  }
  write_hello
  passes_of 1 --translate hello.cu
  sed '1i // __CUDA_ARCH__' hello.cu >comment.cu
  passes_of 2 --translate comment.cu
  expect_no_match out simt_device
  echo '#define VALUE ARCH' >value.h
  sed -e '1i #include "value.h"' -e 's/= mark/= VALUE/' hello.cu >macro.cu
  passes_of 2 -DARCH='(__CUDA_ARCH__ / 900 * 42)' macro.cu -o macro
  expect_exit 0 ./macro
  printf '#ifdef __CUDA_ARCH__\n#define VALUE 42\n#else\n#define VALUE 0\n#endif\n' >value.h
  passes_of 2 macro.cu -o macro
  expect_exit 0 ./macro
  rm value.h && mkdir headers && echo '#define VALUE (__CUDA_ARCH__ - 858)' >"headers/value.h"
  passes_of 2 -isystem headers macro.cu -o macro
  expect_exit 0 ./macro
}

# What is not the same for both and cannot be is refused: at the latest when it runs.
test_cuda_arch_errors() {
  printf 'struct S {\n#ifdef __CUDA_ARCH__\n  int a;\n#endif\n  int b;\n};\n' >wrong.cu
  printf '__host__ __device__ int f(S s) {\n  return s.b;\n}\n' >>wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  expect_text err "wrong.cu:7: error: f is not the same in host and device code (__CUDA_ARCH__): \
such a function may have two bodies, but not two heads"
  cat >wrong.cu <<'EOF'
#ifndef __CUDA_ARCH__
inline int f(int x) { return x; }
#else
__device__ int g(int x) { return x; }
#endif
__host__ __device__ inline int f(long x) { return x + 1; }
__host__ __device__ inline int g(long x) { return x + 1; }
__global__ void k(int* p) { *p = f(3); }
int main(int argc, char**) {
  if (argc > 1) return g(3);
  k<<<1, 1>>>(nullptr);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
EOF
  compiles wrong.cu -o wrong
  expect_exit 1 ./wrong
  expect_match err 'f is a function of the host only \(__CUDA_ARCH__\)'
  expect_match err 'wrong\.cu:2'
  ./wrong on_host >out 2>err
  expect_match err 'g was called from host code; it exists in kernels only'
  cat >wrong.cu <<'EOF'
struct S {
  __host__ __device__ constexpr int f() const {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
  }
};
constexpr int x = S().f();
EOF
  expect_exit 1 "$simtcc" wrong.cu
  expect_match err 'host_or_device_is_known_only_at_run_time'
  printf '__global__ void k() {\n#ifdef __CUDA_ARCH__\n  int x = missing;\n#endif\n}\n' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  expect_match err '^wrong\.cu:3: error: .missing. was not declared'
}

test_debug() {
  write_hello
  compiles -g -c hello.cu
  expect_exit 0 readelf --debug-dump=info hello.o
  expect_match out 'DW_AT_name.*: hello.cu'
  expect_match out 'DW_AT_name.*: mark'
  expect_no_match out 'translated.ii'
}

test_depend() {
  write_hello
  echo '#define UNUSED' >header.h
  sed -i '1i #include "header.h"' hello.cu
  mkdir objects
  compiles -MD -c hello.cu -o objects/hello.o
  expect_match objects/hello.d '^objects/hello\.o: hello\.cu'
  expect_match objects/hello.d ' header\.h( |$)'
  expect_no_match objects/hello.d preprocessed
  compiles -MD -MF my.d hello.cu -o hello
  expect_match my.d '^hello: hello\.cu'
  compiles -MMD -MP -MF my.d -MT 'a target' -c hello.cu
  expect_match my.d '^a target: hello\.cu'
  expect_match my.d '^header\.h:'
  expect_no_match my.d cuda_runtime
  echo 'void other() {}' >other.cpp
  compiles -MD hello.cu other.cpp -o hello
  expect_match hello.d '^hello: hello\.cu'
  expect_match other.d '^hello: other\.cpp'
  refuses "-MF takes one source file" -MD -MF my.d hello.cu other.cpp
}

test_translate() {
  write_hello
  compiles --translate hello.cu
  expect_match out '::simt::launch\("hello", "hello.cu", 6, 1, 1\)'
  [[ ! -e hello.o && ! -e a.out ]] || fail "--translate compiles"
  compiles --translate hello.cu -o text
  expect_match text '::simt::launch'
  echo >x.cpp
  refuses "--translate takes one .cu file" --translate x.cpp
  refuses "--translate takes one .cu file" --translate hello.cu x.cpp
}

# Messages name the learner's line and nothing of the translation's.
test_messages() {
  cat >wrong.cu <<'EOF'
template <class T>
__global__ void kernel(T* p, float x) {
  __shared__ T tile[4][2];
  tile.push_back(x);
}
__global__ void plain(int* p) {
  p[0] = missing;
}
template <class T>
void host(T* p) {
  kernel<<<1, 2>>>(p, "x");
  kernel<<<1, 2>>>(p, 1);
}
int main() {
  int* p = nullptr;
  kernel<<<1, 2,
           0>>>(p,
                1, 2);
  absent<<<1, 2>>>(0);
  plain<<<1, 2>>>(3.5);
  host(p);
}
EOF
  expect_exit 1 "$simtcc" -Wall wrong.cu -o wrong
  [[ ! -s out ]] || fail "output"
  expect_match err '^wrong\.cu:4: error: .*push_back.*in .tile., which is of non-class type .int \[4\]\[2\].$'
  expect_match err "^wrong\.cu:7: error: .missing. was not declared"
  expect_match err '^wrong\.cu:11: error: '
  expect_match err '^wrong\.cu:11: note: .*cannot convert .const char\*. to type .float.'
  expect_match err '^wrong\.cu:16: error: '
  expect_match err "^wrong\.cu:19: error: .absent. was not declared"
  expect_match err '^wrong\.cu:20: error: cannot convert .double. to .int\*.'
  expect_match err '^wrong\.cu: In a kernel launch:$'
  [[ $(grep -c ' error: ' err) == 6 ]] || fail "not 6 errors"
  [[ $(grep -c 'In a kernel launch:' err) == 3 ]] || fail "contexts without an error"
  expect_no_match err 'simt_|simt::|launch\.h|translated|lambda|include/simt'
}

test_errors_of_translation() {
  printf 'struct S {\n__shared__ int x;\n};int main() {\n  k<<<>>>();\n}\n' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  expect_text err "wrong.cu:2: error: a __shared__ variable belongs inside a kernel or a __device__ function
wrong.cu:4: error: this launch has no configuration: kernel<<<grid, block>>>(...)"
  printf '#include "absent.h"\n' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  expect_match err '^wrong\.cu:1:.* absent\.h: No such file'
  [[ ! -e a.out ]] || fail "a program was left"
}

test_usage() {
  echo 'int main() {}' >x.cu
  refuses "no input file: try simtcc my.cu -o my"
  refuses "no input file: try simtcc my.cu -o my" -O2
  refuses "cannot read absent.cu" absent.cu
  refuses "-o needs a value" x.cu -o
  refuses "-gencode needs a value" x.cu -gencode
  refuses "unknown option -S; simtcc --help lists those there are" x.cu -S
  refuses "-ptx: the CPU backend makes no code for GPUs; compile with -c" x.cu -ptx
  refuses "-shared: the CPU backend makes no shared libraries; link the objects with simtcc" x.cu -shared
  refuses "-x is cu, c++ or c, not fortran" -x fortran x.cu
  refuses "x.txt is no .cu, .cpp, .c, .o, .a or .so file" x.txt
  expect_exit 0 "$simtcc" --help
  expect_match out '^usage: simtcc'
}

test_compiler() {
  write_hello
  export SIMT_CXX=$PWD/compiler
  refuses "cannot run $SIMT_CXX: install g++ 12 or newer, or name one in SIMT_CXX" hello.cu
  printf '#!/bin/sh\necho "#define __GNUC__ 11"\n' >compiler && chmod +x compiler
  refuses "$SIMT_CXX is version 11: g++ 12 or newer is needed, name one in SIMT_CXX" hello.cu
  printf '#!/bin/sh\necho "#define __clang__ 1"\necho "#define __GNUC__ 4"\n' >compiler
  refuses "$SIMT_CXX is a clang, which instruments after it has optimised, so all counters would be wrong: name a g++ in SIMT_CXX" hello.cu
  printf '#!/bin/sh\nexit 0\n' >compiler
  refuses "$SIMT_CXX is no g++: name one in SIMT_CXX" hello.cu
}

# What launches the compiler, such as ccache, gets the compilation and nothing else, with the same text each time.
test_launcher() {
  write_hello
  mkdir "a folder"
  cat >launch <<'EOF'
#!/bin/bash
for word in "$@"; do
  [[ $word != *translated.ii ]] || cp "$word" "$LOG.ii"
done
printf '%s\n' "$1" >>"$LOG"
exec "$@"
EOF
  printf '#!/bin/sh\nexec g++ "$@"\n' >"a folder/compiler"
  chmod +x launch "a folder/compiler"
  export SIMT_CXX="./launch g++"
  LOG=first compiles -c hello.cu
  LOG=second compiles -c hello.cu
  expect_text first g++
  cmp first.ii second.ii >out || fail "the text is another one each time"
  SIMT_CXX="$PWD/a folder/compiler" compiles hello.cu -o hello
  expect_exit 0 ./hello
  export SIMT_CXX="./nowhere g++"
  refuses "cannot run ./nowhere" hello.cu
}

# In PREFIX/bin, simtcc takes the headers and the library of PREFIX/lib/simt.
test_installed() {
  write_hello
  mkdir -p prefix/bin prefix/lib/simt
  cp "$simtcc" prefix/bin
  cp -r "$folder_of_tests/../../include" prefix/lib/simt
  ln -s "${simtcc%/bin/simtcc}/lib/libsimt.a" prefix/lib/simt
  expect_exit 0 prefix/bin/simtcc -MD hello.cu -o hello
  expect_exit 0 ./hello
  expect_match hello.d 'prefix/lib/simt/include/cuda_runtime\.h'
  expect_no_match hello.d 'common/simt/include'
  rm prefix/lib/simt/libsimt.a
  expect_exit 1 prefix/bin/simtcc hello.cu -o hello
}

# A signal ends g++ and simtcc, and leaves no files.
test_signal() {
  write_hello
  cat >compiler <<'EOF'
#!/bin/bash
[[ " $* " != *" -c "* ]] || { touch begun && exec sleep 1000; }
exec g++ "$@"
EOF
  chmod +x compiler
  SIMT_CXX=./compiler "$simtcc" -c hello.cu >out 2>err &
  local id=$! code=0
  until [[ -e begun ]]; do sleep 0.05; done
  kill -TERM "$id"
  wait "$id" || code=$?
  [[ $code == 143 ]] || fail "exit code $code"
  [[ -z $(ls -A "$TMPDIR") && ! -e hello.o ]] || fail "left: $(ls -A "$TMPDIR")"
}

# A small CCCL takes the real one's place.
test_cccl() {
  mkdir -p cccl/cuda/std/__cccl cccl/thrust
  export SIMT_CCCL=$PWD/cccl
  cat >cccl/thrust/version.h <<'EOF'
#include <cuda_runtime_api.h>
#ifdef __CUDA_ARCH__
#define EVERYWHERE __device__ constexpr
#else
#define EVERYWHERE inline constexpr
#endif
namespace thrust {
struct tag {};
EVERYWHERE tag device{};
template <class T> struct Room {};
template <class T> struct User { using Room = Room<T>; };  // needs -fpermissive
__host__ __device__ constexpr int side(tag) {
#ifdef __CUDA_ARCH__
  return 2 * static_cast<int>(blockDim.x);
#else
  return 1;
#endif
}
}
EOF
  cat >uses.cu <<'EOF'
#include <thrust/version.h>
#include <cstdio>
static_assert(thrust::side(thrust::device) == 1);
__global__ void ask(int* out) { *out = thrust::side(thrust::device); }
int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  ask<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", thrust::side(thrust::device), *out);
  cudaFree(out);
}
EOF
  expect_exit 2 "$simtcc" uses.cu -o uses
  expect_match err '/cccl has CCCL of an unknown version; the CPU backend compiles 3.0 \(pip install'
  echo '#define CCCL_VERSION 3005000' >cccl/cuda/std/__cccl/version.h
  expect_exit 2 "$simtcc" uses.cu -o uses
  expect_match err '/cccl has CCCL 3005000; the CPU backend compiles 3.0 \(pip install'
  echo '#define CCCL_VERSION 3000001' >cccl/cuda/std/__cccl/version.h
  compiles uses.cu -o uses
  expect_exit 0 ./uses
  expect_text out '1 2'

  # What g++ lets CCCL do, it does not let the program do.
  { cat uses.cu && echo 'template <class T> struct Own { using Room = thrust::Room<T>; Room x; using User = User<T>; };'; } >wrong.cu
  sed -i 's/^__global__/template <class T> struct User {};\n&/' wrong.cu
  expect_exit 1 "$simtcc" wrong.cu -o wrong
  expect_match err 'wrong.cu:[0-9]+: error: .* changes meaning of'

  export SIMT_CCCL=$PWD/nowhere
  printf '#include <cub/no_such_header.cuh>\n' >missing.cu
  expect_exit 1 "$simtcc" missing.cu -o missing
  expect_match err 'missing.cu:1: error: the CPU backend has no <cub/no_such_header.cuh>: it is of CCCL, which is not here: pip install'
}

test_translator_alone() {
  local translator=${simtcc%/*}/simt-translate
  printf '# 1 "a.cu"\nk<<<1, 2>>>(x);\n' >good.ii
  printf '# 7 "dir/a.cu"\nk<<<>>>(x);\n' >bad.ii
  expect_exit 0 "$translator" good.ii
  expect_match out '::simt::launch\("", "a.cu", 1, 1, 2\)'
  expect_exit 0 "$translator" good.ii -o text
  [[ ! -s out ]] || fail "-o writes to standard output"
  expect_exit 0 "$translator" - <good.ii
  cmp text out || fail "- is not standard input"
  expect_exit 1 "$translator" bad.ii -o no_text
  expect_match err '^dir/a.cu:7: error: '
  [[ ! -e no_text ]] || fail "a faulty translation was written"
  expect_exit 2 "$translator" absent.ii
  expect_text err "simt-translate: error: cannot read absent.ii"
  expect_exit 2 "$translator" good.ii -o absent/text
  expect_text err "simt-translate: error: cannot write absent/text"
  expect_exit 2 "$translator"
  expect_match err '^usage: simt-translate'
  expect_exit 2 "$translator" good.ii bad.ii
  expect_exit 2 "$translator" good.ii -x
}

test_default_stream() {
  cat >streams.cu <<'EOF2'
int main() {
  unsigned long long null, own, legacy;
  cudaStreamGetId(nullptr, &null);
  cudaStreamGetId(cudaStreamPerThread, &own);
  cudaStreamGetId(cudaStreamLegacy, &legacy);
  return null == own ? 3 : null == legacy ? 4 : 5;
}
EOF2
  compiles streams.cu
  expect_exit 4 ./a.out
  compiles --default-stream legacy streams.cu
  expect_exit 4 ./a.out
  compiles --default-stream=per-thread streams.cu
  expect_exit 3 ./a.out
  compiles -DCUDA_API_PER_THREAD_DEFAULT_STREAM streams.cu
  expect_exit 3 ./a.out
  refuses "--default-stream is legacy or per-thread, not mine" --default-stream mine streams.cu
}

test_temporary_files() {
  write_hello
  compiles hello.cu -o hello
  echo 'int x = ;' >wrong.cu
  expect_exit 1 "$simtcc" wrong.cu
  [[ -z $(ls -A "$TMPDIR") ]] || fail "left: $(ls -A "$TMPDIR")"
}

"test_$2"

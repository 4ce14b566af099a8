# shellcheck shell=bash
# What the preprocessor sees, for the host and for the device.

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

# Macros of a program's own, from its Makefile or in front of an #include, do not reach into the model's headers.
test_users_macros() {
  local include name names headers=() header macros=()
  include=$(cd "$folder_of_tests/../../include" && pwd)
  "$include/../../tools/users_macros.sh" --check || fail "call common/tools/users_macros.sh"
  names=$(sed -n 's/^#undef //p' "$include/simt/users_macros_away.inc" "$include/simt/tiles/users_macros_away.inc")
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
#include <mma.h>
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
  printf '#include <cuda_fp16.h>\n#include <cuda_tile.h>\n__tile_global__ void set_it(float* its_place) { *its_place = N; }\n' >tiles.cu
  compiles -std=c++20 "${macros[@]}" -c tiles.cu
  compiles -DN=32 -DT=32 -DSIZE=32 -DK=8 -DM=8 -DW=8 -DH=8 -DBLOCK=8 -DTILE=8 -DWIDTH=8 quiet.cu -o quiet
  expect_exit 0 ./quiet
  { printf '#define %s 32\n' N T SIZE x y i n Value Type && cat quiet.cu; } >defines.cu
  compiles defines.cu -o defines
  expect_exit 0 ./defines
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

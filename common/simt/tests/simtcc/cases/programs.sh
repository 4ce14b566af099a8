# shellcheck shell=bash
# Programs of one file or several, in CUDA, C++ and C.

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
  tr -s ' \\\n' ' ' <main.d | grep -q '^main\.o: main\.c ' ||  # ccache may have put each in a line of its own
    fail "the dependencies do not begin with the C file: $(head -2 main.d)"
  grep -q 'image\.h' main.d || fail "the dependencies have no image.h"
  printf '#include <cuda_runtime.h>\nint wrong(void) { return missing; }\n' >wrong.c
  expect_exit 1 "$simtcc" -c wrong.c
  grep -q "^wrong\.c:2: error: .*missing" err || grep -q "^wrong\.c:2:.*error: .*missing" err || fail "the mistake's line is not named"
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

# Only a program that has bulk copies out of shared memory says so: all others go shorter ways there.
test_bulk_copies_are_named_where_they_are() {
  cat >copies.cu <<'EOF'
#include <cuda/ptx>
__global__ void store(float* to) {
  __shared__ alignas(16) float from[4];
#ifdef COPIES
  namespace ptx = cuda::ptx;
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, from, sizeof from);
#else
  to[0] = from[0] = 1;
#endif
}
int main() {}
EOF
  compiles -c copies.cu -o without.o
  compiles -c -DCOPIES copies.cu -o with.o
  expect_exit 0 nm with.o
  expect_match out 'U simt_bulk_copies_read_shared'
  expect_exit 0 nm without.o
  expect_no_match out 'simt_bulk_copies_read_shared'
}

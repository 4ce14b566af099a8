# shellcheck shell=bash
# Headers: the toolkit's, CCCL's, and compiled ones.

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

# Every header, included alone, is C++17 without a warning.
test_headers_are_cpp17() {
  local header include
  include=$(cd "$folder_of_tests/../../include" && pwd)
  find "$include" -type f -not -path "$include/simt/*" -not -path "$include/with_cccl/*" -printf '%P\n' | sort >headers
  (($(wc -l <headers) > 70)) || fail "headers were not found"
  while IFS= read -r header; do
    echo "#include <${header#without_cccl/}>" >alone.cpp
    echo "#include <${header#without_cccl/}>" >>all.cu
    if [[ $header == without_cccl/cuda/std/@(bit|span) || $header == cuda_tile.h ]]; then
      expect_exit 1 g++ -std=c++17 -fsyntax-only -I "$include" -I "$include/without_cccl" alone.cpp
      expect_match err 'is (the C\+\+ library.s|C\+\+20): compile with -std=c\+\+20'
      expect_exit 0 g++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$include" -I "$include/without_cccl" alone.cpp
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

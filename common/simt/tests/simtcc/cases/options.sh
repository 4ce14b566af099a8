# shellcheck shell=bash
# What options do.

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
  refuses "-std is c++17, c++20 or c++23, not c99" -std=c99 -c new.cu
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

# Makefiles read what nvcc prints: "release 13.0, V13.0.88".
test_version() {
  local cuda
  cuda=$(sed -n 's/^#define CUDART_VERSION //p' "$folder_of_tests/../../include/driver_types.h")
  for option in --version -V; do
    expect_exit 0 "$simtcc" "$option"
    expect_match out '^simtcc: '
    expect_match out "release $((cuda / 1000))\\.$((cuda % 1000 / 10)), V$((cuda / 1000))\\.[0-9.]+\$"
  done
}

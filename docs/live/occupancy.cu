// The figures behind the live picture `occupancy`: how many blocks of each size, with each amount of shared
// memory and each number of registers, CUDA says are resident on a multiprocessor. Prints a row of
// comma-separated values per setting; live_test.py compares them with what the picture says. (The CPU backend
// has no kernels of more than 32 registers; occupancy_h200.csv has some of what a GPU says.)
#include <cstdio>
#include <utility>

#include "tutorial.cuh"

// Wants more registers than its bound leaves, so on a GPU it has exactly these.
template <int registers>
__global__ void __maxnreg__(registers) use_registers(float* data) {
  float values[registers];
#pragma unroll
  for (int i = 0; i < registers; ++i) values[i] = data[i * 32 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < registers; ++i) data[i * 32 + threadIdx.x] = values[registers - 1 - i];
}

template <int registers>
void print_settings() {
  void (*const kernel)(float*) = use_registers<registers>;
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  if (attributes.numRegs != registers) return;
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  for (int threads = 16; threads <= 1024; threads += 16) {
    for (int kib = 0; kib * 1024 <= most; ++kib) {
      int blocks = 0;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, kib * 1024));
      std::printf("%d,%d,%d,%d\n", threads, registers, kib, blocks);
    }
  }
}

template <int... registers>
void print_kernels(std::integer_sequence<int, registers...>) {
  (print_settings<registers>(), ...);
}

int main() {
  std::printf("threads,registers,shared,blocks\n");
  print_kernels(std::integer_sequence<int, 24, 28, 32, 40, 41, 48, 56, 64, 72, 80, 96, 104, 112,
                                      128, 129, 168, 192, 255>());
}

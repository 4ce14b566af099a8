// The figures behind the live picture `occupancy`: how many blocks of each size, with each amount of shared
// memory, CUDA says are resident on a multiprocessor. A kernel's registers are bounded here: the CPU backend
// takes the bound, from 24 to 32, for what it uses, and a GPU's compiler uses at most so many. Prints a row of
// comma-separated values per setting; live_test.py compares them with what the picture says.
#include <cstdio>
#include <utility>

#include "tutorial.cuh"

constexpr int kFirst = 24, kLast = 32;

template <int registers>
__global__ void __maxnreg__(registers) kernel(int* data) {
  data[threadIdx.x] = registers;
}

template <int registers>
void print_settings() {
  void (*const address)(int*) = kernel<registers>;
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, address));
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CHECK(cudaFuncSetAttribute(address, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  for (int threads = 16; threads <= 1024; threads += 16) {
    for (int kib = 0; kib * 1024 <= most; ++kib) {
      int blocks = 0;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, address, threads, kib * 1024));
      std::printf("%d,%d,%d,%d\n", threads, attributes.numRegs, kib, blocks);
    }
  }
}

template <int... registers>
void print_kernels(std::integer_sequence<int, registers...>) {
  (print_settings<kFirst + registers>(), ...);
}

int main() {
  std::printf("threads,registers,shared,blocks\n");
  print_kernels(std::make_integer_sequence<int, kLast - kFirst + 1>());
}

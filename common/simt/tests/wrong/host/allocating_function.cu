// Two arrays from one function that allocates: the reports say for whom.
// expect: simt: race on global memory
// expect: the 256 bytes that were allocated at
// expect: @allocation
// expect: , called at
// expect: @second
// expect: (parameter to)
// expect: warning: 256 bytes, allocated at
// expect: @allocation
// expect: , called at
// expect: @first
// expect: warning: 256 bytes, allocated at
// expect: @allocation
// expect: , called at
// expect: @second
#include <cuda_runtime.h>

template <class T>
T* on_device(int n) {
  T* array = nullptr;
  if (cudaMalloc(&array, n * sizeof(T)) != cudaSuccess) return nullptr;  // @allocation
  cudaMemset(array, 0, n * sizeof(T));
  return array;
}

__global__ void shift(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x] + static_cast<int>(blockIdx.x);
}

int main() {
  int* const from = on_device<int>(64);  // @first
  int* const to = on_device<int>(64);    // @second
  shift<<<2, 64>>>(from, to);
  cudaDeviceSynchronize();
}

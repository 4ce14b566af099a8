// libcu++'s types in kernels, and atomics beside them.
// supports: <cuda/std/...>: array, optional, mdspan, tuple, span, … in kernels, as CCCL has them
// prints: 3 -1 | 0 1 2 10 11 12 | 64
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/optional>

#include <cstdio>

__device__ cuda::std::optional<int> place_of(const cuda::std::array<int, 4>& values, int wanted) {
  for (int i = 0; i < 4; ++i) {
    if (values[i] == wanted) return i;
  }
  return cuda::std::nullopt;
}

__global__ void work(int* places, float* table, int* arrivals) {
  const cuda::std::array<int, 4> values = {7, 5, 3, 2};
  if (threadIdx.x < 2) places[threadIdx.x] = place_of(values, 2 + 2 * threadIdx.x).value_or(-1);
  const cuda::std::mdspan<float, cuda::std::extents<int, 2, 3>> rows(table);
  if (threadIdx.x < 6)
    rows(threadIdx.x / 3, threadIdx.x % 3) = threadIdx.x / 3 * 10 + threadIdx.x % 3;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*arrivals).fetch_add(1,
                                                                        cuda::memory_order_relaxed);
}

int main() {
  int* places;
  float* table;
  cudaMallocManaged(&places, 3 * sizeof(int));
  cudaMallocManaged(&table, 6 * sizeof(float));
  places[2] = 0;
  work<<<1, 64>>>(places, table, places + 2);
  cudaDeviceSynchronize();
  std::printf("%d %d |", places[0], places[1]);
  for (int i = 0; i < 6; ++i) std::printf(" %g", table[i]);
  std::printf(" | %d\n", places[2]);
  cudaFree(places), cudaFree(table);
}

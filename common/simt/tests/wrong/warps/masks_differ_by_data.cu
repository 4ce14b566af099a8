// Every lane makes its mask from its own value: lanes that count each other do not always agree.
// expect: simt: lane 7 makes a call of its warp with mask 0x000000f0, and lane 4, which this names, with 0x00000070
// expect: @sum
#include <cuda_runtime.h>

__global__ void sum_of_run(const int* lengths, unsigned* out) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned mask = ~0u >> (32 - lengths[lane]) << lane / 4 * 4;
  out[threadIdx.x] = __reduce_add_sync(mask | 1u << lane, 1u);  // @sum
}

int main() {
  int lengths[32], *in;
  unsigned* out;
  for (int i = 0; i < 32; ++i) lengths[i] = i / 4 == 1 && i != 7 ? 3 : 4;
  cudaMalloc(&in, sizeof lengths);
  cudaMalloc(&out, sizeof lengths);
  cudaMemcpy(in, lengths, sizeof lengths, cudaMemcpyHostToDevice);
  sum_of_run<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

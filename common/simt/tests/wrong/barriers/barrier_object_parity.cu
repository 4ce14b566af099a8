// The producer waits for an empty buffer, which nobody has used yet, with parity 0, and the consumers for a full one.
// expect: simt: an endless loop
// expect: phase   of full: parity 0, with 0 of 32 arrivals; the wait asks for parity 0
// expect: phase   of empty: parity 0, with 0 of 32 arrivals; the wait asks for parity 0
// expect: arrivals in each phase, and 0 have come: a wait with parity 0 is for the phase that the object is in
// expect: one with parity 1 for the phase before, which is complete
// expect: parity ^= 1
#include <cuda_runtime.h>
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void hand_over(const int* in, int* out) {
  __shared__ Barrier full, empty;
  __shared__ int buffer[32];
  if (threadIdx.x == 0) {
    init(&full, 32);
    init(&empty, 32);
  }
  __syncthreads();
  const unsigned lane = threadIdx.x % 32;
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x < 32) {
      empty.wait_parity(round % 2);  // 1 in the first round
      buffer[lane] = in[round * 32 + lane];
      (void)full.arrive();
    } else {
      full.wait_parity(round % 2);
      out[round * 32 + lane] = buffer[31 - lane];
      (void)empty.arrive();
    }
  }
}

int main() {
  int* values;
  cudaMalloc(&values, 256 * sizeof *values);
  cudaMemset(values, 0, 256 * sizeof *values);
  hand_over<<<1, 64>>>(values, values + 128);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}

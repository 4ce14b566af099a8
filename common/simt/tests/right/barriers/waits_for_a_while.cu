// Waits of a cuda::barrier that end after some time: threads that have something else to do ask again, and nobody who asks
// for a phase that is complete waits at all.
// supports: <cuda/barrier>: `try_wait_for`, `try_wait_until`, `try_wait_parity_for`, `try_wait_parity_until`
// prints: right
#include <cuda/barrier>
#include <cuda/std/chrono>

#include <cstdio>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
using cuda::std::chrono::high_resolution_clock;

__global__ void gather(int* sums, int* asked) {
  __shared__ Barrier barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  int early = 0;
  if (threadIdx.x == 0) {  // the others have not arrived, and cannot before this one does
    early += barrier.try_wait_parity_for(false, cuda::std::chrono::microseconds(3));
    early += barrier.try_wait_parity_until(
        false, high_resolution_clock::now() + cuda::std::chrono::nanoseconds(200));
  }
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  Barrier::arrival_token token = barrier.arrive();
  int times = 1;
  if (threadIdx.x % 2 == 0) {
    while (!barrier.try_wait_for(static_cast<Barrier::arrival_token&&>(token),
                                 cuda::std::chrono::microseconds(1)))
      ++times;
  } else {
    while (
        !barrier.try_wait_until(static_cast<Barrier::arrival_token&&>(token),
                                high_resolution_clock::now() + cuda::std::chrono::milliseconds(1)))
      ++times;
  }
  int sum = early;
  for (int i = 0; i < 64; ++i) sum += values[i];
  sums[threadIdx.x] = sum + !barrier.try_wait_parity_for(false, cuda::std::chrono::seconds(0));
  asked[threadIdx.x] = times;
}

int main() {
  int *device, host[128];
  cudaMalloc(&device, sizeof host);
  gather<<<1, 64>>>(device, device + 64);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  for (int i = 0; i < 64; ++i) {
    if (host[i] != 64 * 63 / 2 || host[64 + i] < 1) return std::printf("wrong\n");
  }
  std::printf("right\n");
}

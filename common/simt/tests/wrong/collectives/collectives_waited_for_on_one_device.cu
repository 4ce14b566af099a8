// The host waits for rank 0, and reads what rank 1 receives.
// expect: simt: race between host and device: both use byte 0 of the 128 bytes
// expect: write   ncclBroadcast at
// expect: @call
// expect: by host code
#include <cuda_runtime.h>
#include <nccl.h>

int main() {
  ncclComm_t comms[2];
  cudaStream_t streams[2];
  int* data[2];
  ncclCommInitAll(comms, 2, nullptr);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&data[d], 128);
    cudaMemset(data[d], 0, 128);
    cudaStreamCreate(&streams[d]);
    cudaDeviceSynchronize();
  }
  int* shared;
  cudaHostAlloc(&shared, 128, cudaHostAllocMapped);
  ncclGroupStart();
  ncclBroadcast(data[0], data[0], 32, ncclInt, 0, comms[0], streams[0]);
  ncclBroadcast(data[1], shared, 32, ncclInt, 0, comms[1], streams[1]);  // @call
  ncclGroupEnd();
  cudaStreamSynchronize(streams[0]);
  const int first = shared[0];
  cudaStreamSynchronize(streams[1]);
  return first;
}

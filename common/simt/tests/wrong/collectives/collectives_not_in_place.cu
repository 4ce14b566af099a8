// In place, a rank's own part has to be at its place in the whole.
// expect: simt: ncclAllGather() receives where it sends from
// expect: rank 1  ncclAllGather() at
// expect: @call: 16 ncclInt32
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
  ncclGroupStart();
  for (int d = 0; d < 2; ++d) {
    ncclAllGather(data[d], data[d], 16, ncclInt, comms[d], streams[d]);  // @call
  }
  ncclGroupEnd();
}

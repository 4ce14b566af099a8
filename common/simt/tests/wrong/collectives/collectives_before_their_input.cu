// The all-reduce is in another stream than the kernel that fills the array.
// expect: simt: race between streams: two operations use byte 0 of the 128 bytes
// expect: @write by kernel fill
// expect: read    ncclAllReduce at
// expect: @call, in
#include <cuda_runtime.h>
#include <nccl.h>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @write
}

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
  cudaStream_t another;
  cudaSetDevice(0);
  cudaStreamCreateWithFlags(&another, cudaStreamNonBlocking);
  fill<<<1, 32, 0, another>>>(data[0]);
  ncclGroupStart();
  for (int d = 0; d < 2; ++d) {
    ncclAllReduce(data[d], data[d], 32, ncclInt, ncclSum, comms[d], streams[d]);  // @call
  }
  ncclGroupEnd();
  for (cudaStream_t stream : streams) cudaStreamSynchronize(stream);
  cudaStreamSynchronize(another);
}

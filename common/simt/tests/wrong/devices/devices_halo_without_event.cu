// The halo goes to the neighbour in a stream of its own device, and nobody has told the neighbour's stream to wait.
// expect: simt: race between devices: two operations use byte 0 of the 128 bytes that were allocated at
// expect: @halo
// expect: write   cudaMemcpyPeerAsync at
// expect: @copy, in stream 3 of device 0
// expect: @read by kernel use
// expect: in stream 4 of device 1
// expect: advice  streams run at the same time: record an event
#include <cuda_runtime.h>

__global__ void use(const int* halo, int* out) {
  out[threadIdx.x] = halo[threadIdx.x];  // @read
}

int main() {
  int *edge, *halo, *out;
  cudaStream_t streams[2];
  cudaMalloc(&edge, 128);
  cudaMemset(edge, 0, 128);
  cudaStreamCreate(&streams[0]);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaMalloc(&halo, 128);  // @halo
  cudaMalloc(&out, 128);
  cudaStreamCreate(&streams[1]);
  cudaMemcpyPeerAsync(halo, 1, edge, 0, 128, streams[0]);  // @copy
  use<<<1, 32, 0, streams[1]>>>(halo, out);
  cudaStreamSynchronize(streams[0]);
  cudaStreamSynchronize(streams[1]);
}

// A thread clears its place in a buffer that a copy still fills.
// expect: simt: write of shared memory that an asynchronous copy may still be filling, at byte 0 of buffer
// expect: @clear
// expect: @copy
#include <cuda/pipeline>

__global__ void shorten(const int* in, int* out, int count) {
  __shared__ int buffer[64];
  auto pipeline = cuda::make_pipeline();
  cuda::memcpy_async(&buffer[threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);  // @copy
  pipeline.producer_commit();
  if (static_cast<int>(threadIdx.x) >= count) buffer[threadIdx.x] = 0;  // @clear
  pipeline.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = buffer[63 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  shorten<<<1, 64>>>(in, out, 0);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

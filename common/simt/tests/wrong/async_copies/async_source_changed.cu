// What a copy reads changes before it is complete: the next value is stored where the old one comes from.
// expect: simt: write of global memory that an asynchronous copy may still be reading
// expect: @store
// expect: @copy
#include <cuda/pipeline>

__global__ void shift(int* values) {
  __shared__ int old[128];
  auto pipeline = cuda::make_pipeline();
  const unsigned t = threadIdx.x;
  cuda::memcpy_async(&old[t], &values[t], sizeof(int), pipeline);  // @copy
  pipeline.producer_commit();
  values[t] = 0;  // @store
  pipeline.consumer_wait();
  __syncthreads();
  values[t] = old[(t + 1) % 128];
}

int main() {
  int* values;
  cudaMalloc(&values, 512);
  cudaMemset(values, 0, 512);
  shift<<<1, 128>>>(values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

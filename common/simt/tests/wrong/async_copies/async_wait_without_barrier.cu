// Each thread waits for its own copies, which tells it nothing of its neighbour's.
// expect: simt: race on shared memory: two threads use byte
// expect: @copy
// expect: @read
// environment: SIMT_ORDER=reverse
#include <cuda/pipeline>

__global__ void neighbours(const int* in, int* out) {
  __shared__ int values[64];
  auto pipeline = cuda::make_pipeline();
  const unsigned t = threadIdx.x;
  cuda::memcpy_async(&values[t], &in[t], sizeof(int), pipeline);  // @copy
  pipeline.producer_commit();
  pipeline.consumer_wait();
  if (t < 63) out[t] = values[t + 1];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  neighbours<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

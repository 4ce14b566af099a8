// Three stages, of which the loop leaves two in flight: it has to leave one, since it uses the oldest but one.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
#include <cuda/pipeline>

__global__ void differences(const float* in, float* out, int rows) {
  __shared__ float row[3][32];
  auto pipeline = cuda::make_pipeline();
  const unsigned lane = threadIdx.x;
  for (int r = 0; r < rows + 2; ++r) {
    if (r < rows) {
      cuda::memcpy_async(&row[r % 3][lane], &in[32 * r + lane], sizeof(float), pipeline);
    }
    pipeline.producer_commit();
    if (r < 2) continue;
    cuda::pipeline_consumer_wait_prior<2>(pipeline);
    if (r < rows + 1)
      out[32 * (r - 2) + lane] = row[(r - 1) % 3][lane] - row[(r - 2) % 3][lane];  // @read
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 8 * 32 * sizeof(float));
  cudaMalloc(&out, 8 * 32 * sizeof(float));
  cudaMemset(in, 0, 8 * 32 * sizeof(float));
  differences<<<1, 32>>>(in, out, 8);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

// Each thread uses only what it has copied itself, but without consumer_wait it need not be there.
// expect: simt: read of shared memory that an asynchronous copy may still be filling, at byte 0 of mine
// expect: @read
// expect: @copy by thread (0,0,0)
// expect: advice  first call consumer_wait()
#include <cuda/pipeline>

__global__ void square(const double* in, double* out) {
  __shared__ double mine[96];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&mine[threadIdx.x], &in[threadIdx.x], sizeof(double), pipeline);  // @copy
  pipeline.producer_commit();
  const double value = mine[threadIdx.x];  // @read
  pipeline.consumer_release();
  out[threadIdx.x] = value * value;
}

int main() {
  double *in, *out;
  cudaMalloc(&in, 96 * sizeof(double));
  cudaMalloc(&out, 96 * sizeof(double));
  cudaMemset(in, 0, 96 * sizeof(double));
  square<<<1, 96>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

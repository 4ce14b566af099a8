// The last steps of a reduction as older books have them: volatile instead of __syncwarp().
// expect: simt: race on shared memory
// expect: read
// expect: @third_step
// expect: write
// expect: @first_step
// expect: inside of one warp __syncwarp() is enough
#include <cuda_runtime.h>

__global__ void reduce(const int* in, int* out) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  if (t < 32) {
    volatile int* v = values;
    v[t] = v[t] + v[t + 32];  // @first_step
    v[t] = v[t] + v[t + 16];
    v[t] = v[t] + v[t + 8];  // @third_step
  }
  if (t == 0) out[0] = values[0];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  reduce<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

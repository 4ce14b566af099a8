// All arrive, and then meet at another barrier: nobody has waited for the phase that the copy belongs to.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @copy
#include <cuda/barrier>

__global__ void reverse(const short* in, short* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ short values[128];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&values[threadIdx.x], &in[threadIdx.x], sizeof(short), barrier);  // @copy
  (void)barrier.arrive();
  __syncthreads();
  out[threadIdx.x] = values[127 - threadIdx.x];  // @read
}

int main() {
  short *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  reverse<<<1, 128>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

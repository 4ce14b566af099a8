// A bulk copy whose bytes the barrier expects; the threads behind it only meet.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @copy by thread (0,0,0)
#include <cuda/barrier>

__global__ void halves(const float* in, float* out) {
  __shared__ alignas(16) float values[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) {
    init(&barrier, 1);
    const cuda::aligned_size_t<16> bytes(sizeof values);
    cuda::device::memcpy_async_tx(values, in, bytes, barrier);  // @copy
    (void)cuda::device::barrier_arrive_tx(barrier, 1, sizeof values);
  }
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x] / 2;  // @read
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  halves<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

// A bulk copy reads memory of device 1, and nobody has enabled peer access.
// expect: simt: a kernel of device 0 reads memory of device 1 without peer access: byte 0 of the 128 bytes that were
// expect: @allocation
// expect: @copy
// expect: advice  call cudaSetDevice(0) and cudaDeviceEnablePeerAccess(1, 0) before
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void copy(const int* in, int* out) {
  __shared__ alignas(16) int row[32];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, 32);
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(row, in, cuda::aligned_size_t<16>(128), barrier);  // @copy
    token = cuda::device::barrier_arrive_tx(barrier, 1, 128);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  out[threadIdx.x] = row[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&out, 128);
  cudaSetDevice(1);
  cudaMalloc(&in, 128);  // @allocation
  cudaMemset(in, 0, 128);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  copy<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

// The copy belongs to a phase of the barrier. __syncthreads() brings all threads together, but not the copy.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @copy by thread (0,0,0)
// expect: advice  first call wait() of the barrier
#include <cuda/barrier>

__global__ void sum(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ alignas(16) int tile[256];
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(sizeof tile), barrier);  // @copy
  }
  __syncthreads();
  int mine = 0;
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) mine += tile[i];  // @read
  barrier.arrive_and_wait();
  atomicAdd(out, mine);
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 1024);
  cudaMemset(out, 0, sizeof(int));
  sum<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}

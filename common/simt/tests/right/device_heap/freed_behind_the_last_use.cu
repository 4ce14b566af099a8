// Memory of the heap is freed by another thread than it was used by: behind a barrier, behind __syncwarp(), by the last
// block that a counter finds, and in a later kernel.
// prints: 1128 2016 5356 496
#include <cuda_runtime.h>

#include <cstdio>

__device__ int* of_all;
__device__ unsigned finished;

__global__ void behind_a_barrier(int* out) {
  __shared__ int* values;
  if (threadIdx.x == 0) values = new int[blockDim.x];
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  atomicAdd(out, values[blockDim.x - 1 - threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 5) delete[] values;
}

__global__ void behind_a_warp(int* out) {
  const unsigned lane = threadIdx.x % 32;
  int* values = nullptr;
  if (lane == 0) values = static_cast<int*>(malloc(32 * sizeof(int)));
  values = reinterpret_cast<int*>(
      __shfl_sync(0xffffffffu, reinterpret_cast<unsigned long long>(values), 0));
  values[lane] = threadIdx.x;
  __syncwarp();
  atomicAdd(out, values[31 - lane]);
  __syncwarp();
  if (lane == 31) free(values);
}

__global__ void make() { of_all = new int[104]; }

__global__ void last_block(int* out) {
  __shared__ bool is_last;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  of_all[i] = i;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&finished, 1) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  int sum = 0;
  for (unsigned k = threadIdx.x; k < 104; k += blockDim.x) sum += of_all[k];
  atomicAdd(out, sum);
  __syncthreads();
  if (threadIdx.x == 0) delete[] of_all;
}

__global__ void fill() {
  if (threadIdx.x == 0) of_all = static_cast<int*>(malloc(32 * sizeof(int)));
  __syncthreads();
  of_all[threadIdx.x] = threadIdx.x;
}
__global__ void take(int* out) { atomicAdd(out, of_all[threadIdx.x]); }
__global__ void clear() { free(of_all); }

int main() {
  int *out, sums[4];
  cudaMalloc(&out, sizeof sums);
  cudaMemset(out, 0, sizeof sums);
  behind_a_barrier<<<1, 48>>>(out);
  behind_a_warp<<<1, 64>>>(out + 1);
  make<<<1, 1>>>();
  last_block<<<4, 26>>>(out + 2);
  fill<<<1, 32>>>();
  take<<<1, 32>>>(out + 3);
  clear<<<1, 1>>>();
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  cudaFree(out);
}

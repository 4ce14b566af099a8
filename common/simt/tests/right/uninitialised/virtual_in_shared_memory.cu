// A small class hierarchy in shared memory: thread 0 constructs, all threads call.
// prints: 0 2 4 6 100 101 102 103
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

struct Operation {
  __device__ virtual int apply(int x) const = 0;
};
struct Scale : Operation {
  int factor;
  __device__ explicit Scale(int f) : factor(f) {}
  __device__ int apply(int x) const override { return factor * x; }
};
struct Shift : Operation {
  int by;
  __device__ explicit Shift(int b) : by(b) {}
  __device__ int apply(int x) const override { return x + by; }
};

__global__ void run(int* out) {
  __shared__ alignas(16) char memory[2][16];
  __shared__ Operation* operations[2];
  if (threadIdx.x == 0) {
    operations[0] = new (memory[0]) Scale(2);
    operations[1] = new (memory[1]) Shift(100);
  }
  __syncthreads();
  for (int i = 0; i < 2; ++i) out[i * blockDim.x + threadIdx.x] = operations[i]->apply(threadIdx.x);
}

int main() {
  int *out, host[8] = {};
  cudaMalloc(&out, sizeof host);
  run<<<1, 4>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) std::printf(i < 7 ? "%d " : "%d\n", host[i]);
  cudaFree(out);
}

// Threads push onto a stack in shared memory: the link to the top is read plainly, and swapped.
// prints: 96 4560
#include <cuda_runtime.h>

#include <cstdio>

__global__ void push_all(int* out) {
  __shared__ int top;
  __shared__ int below[96];
  if (threadIdx.x == 0) top = -1;
  __syncthreads();
  const int me = threadIdx.x;
  for (bool done = false; !done;) {
    const int seen = top;
    below[me] = seen;
    done = atomicCAS(&top, seen, me) == seen;
  }
  __syncthreads();
  if (me == 0) {
    int count = 0, sum = 0;
    for (int node = top; node >= 0; node = below[node]) {
      ++count;
      sum += node;
    }
    out[0] = count;
    out[1] = sum;
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  push_all<<<1, 96>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}

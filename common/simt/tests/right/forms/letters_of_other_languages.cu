// Names of variables, types and functions of the host may have any letters. (A kernel's name, and what it is
// instantiated with, may not: nvcc does not find it at the launch.)
// prints: 3 6 12
#include <cuda_runtime.h>

#include <cstdio>

struct Length {
  int meter;
};
using Länge = Length;

template <class Élément>
__global__ void verdopple(Élément* länge) {
  __shared__ int später[32];
  const int été = threadIdx.x;
  später[été] = 2 * länge[été].meter;
  __syncthreads();
  länge[été].meter = später[été];
}

void verdopple_größe(Länge* α, int größe) { verdopple<<<1, größe>>>(α); }

int main() {
  Länge *α, got[3] = {{3}, {3}, {6}};
  cudaMalloc(&α, sizeof(got));
  cudaMemcpy(α, got, sizeof(got), cudaMemcpyHostToDevice);
  verdopple_größe(α + 1, 2);
  cudaMemcpy(got, α, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", got[0].meter, got[1].meter, got[2].meter);
  cudaFree(α);
}

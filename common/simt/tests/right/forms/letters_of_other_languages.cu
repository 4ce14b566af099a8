// Names of variables and of functions of the host may have any letters. (With a kernel's name, and with the types of its
// parameters, nvcc does not come through.)
// prints: 3 6 12
#include <cuda_runtime.h>

#include <cstdio>

struct Length {
  int meter;
};

template <class Élément>
__global__ void verdopple(Élément* länge) {
  __shared__ int später[32];
  const int été = threadIdx.x;
  später[été] = 2 * länge[été].meter;
  __syncthreads();
  länge[été].meter = später[été];
}

void verdopple_größe(Length* α, int größe) { verdopple<<<1, größe>>>(α); }

int main() {
  Length *α, got[3] = {{3}, {3}, {6}};
  cudaMalloc(&α, sizeof(got));
  cudaMemcpy(α, got, sizeof(got), cudaMemcpyHostToDevice);
  verdopple_größe(α + 1, 2);
  cudaMemcpy(got, α, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", got[0].meter, got[1].meter, got[2].meter);
  cudaFree(α);
}

// One block, in place in global memory: the barrier orders what one thread leaves and another one takes.
// prints: 300 45 9 0
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(int* data) {
  for (int half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) data[threadIdx.x] += data[threadIdx.x + half];
    __syncthreads();
  }
}

// Hillis and Steele's scan: all read, then all write.
__global__ void scan(int* data) {
  for (int distance = 1; distance < blockDim.x; distance *= 2) {
    const int left = threadIdx.x >= distance ? data[threadIdx.x - distance] : 0;
    __syncthreads();
    data[threadIdx.x] += left;
    __syncthreads();
  }
}

// A sort by exchanges of neighbours: even pairs, then odd ones.
__global__ void sort(int* data, int n) {
  for (int round = 0; round < n; ++round) {
    const int i = 2 * threadIdx.x + round % 2;
    if (i + 1 < n && data[i] > data[i + 1]) {
      const int larger = data[i];
      data[i] = data[i + 1];
      data[i + 1] = larger;
    }
    __syncthreads();
  }
}

int main() {
  int values[128], results[4], *data;
  cudaMalloc(&data, sizeof(values));
  for (int i = 0; i < 128; ++i) values[i] = i < 100 ? 3 : 0;
  cudaMemcpy(data, values, sizeof(values), cudaMemcpyHostToDevice);
  sum<<<1, 128>>>(data);
  cudaMemcpy(&results[0], data, sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; ++i) values[i] = i < 10 ? i : 0;
  cudaMemcpy(data, values, sizeof(values), cudaMemcpyHostToDevice);
  scan<<<1, 128>>>(data);
  cudaMemcpy(&results[1], data + 127, sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 10; ++i) values[i] = 9 - i;
  cudaMemcpy(data, values, sizeof(values), cudaMemcpyHostToDevice);
  sort<<<1, 32>>>(data, 10);
  cudaMemcpy(&results[2], data + 9, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&results[3], data, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", results[0], results[1], results[2], results[3]);
  cudaFree(data);
}

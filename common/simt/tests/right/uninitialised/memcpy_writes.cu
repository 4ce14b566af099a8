// memcpy in a kernel, of a size known only when it runs, writes its destination.
// prints: 0 12 21 30
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void copy_rows(char* out, const char* in, int bytes) {
  memcpy(out + threadIdx.x * bytes, in + threadIdx.x * bytes, bytes);
}

__global__ void sum_rows(const int* rows, int length, int* sums) {
  int sum = 0;
  for (int i = 0; i < length; ++i) sum += rows[threadIdx.x * length + i];
  sums[threadIdx.x] = sum;
}

int main() {
  constexpr int kRows = 4, kLength = 3;
  int values[kRows * kLength], sums[kRows];
  for (int i = 0; i < kRows * kLength; ++i) values[i] = i < kLength ? 0 : i;
  int *in, *out, *device_sums;
  cudaMalloc(&in, sizeof(values));
  cudaMalloc(&out, sizeof(values));
  cudaMalloc(&device_sums, sizeof(sums));
  cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
  copy_rows<<<1, kRows>>>(reinterpret_cast<char*>(out), reinterpret_cast<const char*>(in),
                          kLength * static_cast<int>(sizeof(int)));
  sum_rows<<<1, kRows>>>(out, kLength, device_sums);
  const cudaError_t error = cudaMemcpy(sums, device_sums, sizeof(sums), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  std::printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(device_sums);
}

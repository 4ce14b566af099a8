// A static variable in a device function is one of device memory, which all threads share, and keeps its value.
// prints: 100 163 7 6 4
#include <cuda_runtime.h>

#include <cstdio>

struct Counters {
  int calls, last;
};

__device__ int next_ticket() {
  static int next = 100;
  return atomicAdd(&next, 1);
}

__device__ int count_in_struct() {
  static Counters counters;
  return atomicAdd(&counters.last, 3);
}

__device__ int from_table(int i) {
  static const int table[3] = {5, 6, 7};
  return table[i];
}

__global__ void take(int* first, int* last) {
  const int ticket = next_ticket();
  atomicMin(first, ticket);
  atomicMax(last, ticket);
}

__global__ void count(int* out) {
  static int calls[2] = {3, 3};
  auto twice = [](int x) {
    static int times = 1;
    times += 1;
    return times * x;
  };
  out[0] = from_table(2);
  count_in_struct();
  out[1] = count_in_struct() + 3;
  out[2] = ++calls[1];
  if (twice(1) != 2) out[2] = -1;
}

int main() {
  int *out, host[5] = {1000, 0};
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);
  take<<<2, 32>>>(out, out + 1);
  count<<<1, 1>>>(out + 2);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
  return host[0] == 100 && host[1] == 163 ? 0 : 1;
}

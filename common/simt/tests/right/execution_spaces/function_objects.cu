// Function objects of both sides go to a kernel; those of the host go to std::sort.
// prints: 1 4 9 | 31 21 11 | 2
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

struct Descending {
  bool operator()(int a, int b) const { return a > b; }
};

__device__ int plus_ten(int x) { return 10 * x + 1; }

template <class Function>
__global__ void transform(int* values, Function function) {
  const auto at = [=](int i) { return function(i); };
  values[threadIdx.x] = at(values[threadIdx.x]);
}

template <int (*kFunction)(int)>
__global__ void apply(int* values) {
  values[threadIdx.x] = kFunction(values[threadIdx.x]);
}

int main() {
  int *values, got[3] = {1, 2, 3};
  cudaMalloc(&values, sizeof(got));
  cudaMemcpy(values, got, sizeof(got), cudaMemcpyHostToDevice);
  transform<<<1, 3>>>(values, Square{});
  cudaMemcpy(got, values, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d | ", got[0], got[1], got[2]);
  for (int i = 0; i < 3; ++i) got[i] = i + 1;
  cudaMemcpy(values, got, sizeof(got), cudaMemcpyHostToDevice);
  apply<plus_ten><<<1, 3>>>(values);
  cudaMemcpy(got, values, sizeof(got), cudaMemcpyDeviceToHost);
  std::sort(got, got + 3, Descending());
  std::printf("%d %d %d | ", got[0], got[1], got[2]);
  const auto count = std::count_if(got, got + 3, [](int x) { return x > 20; });
  std::printf("%d\n", static_cast<int>(count));
  cudaFree(values);
}

// Structs with pointers to functions: filled in a kernel, called in it by way of the struct.
// prints: 10 24 3
#include <cuda_runtime.h>

#include <cstdio>

struct Operation {
  int (*apply)(int, int);
  int identity;
};

__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }

__device__ Operation operations[2] = {{add, 0}, {multiply, 1}};

__device__ int fold(const int* numbers, int n, Operation operation) {
  int value = operation.identity;
  for (int i = 0; i < n; ++i) value = operation.apply(value, numbers[i]);
  return value;
}

__global__ void fold_all(const int* numbers, int n, int* out) {
  out[threadIdx.x] = fold(numbers, n, operations[threadIdx.x]);
}

struct Callback {
  int (*on_host)(int);
};
int plus_two(int x) { return x + 2; }

int main() {
  const int numbers[4] = {1, 2, 3, 4};
  int *in, *out, results[2];
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  fold_all<<<1, 2>>>(in, 4, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  const Callback callback = {plus_two};
  std::printf("%d %d %d\n", results[0], results[1], callback.on_host(1));
  cudaFree(in);
  cudaFree(out);
}

// Functions of the device that host code chooses: by a variable of the device, by a template argument, by an object.
// prints: 9 8 7 10 4
#include <cuda_runtime.h>

#include <cstdio>

using Function = int (*)(int);

__device__ int square(int x) { return x * x; }
__device__ int twice(int x) { return 2 * x; }
__host__ __device__ int next(int x) { return x + 1; }

__device__ Function square_address = square;

struct Minus {
  int amount;
  __device__ int operator()(int x) const { return x - amount; }
};

__global__ void apply(int* out, int x, Function f) { *out = f(x); }

template <int (*F)(int)>
__global__ void apply_fixed(int* out, int x) {
  *out = F(x);
}

template <class F>
__global__ void apply_object(int* out, int x, F f) {
  *out = f(x);
}

int main() {
  int *out, results[4];
  cudaMalloc(&out, sizeof results);
  Function f = nullptr;
  cudaMemcpyFromSymbol(&f, square_address, sizeof f);
  apply<<<1, 1>>>(out, 3, f);
  apply_fixed<twice><<<1, 1>>>(out + 1, 4);
  apply_object<<<1, 1>>>(out + 2, 9, Minus{2});
  const int square = 10;  // a name of the host's own
  apply_object<<<1, 1>>>(out + 3, square, Minus{0});
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  const Function on_host = next;  // for both sides
  std::printf("%d %d %d %d %d\n", results[0], results[1], results[2], results[3], on_host(3));
  cudaFree(out);
}

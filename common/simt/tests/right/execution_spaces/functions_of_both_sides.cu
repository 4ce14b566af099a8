// Names that are functions of both sides: overloads, other namespaces, what the compiler provides.
// prints: 22 9 5 12
#include <cuda_runtime.h>

#include <cstdio>

namespace reference {
int scaled(int x) { return 3 * x; }
}  // namespace reference

__device__ int scaled(int x) { return 2 * x; }

int half_of(int x) { return x / 2; }
__device__ float half_of(float x) { return x / 2; }

// Declared first, defined behind its use.
__device__ int shifted(int x);

struct Pair {
  int a = 4, b = 5;
  Pair() = default;
  Pair(const Pair&) = default;
  __host__ __device__ int sum() const { return a + b; }
  int printed() const { return std::printf("%d", a); }  // of the host, and only called there
};

__global__ void compute(int* out) {
  const Pair pair;
  Pair copy = pair;
  out[0] = scaled(11);
  out[1] = copy.sum();
  out[2] = static_cast<int>(half_of(10.0f));
  out[3] = shifted(10);
}

__device__ int shifted(int x) { return x + 2; }

int main() {
  int *out, got[4];
  cudaMalloc(&out, sizeof(got));
  compute<<<1, 1>>>(out);
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", got[0], got[1], got[2], got[3]);
  cudaFree(out);
  return reference::scaled(2) == 6 && half_of(4) == 2 && Pair().sum() == 9 ? 0 : 1;
}

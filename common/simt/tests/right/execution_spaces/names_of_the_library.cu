// What device code may use of namespace std, and functions of its own with names of the C library.
// prints: 5 2 42 9 8
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>

struct Generator {
  unsigned state;
  __device__ unsigned rand() { return state = state * 7 + 1; }
};

__device__ int time(int hours, float minutes) { return hours * 60 + static_cast<int>(minutes); }

template <class T>
__device__ void exchange(T& a, T& b) {
  T first = std::move(a);
  a = std::move(b);
  b = std::move(first);
}

__global__ void compute(int* out, float x) {
  static_assert(std::is_same_v<decltype(std::abs(x)), float>);
  Generator generator{1};
  int a = 1, b = 2;
  exchange(a, b);
  const auto toupper = [](int c) { return c - 32; };
  out[0] = static_cast<int>(std::sqrt(x) + std::fabs(-1.0f));
  out[1] = a;
  out[2] = toupper('J');
  out[3] = time(0, 9.0f);
  out[4] = static_cast<int>(generator.rand());
}

int main() {
  int *out, got[5];
  cudaMalloc(&out, sizeof(got));
  compute<<<1, 1>>>(out, 16.0f);
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d\n", got[0], got[1], got[2], got[3], got[4]);
  cudaFree(out);
}

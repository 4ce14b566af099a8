// Of a template, each instance has variables of device memory of its own: static ones of its functions, and those that are
// templates themselves.
// prints: 100 131 1000 40 2 7 3.5 9 64
#include <cuda_runtime.h>

#include <cstdio>

template <class T>
__device__ T scale = 7;
template <>
__device__ double scale<double> = 3.5;
template <class T>
__device__ T scratch[64];

template <class T>
__device__ T next_ticket(T step) {
  static T next = 100, calls;
  atomicAdd(&calls, 1);
  return atomicAdd(&next, step);
}

template <class T>
struct Counter {
  __device__ int count() {
    static int calls[2] = {40, 40};
    return atomicAdd(&calls[1], 1);
  }
};

__global__ void take(int* first, int* last) {
  const int ticket = next_ticket(1);
  atomicMin(first, ticket);
  atomicMax(last, ticket);
}

__global__ void use(int* out, double* factors) {
  for (int i = 0; i < 9; ++i) next_ticket(100u);
  out[0] = static_cast<int>(next_ticket(100u));
  out[1] = Counter<int>().count() + Counter<float>().count() - 40;
  auto twice = [](auto x) {
    static int times;
    times += 1;
    return times * x;
  };
  twice(1);
  out[2] = twice(1) * static_cast<int>(twice(1.0));
  factors[0] = scale<int>;
  factors[1] = scale<double>;
}

__global__ void fill() {
  scratch<int>[threadIdx.x] = 1;
  scale<int> = 9;
}
__global__ void sum(int* out) {
  out[0] = scale<int>;
  out[1] = 0;
  for (int i = 0; i < 64; ++i) out[1] += scratch<int>[i];
}

int main() {
  int *out, host[7] = {1000, 0};
  double *factors, scales[2];
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&factors, sizeof scales);
  cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);
  take<<<1, 32>>>(out, out + 1);
  use<<<1, 1>>>(out + 2, factors);
  fill<<<1, 64>>>();
  sum<<<1, 1>>>(out + 5);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(scales, factors, sizeof scales, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d %g %g %d %d\n", host[0], host[1], host[2], host[3], host[4],
              scales[0], scales[1], host[5], host[6]);
  cudaFree(out);
  cudaFree(factors);
}

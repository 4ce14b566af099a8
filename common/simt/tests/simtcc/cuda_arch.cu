// Code that is not the same for the host and for the device. nvcc agrees with every number:
//   nvcc -std=c++20 -arch=sm_90 --extended-lambda --expt-relaxed-constexpr cuda_arch.cu
#include <cstdio>

#include "cuda_arch.h"
#ifdef __CUDA_ARCH__
#include <limits>
#else
#include <vector>
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#error "an older device"
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* address, double value) { return 0; }
#endif

// Constants and types, and what is made of them.
#ifdef __CUDA_ARCH__
constexpr int kWidth = 32;
using Real = float;
enum Mode { kFast = 10, kSlow };
struct Two {
  int a, b;
};
#else
constexpr int kWidth = 1;
using Real = double;
enum Mode { kFast, kSlow };
struct Two {
  long long a, b;
};
#endif
constexpr int kHalf = kWidth * 10;
namespace inner {
#ifdef __CUDA_ARCH__
const int kDepth = 3;
#else
const int kDepth = 4;
#endif
}  // namespace inner
__host__ __device__ int constants() {
  return kWidth + kHalf + kSlow + static_cast<int>(sizeof(Real) + sizeof(Two)) * 1000 +
         inner::kDepth * 100000;
}
__device__ int width_of_device = kWidth;
__constant__ int arch_of_device =
#ifdef __CUDA_ARCH__
    __CUDA_ARCH__;
#else
    0;
#endif

// Functions.
__host__ __device__ int arch() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}
__host__ __device__ constexpr int constant_function(int x) {
#ifdef __CUDA_ARCH__
  return x + 1;
#else
  return x + 2;
#endif
}
#ifdef __CUDA_ARCH__
__device__ int of_one_only() { return 5; }
#else
int of_one_only() { return static_cast<int>(std::vector<int>(6).size()); }
#endif
#ifdef __CUDA_ARCH__
__device__ int largest() { return (1 << std::numeric_limits<signed char>::digits) - 1; }
#endif
template <class T>
__host__ __device__ __forceinline__ T twice(T x) {
#if __CUDA_ARCH__ >= 700
  return 2 * x;
#else
  x += 1;
  return 2 * x;
#endif
}
// Unbraced, in the middle of an expression, and with a local array.
__host__ __device__ int in_the_middle(int x) {
  int table[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i)
    if (x > i)
      table[i] =
#ifdef __CUDA_ARCH__
          10 *
#endif
          table[(i + x) % 4];
    else
      table[i] = 0;
  return table[0] + table[1] + table[2] + table[3];
}
// A function of the device text uses what is the same for both.
__host__ __device__ int calls_both(int x) { return arch() + twice(x); }

struct Shape {
  int sides;
  __host__ __device__ explicit Shape(int n) : sides(n) {
#ifndef __CUDA_ARCH__
    sides += 100;
#endif
  }
#ifndef __CUDA_ARCH__
  ~Shape() { ++destroyed; }
  static int destroyed;
#endif
  __host__ __device__ int get() const {
#ifdef __CUDA_ARCH__
    return sides + 1000;
#else
    return sides + 2000;
#endif
  }
  __host__ __device__ operator int() const {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
  }
  __host__ __device__ Shape& operator+=(const Shape& other) {
#ifdef __CUDA_ARCH__
    sides += other.sides;
#else
    sides -= other.sides;
#endif
    return *this;
  }
  template <class T>
  __host__ __device__ T as() const;
  __host__ __device__ int outside() const;
#ifdef __CUDA_ARCH__
  __device__ int device_member() const { return 8; }
#endif
};
#ifndef __CUDA_ARCH__
int Shape::destroyed = 0;
#endif
template <class T>
__host__ __device__ T Shape::as() const {
#ifdef __CUDA_ARCH__
  return T(sides) / 2;
#else
  return T(sides);
#endif
}
__host__ __device__ int Shape::outside() const {
#ifdef __CUDA_ARCH__
  return sides * 3;
#else
  return sides * 4;
#endif
}

// Kernels.
template <class T>
__global__ void in_body(T* out) {
#if __CUDA_ARCH__ >= 700
  *out = 7;
#endif
}
#ifdef __CUDA_ARCH__
__global__ void whole(int* out) {
  out[0] = of_one_only();
  out[1] = Shape(1).device_member();
  out[2] = largest();
}
#else
__global__ void whole(int* out);
#endif
template <class F>
__global__ void call(F f, int* out) {
  *out = f(3);
}
__global__ void all(int* out) {
  out[0] = constants(), out[1] = width_of_device, out[2] = arch_of_device, out[3] = arch();
  out[4] = constant_function(3), out[5] = twice(20), out[6] = in_the_middle(2);
  out[7] = calls_both(1), out[8] = by_macro(), out[9] = by_value(3);
  Shape shape(3);
  shape += Shape(2);
  out[10] = shape.get(), out[11] = static_cast<int>(shape), out[12] = shape.as<int>();
  out[13] = shape.outside();
  auto local = [](int x) {
#ifdef __CUDA_ARCH__
    return x;
#else
    return -x;
#endif
  };
  out[14] = local(9);
}

int failures = 0;
void expect(const char* what, int line, int expected, int got) {
  if (expected == got) return;
  ++failures;
  std::printf("%s in line %d: expected %d, got %d\n", what, line, expected, got);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 15 * sizeof(int));
  const auto get = [&](int i) {
    cudaDeviceSynchronize();
    return out[i];
  };
  expect("line", 216, 216, __LINE__);
  expect("body", __LINE__, 7, (in_body<<<1, 1>>>(out), get(0)));
  whole<<<1, 1>>>(out);
  expect("one only", __LINE__, 5, get(0));
  expect("one only", __LINE__, 8, get(1));
  expect("one only", __LINE__, 127, get(2));
  expect("one only", __LINE__, 6, of_one_only());

  const int on_device[] = {312363, 32, 900, 900, 4, 40, 70, 902, 1, 9, 1005, 1, 2, 15, 9};
  all<<<1, 1>>>(out);
  for (int i = 0; i < 15; ++i) expect("device", i, on_device[i], get(i));
  int width = 0;
  cudaMemcpyFromSymbol(&width, width_of_device, sizeof(int));
  expect("variable of the device", __LINE__, 32, width);
  expect("constants", __LINE__, 424012, constants());
  expect("arch", __LINE__, 0, arch());
  expect("constant function", __LINE__, 5, constant_function(3));
  expect("twice", __LINE__, 42, twice(20));
  expect("in the middle", __LINE__, 7, in_the_middle(2));
  expect("calls both", __LINE__, 4, calls_both(1));
  expect("macro", __LINE__, 2, by_macro());
  expect("value", __LINE__, 3, by_value(3));
  {
    Shape shape(3);
    shape += Shape(2);
    expect("get", __LINE__, 2001, shape.get());
    expect("conversion", __LINE__, 2, static_cast<int>(shape));
    expect("template", __LINE__, 1, shape.as<int>());
    expect("outside", __LINE__, 4, shape.outside());
  }
#ifndef __CUDA_ARCH__
  expect("destroyed", __LINE__, 2, Shape::destroyed);
#endif

  call<<<1, 1>>>(
      [=] __device__(int x) {
#ifdef __CUDA_ARCH__
        return x + 10;
#else
        return x;
#endif
      },
      out);
  expect("device lambda", __LINE__, 13, get(0));
  const auto both = [] __host__ __device__(int x) {
#ifdef __CUDA_ARCH__
    return x + 70;
#else
    return x + 60;
#endif
  };
  expect("lambda", __LINE__, 61, both(1));
  call<<<1, 1>>>(both, out);
  expect("lambda", __LINE__, 73, get(0));
#ifdef __CUDA_ARCH__
  expect("host code", __LINE__, 0, 1);
#endif
  cudaFree(out);
  if (cudaGetLastError() != cudaSuccess) ++failures;
  if (failures == 0) std::printf("PASS\n");
  return failures == 0 ? 0 : 1;
}

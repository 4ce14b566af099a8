// What the counters of small kernels are, access by access: what the source says, whatever g++ would
// like to move, merge or drop. Only the model has these counters; where nvcc's code is the same, it
// is what Nsight Compute counts, too.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstring>

#include "counts_test.cuh"

namespace {

// Loads that only one branch needs -------------------------------------------------------------

__global__ void load_before_branch(const float* in, float* out) {
  const float v = in[threadIdx.x];
  if (threadIdx.x < 32) out[threadIdx.x] = v;
}
__global__ void load_before_return(const float* in, float* out, int n) {
  const float v = in[threadIdx.x];
  if (static_cast<int>(threadIdx.x) >= n) return;
  out[threadIdx.x] = v;
}
__global__ void load_before_two_branches(const float* in, float* out) {
  const float v = in[threadIdx.x];
  float w = 0;
  if (threadIdx.x / 32 == 0) {
    w = v * 2;
  } else if (threadIdx.x / 32 == 1) {
    w = v + 1;
  }
  out[threadIdx.x] = w;
}
__global__ void load_before_branch_in_loop(const float* in, float* out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const float v = in[k * 128 + threadIdx.x];
    if (k % 2 == 1) sum += v;
  }
  out[threadIdx.x] = sum;
}
__global__ void shared_load_before_branch(const float* in, float* out) {
  __shared__ float values[128];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float v = values[threadIdx.x ^ 1];
  if (threadIdx.x < 32) out[threadIdx.x] = v;
}

TEST(Counts, ALoadStaysWhereItIsWritten) {
  EXPECT_EQ(of_floats(load_before_branch), (Requests{4, 1}));
  EXPECT_EQ(of_floats(load_before_return, 64), (Requests{4, 2}));
  EXPECT_EQ(of_floats(load_before_two_branches), (Requests{4, 4}));
  EXPECT_EQ(of_floats(load_before_branch_in_loop, 8), (Requests{32, 4}));
  EXPECT_EQ(of_floats(shared_load_before_branch), (Requests{4, 1, 4, 4}));
}

// Stores in branches ---------------------------------------------------------------------------

__global__ void store_in_branch(const float* in, float* out) {
  __shared__ float values[128];
  values[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 32) values[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 1];
}
__global__ void store_in_both_branches(const float* in, float* out) {
  const float v = in[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = v * 2;
  } else {
    out[threadIdx.x] = v + 1;
  }
}
__global__ void store_if_larger(const float* in, float* out) {
  if (in[threadIdx.x] > out[threadIdx.x]) out[threadIdx.x] = in[threadIdx.x];
}

TEST(Counts, AStoreInABranchIsNoStoreOfAllLanesAndNoLoad) {
  EXPECT_EQ(of_floats(store_in_branch), (Requests{4, 4, 4, 5}));
  EXPECT_EQ(of_floats(store_in_both_branches), (Requests{4, 8}));
  EXPECT_EQ(of_floats(store_if_larger), (Requests{8, 0}));
}

// The same load twice --------------------------------------------------------------------------

__global__ void load_twice(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x + 128] = in[threadIdx.x];
}
__global__ void load_twice_restricted(const float* __restrict__ in, float* __restrict__ out) {
  out[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x + 128] = in[threadIdx.x];
}
__global__ void load_in_one_expression(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x] + in[threadIdx.x];
}
__global__ void load_in_branch_and_behind(const float* in, float* out) {
  float v = 1;
  if (threadIdx.x % 2 == 0) v = in[threadIdx.x];
  out[threadIdx.x] = v + in[threadIdx.x];
}

TEST(Counts, AStoreBetweenTwoLoadsMakesThemTwoUnlessItIsElsewhere) {
  EXPECT_EQ(of_floats(load_twice), (Requests{8, 8}));
  EXPECT_EQ(of_floats(load_twice_restricted), (Requests{4, 8}));
  EXPECT_EQ(of_floats(load_in_one_expression), (Requests{4, 4}));
  EXPECT_EQ(of_floats(load_in_branch_and_behind), (Requests{8, 4}));
}

// Structs: nvcc moves them in pieces of their alignment, of at most 16 bytes -------------------

struct DoubleAndInt {
  double d;
  int i;
};
struct TwoLongs {
  long long a, b;
};
struct Float2AndInts {
  float2 f;
  int a, b;
};
struct alignas(8) FourInts {
  int a, b, c, d;
};
struct alignas(16) FourAlignedInts {
  int a, b, c, d;
};
struct ThreeDoubles {
  double a, b, c;
};
struct SixFloats {
  float v[6];
};
struct alignas(16) EightFloats {
  float v[8];
};
struct ThreeFloats {
  float x, y, z;
};
struct FourFloats {
  float x, y, z, w;
};
struct TwoInts {
  int x, y;
};
struct ThreeShorts {
  short a, b, c;
};
struct TwoShorts {
  short a, b;
};
struct ThreeChars {
  char c[3];
};
struct EightChars {
  char c[8];
};
struct Nested {
  double2 a;
  float4 b;
  int4 c;
};
struct Node {
  TwoLongs pair;
  long long next;
};

template <class T>
__global__ void copy(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
template <class T>
__global__ void copy_by_shared(const T* in, T* out) {
  __shared__ T values[32];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 1];
}
template <class T>
struct View {
  T* data;
};
template <class T>
__global__ void copy_views(View<const T> in, View<T> out) {
  out.data[threadIdx.x] = in.data[threadIdx.x];
}
template <class T>
__global__ void copy_untyped(const void* in, void* out) {
  static_cast<T*>(out)[threadIdx.x] = static_cast<const T*>(in)[threadIdx.x];
}
template <class T>
__global__ void copy_dynamic(const T* in, T* out) {
  extern __shared__ T dynamic[];
  dynamic[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = dynamic[threadIdx.x ^ 1];
}

template <class T>
void expect_pieces(std::uint64_t n) {
  const DeviceBuffer<T> in(32), out(32);
  T* const to = out.data();
  const T* const from = in.data();
  EXPECT_EQ(requests_of([&] { copy<T><<<1, 32>>>(from, to); }), (Requests{n, n}));
  EXPECT_EQ(requests_of([&] { copy_by_shared<T><<<1, 32>>>(from, to); }), (Requests{n, n, n, n}));
  EXPECT_EQ(requests_of([&] { copy_views<T><<<1, 32>>>(View<const T>{from}, View<T>{to}); }),
            (Requests{n, n}));
  EXPECT_EQ(requests_of([&] { copy_untyped<T><<<1, 32>>>(from, to); }), (Requests{n, n}));
}

TEST(Counts, AStructIsAsManyAccessesAsItsAlignmentAsksFor) {
  expect_pieces<DoubleAndInt>(2);
  expect_pieces<TwoLongs>(2);
  expect_pieces<Float2AndInts>(2);
  expect_pieces<FourInts>(2);
  expect_pieces<FourAlignedInts>(1);
  expect_pieces<ThreeDoubles>(3);
  expect_pieces<double3>(3);
  expect_pieces<SixFloats>(6);
  expect_pieces<EightFloats>(2);
  expect_pieces<ThreeFloats>(3);
  expect_pieces<float3>(3);
  expect_pieces<FourFloats>(4);
  expect_pieces<TwoInts>(2);
  expect_pieces<ThreeShorts>(3);
  expect_pieces<TwoShorts>(2);
  expect_pieces<ThreeChars>(3);
  expect_pieces<EightChars>(8);
  expect_pieces<Nested>(3);
}

TEST(Counts, AVectorIsOneAccess) {
  expect_pieces<float2>(1);
  expect_pieces<float4>(1);
  expect_pieces<double2>(1);
  expect_pieces<longlong2>(1);
  expect_pieces<uchar4>(1);
}

TEST(Counts, DynamicSharedMemoryIsWhatItIsDeclaredAs) {
  const DeviceBuffer<TwoLongs> in(32), out(32);
  EXPECT_EQ(requests_of([&] {
              copy_dynamic<TwoLongs><<<1, 32, 32 * sizeof(TwoLongs)>>>(in.data(), out.data());
            }),
            (Requests{2, 2, 2, 2}));
}

__global__ void copy_member(const TwoLongs* in, Node* out) {
  out[threadIdx.x].pair = in[threadIdx.x];
}
__global__ void read_members(const DoubleAndInt* in, double* out) {
  out[threadIdx.x] = in[threadIdx.x].d + in[threadIdx.x].i;
}

TEST(Counts, MembersOfStructs) {
  const DeviceBuffer<TwoLongs> in(32);
  const DeviceBuffer<Node> nodes(32);  // every second pair begins in the middle of 16 bytes
  EXPECT_EQ(requests_of([&] { copy_member<<<1, 32>>>(in.data(), nodes.data()); }),
            (Requests{2, 2}));
  const DeviceBuffer<DoubleAndInt> pairs(32);
  const DeviceBuffer<double> sums(32);
  EXPECT_EQ(requests_of([&] { read_members<<<1, 32>>>(pairs.data(), sums.data()); }),
            (Requests{2, 1}));
}

template <class Vector, class T>
__global__ void copy_as(const T* in, T* out) {
  reinterpret_cast<Vector*>(out)[threadIdx.x] = reinterpret_cast<const Vector*>(in)[threadIdx.x];
}

TEST(Counts, MemoryOfNumbersMayBeUsedAsVectors) {
  const DeviceBuffer<float> floats(256);
  EXPECT_EQ(requests_of([&] { copy_as<float4><<<1, 32>>>(floats.data(), floats.data() + 128); }),
            (Requests{1, 1}));
  const DeviceBuffer<double> doubles(128);
  EXPECT_EQ(requests_of([&] { copy_as<double2><<<1, 32>>>(doubles.data(), doubles.data() + 64); }),
            (Requests{1, 1}));
  // The kernel says what it takes the memory for.
  const DeviceBuffer<TwoLongs> pairs(64);
  auto* const vectors = reinterpret_cast<longlong2*>(pairs.data());
  EXPECT_EQ(requests_of([&] { copy<longlong2><<<1, 32>>>(vectors, vectors + 32); }),
            (Requests{1, 1}));
}

__device__ TwoLongs pairs_of_device[32];
__device__ longlong2 vectors_of_device[32];
__global__ void copy_variables(TwoLongs* out, longlong2* vectors) {
  out[threadIdx.x] = pairs_of_device[threadIdx.x];
  vectors[threadIdx.x] = vectors_of_device[threadIdx.x];
}

TEST(Counts, DeviceVariables) {
  const DeviceBuffer<TwoLongs> pairs(32);
  const DeviceBuffer<longlong2> vectors(32);
  EXPECT_EQ(requests_of([&] { copy_variables<<<1, 32>>>(pairs.data(), vectors.data()); }),
            (Requests{3, 3}));
}

// memcpy and memset: bytes, but for shared memory ----------------------------------------------

__global__ void copy_run_time(const float* in, float* out, int bytes) {
  memcpy(out + threadIdx.x * 4, in + threadIdx.x * 4, bytes);
}
__global__ void copy_constant(const float* in, float* out) {
  std::memcpy(out + threadIdx.x * 4, in + threadIdx.x * 4, 16);
}
__global__ void copy_builtin(const float* in, float* out) {
  __builtin_memcpy(out + threadIdx.x, in + threadIdx.x, 4);
}
__global__ void move_constant(const float* in, float* out) {
  memmove(out + threadIdx.x, in + threadIdx.x, 4);
}
__global__ void copy_to_variable(const float* in, float* out) {
  float v;
  memcpy(&v, in + threadIdx.x, sizeof v);
  out[threadIdx.x] = v;
}
__global__ void copy_bits(const float* in, float* out) {
  const float v = in[threadIdx.x];
  int bits;
  memcpy(&bits, &v, sizeof bits);
  out[threadIdx.x] = static_cast<float>(bits);
}
__global__ void copy_ragged(const float* in, float* out) {
  memcpy(out + threadIdx.x * 4, in + threadIdx.x * 4, threadIdx.x % 16 + 1);
}
__global__ void set_run_time(const float*, float* out, int bytes) {
  memset(out + threadIdx.x * 4, 0, bytes);
}
__global__ void set_constant(const float*, float* out) { memset(out + threadIdx.x * 4, 1, 16); }
__global__ void set_shared(const float*, float* out) {
  __shared__ float values[128];
  if (threadIdx.x == 0) std::memset(values, 0, sizeof values);
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}
__global__ void copy_to_shared(const float* in, float* out) {
  __shared__ float values[128];
  memcpy(&values[threadIdx.x], in + threadIdx.x, 4);
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 1];
}

TEST(Counts, MemoryFunctionsGoByteByByte) {
  EXPECT_EQ(of_floats(copy_run_time, 12), (Requests{48, 48}));
  EXPECT_EQ(of_floats(copy_run_time, 0), (Requests{0, 0}));
  EXPECT_EQ(of_floats(copy_constant), (Requests{64, 64}));
  EXPECT_EQ(of_floats(copy_builtin), (Requests{16, 16}));
  EXPECT_EQ(of_floats(move_constant), (Requests{16, 16}));
  EXPECT_EQ(of_floats(copy_to_variable), (Requests{16, 4}));
  EXPECT_EQ(of_floats(copy_bits), (Requests{4, 4}));
  EXPECT_EQ(of_floats(copy_ragged), (Requests{64, 64}));
  EXPECT_EQ(of_floats(set_run_time, 12), (Requests{0, 48}));
  EXPECT_EQ(of_floats(set_constant), (Requests{0, 64}));
}

TEST(Counts, MemoryFunctionsInSharedMemoryGoWordByWord) {
  EXPECT_EQ(of_floats(set_shared), (Requests{0, 4, 4, 128}));
  EXPECT_EQ(of_floats(copy_to_shared), (Requests{16, 4, 4, 16}));
}

// What warps do together, and copies by 16 bytes ------------------------------------------------

/// Of 16 bytes, as many are read as there are; the others become zeros.
__global__ void copy_with_zeros(const float* in, float* out, int bytes) {
  __shared__ float4 values[128];
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&values[threadIdx.x]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place),
               "l"(in + 4 * threadIdx.x), "r"(bytes)
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = values[threadIdx.x].w;
}
__global__ void load_matrices(const float* in, float* out) {
  __shared__ float4 rows[128];
  rows[threadIdx.x] = reinterpret_cast<const float4*>(in)[threadIdx.x];
  __syncthreads();
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&rows[threadIdx.x]));
  unsigned r0, r1;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(r0), "=r"(r1)
               : "r"(place)
               : "memory");
  out[threadIdx.x] = __uint_as_float(r0 + r1);
}

TEST(Counts, ACopyWithZerosGoesInWords) {
  EXPECT_EQ(of_floats(copy_with_zeros, 16), (Requests{4, 4, 4, 4}));
  EXPECT_EQ(of_floats(copy_with_zeros, 0), (Requests{0, 4, 4, 4}));
  EXPECT_EQ(of_floats(copy_with_zeros, 8), (Requests{4, 4, 4, 8}));
}

TEST(Counts, MatricesAreOneRequest) { EXPECT_EQ(of_floats(load_matrices), (Requests{4, 4, 4, 4})); }

}  // namespace

// nvcuda::wmma: products of fragments of every shape, type and layout against plain ones.
// supports: <mma.h>: fragments of 16 × 16 × 16, 32 × 8 × 16 and 8 × 32 × 16 (__half, __nv_bfloat16, signed char, unsigned char), 16 × 16 × 8 (tf32), 8 × 8 × 4 (double); fill_fragment, load_matrix_sync, store_matrix_sync, mma_sync, `x[]` and num_elements, __float_to_tf32
#include <gtest/gtest.h>

#include <cuda_runtime.h>
#include <mma.h>

#include <cmath>
#include <random>
#include <type_traits>
#include <vector>

#include "../device_test.cuh"

namespace {

namespace wmma = nvcuda::wmma;

/// What lies in memory for an element of a fragment.
template <class T>
using InMemory = std::conditional_t<std::is_same_v<T, wmma::precision::tf32>, float, T>;

template <class T>
T number(double value) {
  return T(static_cast<float>(value));
}
template <class T>
__host__ __device__ double value_of(T number) {
  return static_cast<double>(static_cast<float>(number));
}

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C, class D>
struct Case {
  using Element = InMemory<T>;
  static constexpr int kM = m, kN = n, kK = k;
  // Rows (or columns) in memory are longer than those of the matrix.
  static constexpr int stride(int length) { return length <= 16 ? 32 : 48; }
  static constexpr int kStrideA = stride(std::is_same_v<LayoutA, wmma::row_major> ? k : m);
  static constexpr int kStrideB = stride(std::is_same_v<LayoutB, wmma::row_major> ? n : k);
  static constexpr int kStrideC = (m > n ? m : n) + 8;
  static constexpr int kSize = 48 * 48;

  template <bool in_shared>
  static __device__ void multiply(D* d, const Element* a, const Element* b, const C* c,
                                  wmma::layout_t layout) {
    __shared__ alignas(32) Element tiles[in_shared ? 2 : 1][in_shared ? kSize : 1];
    if constexpr (in_shared) {
      for (int i = threadIdx.x; i < kSize; i += 32) tiles[0][i] = a[i], tiles[1][i] = b[i];
      __syncwarp();
      a = tiles[0], b = tiles[1];
    }
    wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> of_a;
    wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> of_b;
    wmma::fragment<wmma::accumulator, m, n, k, C> sums;
    wmma::fragment<wmma::accumulator, m, n, k, D> results;
    wmma::load_matrix_sync(of_a, a, kStrideA);
    wmma::load_matrix_sync(of_b, b, kStrideB);
    wmma::load_matrix_sync(sums, c, kStrideC, layout);
    wmma::mma_sync(results, of_a, of_b, sums);
    for (int i = 0; i < results.num_elements; ++i) {
      results.x[i] = D(results.x[i] + results.x[i]);
    }
    wmma::store_matrix_sync(d, results, kStrideC, layout);
  }
};

template <class Case, bool in_shared, class D, class C>
__global__ void multiply(D* d, const typename Case::Element* a, const typename Case::Element* b,
                         const C* c, wmma::layout_t layout) {
  Case::template multiply<in_shared>(d, a, b, c, layout);
}

template <class Case, bool in_shared, class C, class D, bool a_by_rows, bool b_by_rows>
void compare(wmma::layout_t layout) {
  using Element = typename Case::Element;
  std::mt19937 generator(7);
  const auto random = [&] {
    const int low = std::is_same_v<Element, unsigned char> ? 0 : -8;
    return std::uniform_int_distribution<int>(low, 8)(generator);
  };
  std::vector<Element> a(Case::kSize), b(Case::kSize);
  std::vector<C> c(Case::kSize);
  for (Element& x : a) x = number<Element>(random());
  for (Element& x : b) x = number<Element>(random());
  for (C& x : c) x = number<C>(random());
  const DeviceBuffer<Element> of_a(a), of_b(b);
  const DeviceBuffer<C> of_c(c);
  const std::vector<D> d = run_kernel<D>(Case::kSize, [&](D* out) {
    multiply<Case, in_shared><<<1, 32>>>(out, of_a.data(), of_b.data(), of_c.data(), layout);
  });
  for (int row = 0; row < Case::kM; ++row) {
    for (int column = 0; column < Case::kN; ++column) {
      const int place = layout == wmma::mem_row_major ? row * Case::kStrideC + column
                                                      : column * Case::kStrideC + row;
      double sum = value_of(c[place]);
      for (int k = 0; k < Case::kK; ++k) {
        const int at_a = a_by_rows ? row * Case::kStrideA + k : k * Case::kStrideA + row;
        const int at_b = b_by_rows ? k * Case::kStrideB + column : column * Case::kStrideB + k;
        sum += value_of(a[at_a]) * value_of(b[at_b]);
      }
      ASSERT_EQ(value_of(d[place]), 2 * sum)
          << row << ", " << column << (in_shared ? " in shared memory" : "");
    }
  }
}

template <int m, int n, int k, class T, class C, class D = C>
void compare_layouts() {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  using Rows = wmma::row_major;
  using Columns = wmma::col_major;
  compare<Case<m, n, k, T, Rows, Rows, C, D>, true, C, D, true, true>(wmma::mem_row_major);
  compare<Case<m, n, k, T, Rows, Rows, C, D>, false, C, D, true, true>(wmma::mem_col_major);
  compare<Case<m, n, k, T, Rows, Columns, C, D>, true, C, D, true, false>(wmma::mem_col_major);
  compare<Case<m, n, k, T, Columns, Rows, C, D>, true, C, D, false, true>(wmma::mem_row_major);
  compare<Case<m, n, k, T, Columns, Columns, C, D>, false, C, D, false, false>(wmma::mem_row_major);
}

TEST(Wmma, Halves) {
  compare_layouts<16, 16, 16, __half, float>();
  compare_layouts<32, 8, 16, __half, float>();
  compare_layouts<8, 32, 16, __half, float>();
}
TEST(Wmma, SumsOfHalves) {
  compare_layouts<16, 16, 16, __half, __half>();
  compare_layouts<32, 8, 16, __half, __half>();
  compare_layouts<8, 32, 16, __half, __half>();
  compare_layouts<16, 16, 16, __half, __half, float>();
  compare_layouts<16, 16, 16, __half, float, __half>();
}
TEST(Wmma, Bfloats) {
  compare_layouts<16, 16, 16, __nv_bfloat16, float>();
  compare_layouts<32, 8, 16, __nv_bfloat16, float>();
  compare_layouts<8, 32, 16, __nv_bfloat16, float>();
}
TEST(Wmma, Bytes) {
  compare_layouts<16, 16, 16, signed char, int>();
  compare_layouts<32, 8, 16, signed char, int>();
  compare_layouts<8, 32, 16, signed char, int>();
  compare_layouts<16, 16, 16, unsigned char, int>();
}
TEST(Wmma, Tf32) { compare_layouts<16, 16, 8, wmma::precision::tf32, float>(); }
TEST(Wmma, Doubles) { compare_layouts<8, 8, 4, double, double>(); }

/// The elements of every lane, where each is its place in memory.
template <class Use, int m, int n, class T, class Layout>
__global__ void places(int* out, const T* in, unsigned stride) {
  wmma::fragment<Use, m, n, 16, T, Layout> f;
  if constexpr (std::is_same_v<Use, wmma::accumulator>) {
    wmma::load_matrix_sync(f, in, stride, wmma::mem_row_major);
  } else {
    wmma::load_matrix_sync(f, in, stride);
  }
  for (int i = 0; i < f.num_elements; ++i) {
    out[16 * threadIdx.x + i] = static_cast<int>(value_of(f.x[i]));
  }
}
/// @param place of element i of a lane, (across the registers' rows, along them)
template <class Use, int m, int n, class T, class Layout, class Place>
void expect_places(unsigned stride, int elements, Place place) {
  std::vector<T> in(1024);
  for (int i = 0; i < 1024; ++i) in[i] = number<T>(i);
  const DeviceBuffer<T> of_in(in);
  const auto d = run_kernel<int>(
      512, [&](int* out) { places<Use, m, n, T, Layout><<<1, 32>>>(out, of_in.data(), stride); });
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < elements; ++i) {
      ASSERT_EQ(d[16 * lane + i], place(lane / 4, lane % 4, i)) << lane << ", " << i;
    }
  }
}

// CUDA leaves it open; GPUs of compute capability 8.0 and later have it so, and the CPU backend does.
TEST(Wmma, ElementsLieAsInMma) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  using Rows = wmma::row_major;
  using Columns = wmma::col_major;
  const auto of_a = [](int group, int lane, int i) {
    return (group + i / 2 % 2 * 8) * 16 + 2 * lane + i % 2 + i / 4 % 2 * 8;
  };
  const auto of_a_by_columns = [](int group, int lane, int i) {
    return (2 * lane + i % 2 + i / 4 % 2 * 8) * 16 + group + i / 2 % 2 * 8;
  };
  const auto of_b_by_columns = [](int group, int lane, int i) {
    return (group + i / 4 % 2 * 8) * 16 + 2 * lane + i % 2 + i / 2 % 2 * 8;
  };
  const auto of_sums = [](int group, int lane, int i) {
    return (group + i / 2 % 2 * 8) * 16 + 2 * lane + i % 2 + i / 4 * 8;
  };
  const auto of_sums_8_by_32 = [](int group, int lane, int i) {
    return (2 * lane + i % 2) * 32 + group + i / 2 * 8;
  };
  expect_places<wmma::matrix_a, 16, 16, __half, Rows>(16, 16, of_a);
  expect_places<wmma::matrix_a, 16, 16, __half, Columns>(16, 16, of_a_by_columns);
  expect_places<wmma::matrix_a, 16, 16, __nv_bfloat16, Rows>(16, 8, of_a);
  expect_places<wmma::matrix_b, 16, 16, __half, Columns>(16, 16, of_b_by_columns);
  expect_places<wmma::accumulator, 16, 16, float, void>(16, 8, of_sums);
  expect_places<wmma::accumulator, 8, 32, float, void>(32, 8, of_sums_8_by_32);
}

__global__ void filled(float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  static_assert(a.num_elements == 16 && b.num_elements == 16 && sums.num_elements == 8);
  wmma::fill_fragment(a, __float2half(0.5f));
  wmma::fill_fragment(b, __float2half(3));
  wmma::fill_fragment(sums, 1.0f);
  wmma::mma_sync(sums, a, b, sums);
  wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);
}
TEST(Wmma, FillsFragments) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  for (const float x : run_kernel<float>(256, [](float* out) { filled<<<1, 32>>>(out); }))
    ASSERT_EQ(x, 25);
}

__global__ void saturated(int* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sums;
  wmma::fill_fragment(a, static_cast<signed char>(127));
  wmma::fill_fragment(b, static_cast<signed char>(127));
  wmma::fill_fragment(sums, 0x7ffffff0);
  wmma::mma_sync(sums, a, b, sums, true);
  wmma::store_matrix_sync(out, sums, 16, wmma::mem_col_major);
}
TEST(Wmma, SaturatesIntegers) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  for (const int x : run_kernel<int>(256, [](int* out) { saturated<<<1, 32>>>(out); }))
    ASSERT_EQ(x, 0x7fffffff);
}

__global__ void rounded(float* out) {
  out[0] = wmma::__float_to_tf32(1 + 0x1p-11f);
  out[1] = wmma::__float_to_tf32(1 + 0x1p-12f);
  out[2] = wmma::__float_to_tf32(-1 - 3 * 0x1p-11f);
}
TEST(Wmma, RoundsToTf32) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  const auto d = run_kernel<float>(3, [](float* out) { rounded<<<1, 1>>>(out); });
  EXPECT_EQ(d[0], 1 + 0x1p-10f);
  EXPECT_EQ(d[1], 1);
  EXPECT_EQ(d[2], -1 - 0x1p-9f);
}

}  // namespace

// Tiles: what each function of <cuda_tile.h> computes, against the same on the host.
// supports: <cuda_tile.h>: tiles, shapes, extents and layouts, `partition_view`, `strided_view`, `gather_scatter_view`,
//     masks and padding, tiles of pointers, operators, reductions, scans, `mma`, `matmul`, casts, `select`, `iota`,
//     atomic operations, `assume_aligned`, `assume_divisible`, `assume_bounded`
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "../device_test.cuh"

namespace {

namespace ct = cuda::tiles;
using namespace ct::literals;

using Row = ct::shape<64>;
using Square = ct::shape<8, 8>;
template <class E>
using RowOf = ct::tile<E, Row>;

/// The i-th of several rows of 64 results.
template <class T>
__tile__ void put(T* out, int i, RowOf<T> tile) {
  ct::store(out + i * 64 + ct::iota<RowOf<int>>(), tile);
}

__tile_global__ void compute_floats(float* out) {
  const auto x = ct::element_cast<float>(ct::iota<RowOf<int>>()) * 0.25f - 4.0f;
  put(out, 0, x + 1);
  put(out, 1, x * x - x / 2.0f);
  put(out, 2, ct::select(x < 0.0f, -x, x * 3.0f));
  put(out, 3, ct::max(x, ct::full<RowOf<float>>(1.5f)));
  put(out, 4, ct::exp(x));
  put(out, 5, ct::rsqrt(ct::abs(x) + 1.0f));
  put(out, 6, ct::fma(x, x, x));
  put(out, 7, ct::partial_sum(x, 0_ic));
  put(out, 8, ct::partial_sum<0, ct::scan_direction::backward>(x));
  put(out, 9, RowOf<float>(ct::element_cast<float>(x >= 1.0f)));
}

TEST(Tiles, FloatsElementByElement) {
  const auto out = run_kernel<float>(10 * 64, [](float* o) { compute_floats<<<1, 1>>>(o); });
  float forward = 0;
  for (int i = 0; i < 64; ++i) {
    const float x = static_cast<float>(i) * 0.25f - 4;
    float backward = 0;
    for (int k = i; k < 64; ++k) backward += static_cast<float>(k) * 0.25f - 4;
    forward += x;
    EXPECT_EQ(out[i], x + 1);
    EXPECT_EQ(out[64 + i], x * x - x / 2);
    EXPECT_EQ(out[128 + i], x < 0 ? -x : x * 3);
    EXPECT_EQ(out[192 + i], std::max(x, 1.5f));
    EXPECT_NEAR(out[256 + i], std::exp(x), 1e-5 * std::exp(x));
    EXPECT_NEAR(out[320 + i], 1 / std::sqrt(std::abs(x) + 1), 1e-6);
    EXPECT_EQ(out[384 + i], std::fma(x, x, x));
    EXPECT_EQ(out[448 + i], forward);
    EXPECT_EQ(out[512 + i], backward);
    EXPECT_EQ(out[576 + i], x >= 1 ? 1 : 0);
  }
}

__tile_global__ void compute_integers(int* out) {
  const auto i = ct::iota<RowOf<int>>();
  put(out, 0, i % 7);
  put(out, 1, (i << 2) ^ (i >> 1));
  put(out, 2, ct::floordiv(i - 32, 5));
  put(out, 3, ct::ceildiv(i, 5));
  put(out, 4, ct::element_cast<int>(i > 3 && !(i > 40)));
  put(out, 5, ct::element_cast<int>((ct::element_cast<float>(i) - 32.0f) * 0.4f));
  put(out, 6, (i & 12) | ~i);
  put(out, 7, ct::element_bitcast<int>(ct::element_cast<float>(i)));
}

TEST(Tiles, IntegersElementByElement) {
  const auto out = run_kernel<int>(8 * 64, [](int* o) { compute_integers<<<1, 1>>>(o); });
  for (int i = 0; i < 64; ++i) {
    const auto as_float = static_cast<float>(i);
    EXPECT_EQ(out[i], i % 7);
    EXPECT_EQ(out[64 + i], (i << 2) ^ (i >> 1));
    EXPECT_EQ(out[128 + i], static_cast<int>(std::floor((i - 32) / 5.0)));
    EXPECT_EQ(out[192 + i], (i + 4) / 5);
    EXPECT_EQ(out[256 + i], i > 3 && i <= 40 ? 1 : 0);
    EXPECT_EQ(out[320 + i], static_cast<int>((as_float - 32) * 0.4f));
    EXPECT_EQ(out[384 + i], (i & 12) | ~i);
    int bits;
    std::memcpy(&bits, &as_float, sizeof bits);
    EXPECT_EQ(out[448 + i], bits);
  }
}

__tile_global__ void reduce(int* out) {
  const auto square = ct::reshape<Square>(ct::iota<RowOf<int>>() * 37 % 64);
  const auto eight = ct::iota<ct::tile<int, ct::shape<8>>>();
  const auto put_eight = [&](int i, auto tile) {
    ct::store(out + i * 8 + eight, ct::reshape<ct::shape<8>>(tile));
  };
  put_eight(0, ct::sum<1>(square));
  put_eight(1, ct::sum<0>(square));
  put_eight(2, ct::reduce_max<1>(square));
  put_eight(3, ct::reduce_min(square, 0_ic));
  put_eight(4, ct::element_cast<int>(ct::max_element<1>(square)));
  put_eight(5, ct::reduce_bitxor<1>(square));
  put_eight(6, ct::element_cast<int>(ct::any_of<1>(square > 60)));
  put_eight(7, ct::element_cast<int>(ct::all_of<0>(square < 62)));
}

TEST(Tiles, Reductions) {
  const auto out = run_kernel<int>(64, [](int* o) { reduce<<<1, 1>>>(o); });
  const auto at = [](int row, int column) { return (row * 8 + column) * 37 % 64; };
  for (int i = 0; i < 8; ++i) {
    int row = 0, column = 0, largest = -1, smallest = 99, place = 0, bits = 0;
    bool any = false, all = true;
    for (int k = 0; k < 8; ++k) {
      row += at(i, k);
      column += at(k, i);
      if (at(i, k) > largest) place = k;
      largest = std::max(largest, at(i, k));
      smallest = std::min(smallest, at(k, i));
      bits ^= at(i, k);
      any |= at(i, k) > 60;
      all &= at(k, i) < 62;
    }
    EXPECT_EQ(out[i], row);
    EXPECT_EQ(out[8 + i], column);
    EXPECT_EQ(out[16 + i], largest);
    EXPECT_EQ(out[24 + i], smallest);
    EXPECT_EQ(out[32 + i], place);
    EXPECT_EQ(out[40 + i], bits);
    EXPECT_EQ(out[48 + i], any);
    EXPECT_EQ(out[56 + i], all);
  }
}

__tile_global__ void rearrange(int* out) {
  const auto i = ct::iota<RowOf<int>>();
  const auto square = ct::reshape(i, Square{});
  put(out, 0, ct::reshape<Row>(ct::transpose(square)));
  const auto cube = ct::reshape<ct::shape<2, 4, 8>>(i);
  put(out, 1, ct::reshape<Row>(ct::permute<ct::dimension_map<2, 0, 1>>(cube)));
  const auto eight = ct::iota<ct::tile<int, ct::shape<8>>>();
  put(out, 2, ct::reshape<Row>(square * 10 + eight + ct::reshape<ct::shape<8, 1>>(eight) * 1000));
  const auto half = ct::extract(i, ct::shape<32>{}, 1);
  put(out, 3, ct::cat(half, half, 0_ic));
  put(out, 4, ct::insert(i, -half, 0));
  put(out, 5, ct::reshape<Row>(ct::broadcast<Square>(eight)));
}

TEST(Tiles, ShapesAndParts) {
  const auto out = run_kernel<int>(6 * 64, [](int* o) { rearrange<<<1, 1>>>(o); });
  for (int i = 0; i < 64; ++i) {
    const int row = i / 8, column = i % 8;
    EXPECT_EQ(out[i], column * 8 + row);
    // The result has the shape 8 × 2 × 4.
    EXPECT_EQ(out[64 + i], i / 4 % 2 * 32 + i % 4 * 8 + i / 8);
    EXPECT_EQ(out[128 + i], i * 10 + column + row * 1000);
    EXPECT_EQ(out[192 + i], 32 + i % 32);
    EXPECT_EQ(out[256 + i], i < 32 ? -(32 + i) : i);
    EXPECT_EQ(out[320 + i], column);
  }
}

template <class E, class Acc>
__tile_global__ void multiply(const E* a, const E* b, Acc* c) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{32_ic, 64_ic}}, ct::shape<16, 32>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{64_ic, 32_ic}}, ct::shape<32, 16>{}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{32_ic, 32_ic}}, ct::shape<16, 16>{}};
  const auto block = ct::bid();
  auto sum = ct::zeros<ct::tile<Acc, ct::shape<16, 16>>>();
  for (int p : ct::irange(0, 2)) sum = ct::mma(va.load(block.y, p), vb.load(p, block.x), sum);
  vc.store(sum, block.y, block.x);
}

template <class E, class Acc>
void expect_product() {
  std::vector<E> a(32 * 64), b(64 * 32);
  for (int i = 0; i < 32 * 64; ++i) {
    a[i] = E(i * 7 % 11 - 5);
    b[i] = E(i * 5 % 13 - 6);
  }
  const DeviceBuffer<E> da(a), db(b);
  const auto c = run_kernel<Acc>(
      32 * 32, [&](Acc* out) { multiply<E, Acc><<<dim3(2, 2), 1>>>(da.data(), db.data(), out); });
  for (int row = 0; row < 32; ++row) {
    for (int column = 0; column < 32; ++column) {
      float sum = 0;
      for (int k = 0; k < 64; ++k) {
        sum += static_cast<float>(a[row * 64 + k]) * static_cast<float>(b[k * 32 + column]);
      }
      EXPECT_EQ(static_cast<float>(c[row * 32 + column]), sum) << row << ", " << column;
    }
  }
}

TEST(Tiles, ProductsOfHalf) { expect_product<__half, float>(); }
TEST(Tiles, ProductsOfHalfInHalf) { expect_product<__half, __half>(); }
TEST(Tiles, ProductsOfBfloat16) { expect_product<__nv_bfloat16, float>(); }
TEST(Tiles, ProductsOfDouble) { expect_product<double, double>(); }
TEST(Tiles, ProductsOfBytes) { expect_product<std::int8_t, std::int32_t>(); }

__tile_global__ void view(const float* in, float* out) {
  // Rows that are 10 apart, of which 7 belong to the tensor.
  auto from = ct::partition_view{
      ct::tensor_span{in, ct::layout_strided_mapping{ct::extents{5, 7}, ct::extents{10, 1}}},
      ct::shape<4, 4>{}};
  const auto tile = from.load_masked<ct::view_padding::negative_inf>(1, 1);
  ct::store(out + ct::iota<ct::tile<int, ct::shape<16>>>(), ct::reshape<ct::shape<16>>(tile));
  // Column-major.
  auto columns = ct::partition_view{ct::tensor_span{in, ct::layout_left_mapping{ct::extents{4, 8}}},
                                    ct::shape<4, 4>{}};
  ct::store(out + 16 + ct::iota<ct::tile<int, ct::shape<16>>>(),
            ct::reshape<ct::shape<16>>(columns.load(0, 1)));
  // Rows by number.
  auto rows =
      ct::gather_scatter_view{ct::tensor_span{in, ct::extents{10, 4}}, ct::shape<4, 4>{}, 0_ic};
  const auto numbers = ct::iota<ct::tile<int, ct::shape<4>>>() * 3;
  ct::store(out + 32 + ct::iota<ct::tile<int, ct::shape<16>>>(),
            ct::reshape<ct::shape<16>>(rows.load_masked(numbers, 0)));
}

TEST(Tiles, Views) {
  std::vector<float> in(64);
  std::iota(in.begin(), in.end(), 0.0f);
  const DeviceBuffer<float> data(in);
  const auto out = run_kernel<float>(48, [&](float* o) { view<<<1, 1>>>(data.data(), o); });
  for (int i = 0; i < 16; ++i) {
    const int row = i / 4, column = i % 4;
    const bool is_inside = 4 + row < 5 && 4 + column < 7;
    EXPECT_EQ(out[i], is_inside ? in[(4 + row) * 10 + 4 + column] : -INFINITY);
    EXPECT_EQ(out[16 + i], in[row + (4 + column) * 4]);
    EXPECT_EQ(out[32 + i], row * 3 < 10 ? in[row * 3 * 4 + column] : 0);
  }
}

__tile_global__ void update(int* counts, float* sum, int* old) {
  const auto i = ct::iota<RowOf<int>>();
  constexpr auto relaxed = ct::memory_order::relaxed;
  constexpr auto device = ct::thread_scope::device;
  ct::atomic_add<relaxed, device>(counts + i % 8, ct::full<RowOf<int>>(1));
  ct::atomic_max<relaxed, device>(counts + 8, static_cast<int>(ct::bid().x));
  auto view = ct::partition_view{ct::tensor_span{sum, ct::extents{48}}, Row{}};
  view.atomic_add_masked(ct::full<RowOf<float>>(0.5f), ct::memory_order_relaxed_t{},
                         ct::thread_scope_device_t{}, 0);
  ct::store(old + ct::bid().x, ct::atomic_xchg<relaxed, device>(counts + 9 + ct::bid().x, 5));
}

TEST(Tiles, AtomicOperations) {
  const DeviceBuffer<int> counts(std::vector<int>(16)), old(4);
  const DeviceBuffer<float> sum(std::vector<float>(48));
  update<<<4, 1>>>(counts.data(), sum.data(), old.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto c = counts.read();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(c[i], 32);
  EXPECT_EQ(c[8], 3);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(c[9 + i], 5);
  for (const int value : old.read()) EXPECT_EQ(value, 0);
  for (const float value : sum.read()) EXPECT_EQ(value, 2.0f);
}

__tile_global__ void exchange_where_equal(float* data, float* old) {
  const auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  const auto expected = ct::element_cast<float>(i / 2 * 2);
  ct::store(old + i, ct::atomic_compare_exchange<ct::memory_order::relaxed>(
                         data + i, expected, ct::full<ct::tile<float, ct::shape<8>>>(-1.0f)));
}

TEST(Tiles, CompareAndExchange) {
  std::vector<float> values(8);
  std::iota(values.begin(), values.end(), 0.0f);
  const DeviceBuffer<float> data(values), old(8);
  exchange_where_equal<<<1, 1>>>(data.data(), old.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(old.read(), values);
  EXPECT_EQ(data.read(), (std::vector<float>{-1, 1, -1, 3, -1, 5, -1, 7}));
}

__tile_global__ void convert(__half* half, __nv_bfloat16* brain, int* integers) {
  const auto i = ct::iota<RowOf<int>>();
  const auto x = ct::element_cast<float>(i) * 0.1f - 3.0f;
  put(half, 0, ct::element_cast<__half>(x));
  put(half, 1, ct::element_cast<__half>(x) * ct::element_cast<__half>(x));
  put(brain, 0, ct::element_cast<__nv_bfloat16>(x));
  put(integers, 0, ct::element_cast<int>(x * 10.0f));
}

TEST(Tiles, Conversions) {
  const DeviceBuffer<__half> half(128);
  const DeviceBuffer<__nv_bfloat16> brain(64);
  const DeviceBuffer<int> integers(64);
  convert<<<1, 1>>>(half.data(), brain.data(), integers.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto h = half.read();
  const auto b = brain.read();
  const auto n = integers.read();
  for (int i = 0; i < 64; ++i) {
    const float x = static_cast<float>(i) * 0.1f - 3.0f;
    const __half rounded(x);
    EXPECT_EQ(static_cast<float>(h[i]), static_cast<float>(rounded));
    const __half square(static_cast<float>(rounded) * static_cast<float>(rounded));
    EXPECT_EQ(static_cast<float>(h[64 + i]), static_cast<float>(square));
    EXPECT_EQ(static_cast<float>(b[i]), static_cast<float>(__nv_bfloat16(x)));
    EXPECT_EQ(n[i], static_cast<int>(x * 10.0f));
  }
}

}  // namespace

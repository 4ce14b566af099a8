// Half precision and brain floats: math functions, pairs, and what moves them: memory, warps, atomics.
#include "half_test.cuh"

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#endif

namespace {

TYPED_TEST_SUITE(SmallFloat, SmallFormats);

static_assert(sizeof(__half) == 2 && alignof(__half) == 2);
static_assert(sizeof(__half2) == 4 && alignof(__half2) == 4);
static_assert(sizeof(__nv_bfloat16) == 2 && alignof(__nv_bfloat16) == 2);
static_assert(sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4);

// Math

constexpr int kFunctions = 17;
struct Values {
  std::uint16_t one[kFunctions], low[kFunctions], high[kFunctions];
};
template <class Format>
struct ComputeFunctions {
  __device__ Values operator()(std::uint16_t v) const {
    using T = typename Format::T;
    using T2 = typename Format::T2;
    const T a = Format::from_bits(v);
    const T ones[] = {hfloor(a), hceil(a), htrunc(a), hrint(a),  hsqrt(a),       hrsqrt(a),
                      hrcp(a),   hexp(a),  hexp2(a),  hexp10(a), hlog(a),        hlog2(a),
                      hlog10(a), hsin(a),  hcos(a),   htanh(a),  htanh_approx(a)};
    const T2 p = Format::pair(a, Format::from_bits(static_cast<std::uint16_t>(v ^ 0x8001)));
    const T2 pairs[] = {h2floor(p), h2ceil(p), h2trunc(p), h2rint(p),  h2sqrt(p),       h2rsqrt(p),
                        h2rcp(p),   h2exp(p),  h2exp2(p),  h2exp10(p), h2log(p),        h2log2(p),
                        h2log10(p), h2sin(p),  h2cos(p),   h2tanh(p),  h2tanh_approx(p)};
    Values result;
    for (int i = 0; i < kFunctions; ++i) {
      result.one[i] = Format::bits(ones[i]);
      result.low[i] = Format::bits(Format::low(pairs[i]));
      result.high[i] = Format::bits(Format::high(pairs[i]));
    }
    return result;
  }
};
double function(int i, double x) {
  switch (i) {
    case 0:
      return std::floor(x);
    case 1:
      return std::ceil(x);
    case 2:
      return std::trunc(x);
    case 3:
      return std::nearbyint(x);
    case 4:
      return std::sqrt(x);
    case 5:
      return 1 / std::sqrt(x);
    case 6:
      return 1 / x;
    case 7:
      return std::exp(x);
    case 8:
      return std::exp2(x);
    case 9:
      return std::pow(10.0, x);
    case 10:
      return std::log(x);
    case 11:
      return std::log2(x);
    case 12:
      return std::log10(x);
    case 13:
      return std::sin(x);
    case 14:
      return std::cos(x);
    default:
      return std::tanh(x);
  }
}
template <class Format>
void expect_function(int i, std::uint16_t of, std::uint16_t got) {
  const double x = decode<Format>(of), value = function(i, x);
  const std::uint16_t expected = encode<Format>(value);
  if (i == kFunctions - 1 && !std::isnan(x)) {
    // The hardware's approximation of tanh is documented by its absolute error.
    ASSERT_NEAR(decode<Format>(got), value, Format::kFraction == 10 ? 0x1p-10 : 0x1p-7) << x;
    return;
  }
  const int allowed = i < 4 ? 0 : 2;
  ASSERT_LE(distance<Format>(got, expected), allowed)
      << "function " << i << " of " << x << ": " << decode<Format>(got) << " for " << value;
}
TYPED_TEST(SmallFloat, MathFunctions) {
  const std::vector<std::uint16_t> in = all_bits();
  const std::vector<Values> out = map<Values>(in, ComputeFunctions<TypeParam>{});
  for (int v = 0; v < 65536; ++v) {
    for (int i = 0; i < kFunctions; ++i) {
      expect_function<TypeParam>(i, in[v], out[v].one[i]);
      expect_function<TypeParam>(i, in[v], out[v].low[i]);
      expect_function<TypeParam>(i, in[v] ^ 0x8001, out[v].high[i]);
    }
  }
}

// Pairs and implicit conversions

struct Floats {
  float v[32];
};
template <class Format>
struct TakeApart {
  __device__ Floats operator()(float x) const {
    using T = typename Format::T;
    using T2 = typename Format::T2;
    const T one = x, two = 2 * x;
    T2 p = Format::pair(one, two);
    const T2 q(T(x + 2), T(x + 3));
    p.x += T(0.5f);
    const auto flat = [](T2 v) { return __low2float(v) * 16 + __high2float(v); };
    T up = one, down = one;
    const T before = up++, after = --down;
    T2 pair_up = q;
    ++pair_up;
    const T2 pair_before = pair_up--;
    const T2 divided = p / q, product = (p * q + -q) - q;
    const bool truth = one && !T(0);
    const __half as_half(one);
    const __nv_bfloat16 as_brain(one);
    T assigned;
    assigned = 3;
    return {{flat(p),
             flat(Format::low2(p)),
             flat(Format::high2(p)),
             flat(Format::lows(p, q)),
             flat(Format::highs(p, q)),
             flat(__lowhigh2highlow(p)),
             flat(Format::broadcast(one)),
             flat(Format::from_float2(float2{x, x + 1})),
             flat(Format::from_floats(x, x + 1)),
             flat(Format::from_one(x)),
             Format::to_float2(p).x,
             Format::to_float2(p).y,
             static_cast<float>(static_cast<int>(one)),
             static_cast<float>(static_cast<unsigned char>(T(300.0f))),
             static_cast<float>(static_cast<double>(two)),
             static_cast<float>(T(7L)) + static_cast<float>(T(static_cast<short>(-2))),
             up,
             down,
             before,
             after,
             flat(pair_up),
             flat(pair_before),
             __low2float(divided) * __low2float(q) / __low2float(p),
             flat(product),
             truth ? 1.0f : 0.0f,
             as_half,
             as_brain,
             assigned,
             flat(__hcmadd(p, q, q)),
             0,
             0,
             0}};
  }
};
TYPED_TEST(SmallFloat, PairsAndImplicitConversions) {
  const std::vector<float> in = {1, 2};
  const std::vector<Floats> out = map<Floats>(in, TakeApart<TypeParam>{});
  for (int i = 0; i < 2; ++i) {
    const float x = in[i], px = x + 0.5f, py = 2 * x, qx = x + 2, qy = x + 3;
    const auto flat = [](float a, float b) { return a * 16 + b; };
    const std::vector<float> expected = {flat(px, py),
                                         flat(px, px),
                                         flat(py, py),
                                         flat(px, qx),
                                         flat(py, qy),
                                         flat(py, px),
                                         flat(x, x),
                                         flat(x, x + 1),
                                         flat(x, x + 1),
                                         flat(x, x),
                                         px,
                                         py,
                                         x,
                                         255,
                                         2 * x,
                                         5,
                                         x + 1,
                                         x - 1,
                                         x,
                                         x - 1,
                                         flat(qx, qy),
                                         flat(qx + 1, qy + 1),
                                         1,
                                         flat(px * qx - 2 * qx, py * qy - 2 * qy),
                                         1,
                                         x,
                                         x,
                                         3,
                                         flat(px * qx - py * qy + qx, px * qy + py * qx + qy)};
    for (std::size_t j = 0; j < expected.size(); ++j) {
      EXPECT_NEAR(out[i].v[j], expected[j], j == 22 ? 0.01 : 0) << j << " of " << x;
    }
  }
}

// The host has the conversions and the arithmetic, too.
TEST(HalfOnTheHost, ConvertsAndComputes) {
  const __half third = 1.0f / 3;
  EXPECT_EQ(static_cast<float>(third), 1365.0f / 4096);
  EXPECT_EQ(__half2float(third + __float2half(1.0f)), 1365.0f / 1024);
  EXPECT_EQ(static_cast<float>(__nv_bfloat16(1.0f / 3)), 171.0f / 512);
  EXPECT_TRUE(__half(2) > third && third != __half(0));
  EXPECT_EQ(__high2float(__floats2half2_rn(1, 2)), 2);
  EXPECT_EQ(__half_raw(__half(-1)).x, 0xbc00);
}

// Memory, warps, atomics

template <class T>
__global__ void through_caches(T* out, const T* in) {
  const int i = threadIdx.x;
  __stcg(out + i, __ldg(in + i));
  __stcs(out + 32 + i, __ldcg(in + i));
  __stwb(out + 64 + i, __ldcs(in + i));
  __stwt(out + 96 + i, __ldcv(in + i));
  __stwt(out + 128 + i, __ldca(in + i));
  __stwt(out + 160 + i, __ldlu(in + i));
}
template <class T>
void expect_cached() {
  std::vector<T> in(32);
  for (int i = 0; i < 32; ++i) std::memset(static_cast<void*>(&in[i]), i + 1, sizeof(T));
  const DeviceBuffer<T> input(in);
  const T* data = input.data();
  const std::vector<T> out =
      run_kernel<T>(192, [=](T* d) { through_caches<T><<<1, 32>>>(d, data); });
  for (int i = 0; i < 192; ++i) EXPECT_EQ(std::memcmp(&out[i], &in[i % 32], sizeof(T)), 0) << i;
}
TYPED_TEST(SmallFloat, CachedLoadsAndStores) {
  expect_cached<typename TypeParam::T>();
  expect_cached<typename TypeParam::T2>();
}

template <class Format>
__global__ void shuffles(float* out) {
  constexpr unsigned kAll = 0xffffffffu;
  const int lane = threadIdx.x;
  const typename Format::T v = lane + 1;
  const typename Format::T2 p = Format::from_floats(lane, lane + 100);
  out[lane] = __shfl_sync(kAll, v, 5);
  out[32 + lane] = __shfl_up_sync(kAll, v, 1);
  out[64 + lane] = __shfl_down_sync(kAll, v, 2);
  out[96 + lane] = __shfl_xor_sync(kAll, v, 16);
  out[128 + lane] = __high2float(__shfl_sync(kAll, p, lane / 2));
  out[160 + lane] = __low2float(__shfl_up_sync(kAll, p, 1, 8));
  out[192 + lane] = __high2float(__shfl_down_sync(kAll, p, 1, 8));
  out[224 + lane] = __low2float(__shfl_xor_sync(kAll, p, 3));
}
TYPED_TEST(SmallFloat, Shuffles) {
  const std::vector<float> out =
      run_kernel<float>(256, [](float* d) { shuffles<TypeParam><<<1, 32>>>(d); });
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out[lane], 6);
    EXPECT_EQ(out[32 + lane], lane == 0 ? 1 : lane);
    EXPECT_EQ(out[64 + lane], lane < 30 ? lane + 3 : lane + 1);
    EXPECT_EQ(out[96 + lane], (lane ^ 16) + 1);
    EXPECT_EQ(out[128 + lane], lane / 2 + 100);
    EXPECT_EQ(out[160 + lane], lane % 8 == 0 ? lane : lane - 1);
    EXPECT_EQ(out[192 + lane], (lane % 8 == 7 ? lane : lane + 1) + 100);
    EXPECT_EQ(out[224 + lane], lane ^ 3);
  }
}

// Counts that both formats hold exactly.
constexpr int kBlocks = 2, kThreads = 96;

template <class Format>
__global__ void add_all(typename Format::T* sum, typename Format::T2* pair, float* old) {
  __shared__ typename Format::T2 shared;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) shared = Format::from_floats(0, 0);
  __syncthreads();
  old[i] = atomicAdd(sum, typename Format::T(1));
  const float2 before = Format::to_float2(atomicAdd(pair, Format::from_floats(1, -1)));
  old[kBlocks * kThreads + i] = before.x;
  old[2 * kBlocks * kThreads + i] = -before.y;
  atomicAdd(&shared, Format::from_floats(2, 0));
  __syncthreads();
  if (threadIdx.x == 0) old[3 * kBlocks * kThreads + blockIdx.x] = __low2float(shared);
}
TYPED_TEST(SmallFloat, AtomicAddGivesEveryThreadItsOwnTicket) {
  constexpr int kCount = kBlocks * kThreads;
  const DeviceBuffer<std::uint16_t> sums(std::vector<std::uint16_t>(4, 0));
  auto* sum = reinterpret_cast<typename TypeParam::T*>(sums.data());
  auto* pair = reinterpret_cast<typename TypeParam::T2*>(sums.data() + 2);
  std::vector<float> old = run_kernel<float>(3 * kCount + kBlocks, [=](float* d) {
    add_all<TypeParam><<<kBlocks, kThreads>>>(sum, pair, d);
  });
  EXPECT_EQ(decode<TypeParam>(sums.read()[0]), kCount);
  EXPECT_EQ(decode<TypeParam>(sums.read()[2]), kCount);
  EXPECT_EQ(decode<TypeParam>(sums.read()[3]), -kCount);
  EXPECT_EQ(sums.read()[1], 0);
  for (int block = 0; block < kBlocks; ++block) EXPECT_EQ(old[3 * kCount + block], 2 * kThreads);
  // The elements of a pair are an atomic each.
  for (int first = 0; first < 3 * kCount; first += kCount) {
    std::sort(old.begin() + first, old.begin() + first + kCount);
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(old[first + i], i) << first;
  }
}

#if __has_include(<simt_counters.h>)

template <class Format>
__global__ void arithmetic(typename Format::T2* pairs, typename Format::T* ones) {
  const int i = threadIdx.x;
  typename Format::T2 x = pairs[i];
  x = __hfma2(x, x, x) * x + Format::from_floats(1, threadIdx.x);
  x = h2exp(__hmax2(x, __heq2(x, x)));
  pairs[i] = x;
  typename Format::T one = ones[i];
  one += static_cast<float>(x.x) + static_cast<int>(x.y);
  if (__hisinf(one) < 2) one = hsqrt(one < x.x ? x.x : one);
  ones[i] = one;
}
// As on a GPU: a value is one access, and computing with it none.
TYPED_TEST(SmallFloat, OnlyLoadsAndStoresCount) {
  const DeviceBuffer<std::uint16_t> data(std::vector<std::uint16_t>(96, 0));
  auto* pairs = reinterpret_cast<typename TypeParam::T2*>(data.data());
  auto* ones = reinterpret_cast<typename TypeParam::T*>(data.data() + 64);
  const simt::Counters before = simt::counters();
  arithmetic<TypeParam><<<1, 32>>>(pairs, ones);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const simt::Counters after = simt::counters();
  EXPECT_EQ(after.global_load_requests - before.global_load_requests, 2u);
  EXPECT_EQ(after.global_load_sectors - before.global_load_sectors, 4u + 2u);
  EXPECT_EQ(after.global_store_requests - before.global_store_requests, 2u);
  EXPECT_EQ(after.global_store_sectors - before.global_store_sectors, 4u + 2u);
  // The kernel's own blocks: its start, the two branches, their ends.
  EXPECT_LE(after.issued - before.issued, 5u);
}

#endif

}  // namespace

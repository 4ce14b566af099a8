// Intrinsics on halves and bytes of a word, and those of dynamic programming: each against its
// definition, lane by lane.
// supports: intrinsics: SIMD in a word (`__vadd4` …)
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "../device_test.cuh"

namespace {

struct Words {
  unsigned a, b, c;
};
std::vector<Words> words() {
  const unsigned edges[] = {0,           1,           0xffffffffu, 0x80008000u,
                            0x80808080u, 0x7fff7fffu, 0x7f7f7f7fu, 0x00ff0001u,
                            0x8000ffffu, 0x80000000u, 0x7fffffffu};
  std::vector<Words> result;
  for (unsigned a : edges)
    for (unsigned b : edges) result.push_back({a, b, edges[result.size() % 7]});
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const unsigned a = random(), b = i % 4 == 0 ? a ^ (1u << i % 32) : random();
    result.push_back({a, b, static_cast<unsigned>(random())});
  }
  return result;
}

/// `f` of every element, in a kernel.
template <class R, class F>
__global__ void apply(R* out, const Words* in, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i].a, in[i].b, in[i].c);
}
template <class R, class F>
std::vector<R> map(const std::vector<Words>& in, F f) {
  const DeviceBuffer<Words> input(in);
  const int n = static_cast<int>(in.size());
  const Words* data = input.data();
  return run_kernel<R>(in.size(), [=](R* out) { apply<<<(n + 63) / 64, 64>>>(out, data, n, f); });
}

enum class Form { kWrap, kSaturateSigned, kSaturateUnsigned, kSum };

/// What `f`, of two lanes of `bits` bits, signed or not, makes of the words.
template <class F>
unsigned lane_by_lane(unsigned a, unsigned b, int bits, bool is_signed, Form form, F f) {
  unsigned result = 0;
  const unsigned mask = (1u << bits) - 1;
  const auto lane_of = [&](unsigned word, int shift) {
    const int value = static_cast<int>(word >> shift & mask);
    return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
  };
  for (int shift = 0; shift < 32; shift += bits) {
    int value = f(lane_of(a, shift), lane_of(b, shift));
    const int half = 1 << (bits - 1);
    if (form == Form::kSaturateSigned) value = std::clamp(value, -half, half - 1);
    if (form == Form::kSaturateUnsigned) value = std::clamp(value, 0, 2 * half - 1);
    if (form == Form::kSum) {
      result += static_cast<unsigned>(value);
    } else {
      result |= (static_cast<unsigned>(value) & mask) << shift;
    }
  }
  return result;
}

// A test of the intrinsic __name: `expression` says what it does to the lanes a and b.
#define LANES(name, call, bits, is_signed, form, expression)                                  \
  struct name {                                                                               \
    __device__ unsigned operator()(unsigned a, [[maybe_unused]] unsigned b, unsigned) const { \
      return __##name call;                                                                   \
    }                                                                                         \
  };                                                                                          \
  TEST(Simd, name) {                                                                          \
    const std::vector<Words> in = words();                                                    \
    const std::vector<unsigned> out = map<unsigned>(in, name{});                              \
    for (std::size_t i = 0; i < in.size(); ++i) {                                             \
      const unsigned expected =                                                               \
          lane_by_lane(in[i].a, in[i].b, bits, is_signed, Form::form,                         \
                       [](int a, [[maybe_unused]] int b) -> int { return expression; });      \
      ASSERT_EQ(out[i], expected) << std::hex << in[i].a << " " << in[i].b;                   \
    }                                                                                         \
  }
#define BINARY(name, is_signed, form, expression)         \
  LANES(name##2, (a, b), 16, is_signed, form, expression) \
  LANES(name##4, (a, b), 8, is_signed, form, expression)
#define UNARY(name, form, expression)             \
  LANES(name##2, (a), 16, true, form, expression) \
  LANES(name##4, (a), 8, true, form, expression)

BINARY(vadd, false, kWrap, a + b)
BINARY(vaddss, true, kSaturateSigned, a + b)
BINARY(vaddus, false, kSaturateUnsigned, a + b)
BINARY(vsub, false, kWrap, a - b)
BINARY(vsubss, true, kSaturateSigned, a - b)
BINARY(vsubus, false, kSaturateUnsigned, a - b)
BINARY(vabsdiffs, true, kWrap, std::abs(a - b))
BINARY(vabsdiffu, false, kWrap, std::abs(a - b))
BINARY(vsads, true, kSum, std::abs(a - b))
BINARY(vsadu, false, kSum, std::abs(a - b))
BINARY(vavgs, true, kWrap, (a + b + (a + b > 0 ? 1 : a + b < 0 ? -1 : 0)) / 2)
BINARY(vavgu, false, kWrap, (a + b + 1) / 2)
BINARY(vhaddu, false, kWrap, (a + b) / 2)
BINARY(vmins, true, kWrap, std::min(a, b))
BINARY(vminu, false, kWrap, std::min(a, b))
BINARY(vmaxs, true, kWrap, std::max(a, b))
BINARY(vmaxu, false, kWrap, std::max(a, b))
UNARY(vabs, kWrap, std::abs(a))
UNARY(vabsss, kSaturateSigned, std::abs(a))
UNARY(vneg, kWrap, -a)
UNARY(vnegss, kSaturateSigned, -a)
BINARY(vcmpeq, false, kWrap, a == b ? -1 : 0)
BINARY(vcmpne, false, kWrap, a != b ? -1 : 0)
BINARY(vcmplts, true, kWrap, a < b ? -1 : 0)
BINARY(vcmpltu, false, kWrap, a < b ? -1 : 0)
BINARY(vcmples, true, kWrap, a <= b ? -1 : 0)
BINARY(vcmpleu, false, kWrap, a <= b ? -1 : 0)
BINARY(vcmpgts, true, kWrap, a > b ? -1 : 0)
BINARY(vcmpgtu, false, kWrap, a > b ? -1 : 0)
BINARY(vcmpges, true, kWrap, a >= b ? -1 : 0)
BINARY(vcmpgeu, false, kWrap, a >= b ? -1 : 0)
BINARY(vseteq, false, kWrap, a == b)
BINARY(vsetne, false, kWrap, a != b)
BINARY(vsetlts, true, kWrap, a < b)
BINARY(vsetltu, false, kWrap, a < b)
BINARY(vsetles, true, kWrap, a <= b)
BINARY(vsetleu, false, kWrap, a <= b)
BINARY(vsetgts, true, kWrap, a > b)
BINARY(vsetgtu, false, kWrap, a > b)
BINARY(vsetges, true, kWrap, a >= b)
BINARY(vsetgeu, false, kWrap, a >= b)

struct Choices {
  int v[16];
};
struct ComputeChoices {
  __device__ Choices operator()(unsigned ua, unsigned ub, unsigned uc) const {
    const int a = static_cast<int>(ua), b = static_cast<int>(ub), c = static_cast<int>(uc);
    bool chosen[6];
    Choices r = {{__vimax3_s32(a, b, c), __vimin3_s32_relu(a, b, c), __viaddmax_s32(a, b, c),
                  __viaddmin_s32_relu(a, b, c), static_cast<int>(__viaddmax_u32(ua, ub, uc)),
                  static_cast<int>(__vimin3_u16x2(ua, ub, uc)),
                  static_cast<int>(__viaddmax_s16x2_relu(ua, ub, uc)),
                  static_cast<int>(__viaddmin_u16x2(ua, ub, uc)), __vibmax_s32(a, b, chosen),
                  static_cast<int>(__vibmin_u32(ua, ub, chosen + 1)),
                  static_cast<int>(__vibmax_s16x2(ua, ub, chosen + 2, chosen + 3)),
                  static_cast<int>(__vibmin_u16x2(ua, ub, chosen + 4, chosen + 5)), 0,
                  __dp2a_lo(a, b, c), static_cast<int>(__dp2a_hi(ua, ub, uc)),
                  __vimax_s32_relu(a, b)}};
    for (int i = 0; i < 6; ++i) r.v[12] |= chosen[i] << i;
    return r;
  }
};

TEST(Simd, DynamicProgrammingAndDotProducts) {
  const std::vector<Words> in = words();
  const std::vector<Choices> out = map<Choices>(in, ComputeChoices{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto [ua, ub, uc] = in[i];
    const int a = static_cast<int>(ua), b = static_cast<int>(ub), c = static_cast<int>(uc);
    const auto half = [](unsigned w, int h) { return static_cast<int>(w >> 16 * h & 0xffff); };
    const auto signed_half = [&](unsigned w, int h) {
      return static_cast<int>(static_cast<std::int16_t>(half(w, h)));
    };
    const auto byte = [](unsigned w, int k) { return static_cast<int>(w >> 8 * k & 0xff); };
    const int sum = static_cast<int>(ua + ub);
    unsigned min3 = 0, addmax = 0, addmin = 0, max = 0, min = 0, chosen = 0;
    for (int h = 0; h < 2; ++h) {
      const int u = half(ua, h), v = half(ub, h), w = half(uc, h);
      const int s = signed_half(ua, h), t = signed_half(ub, h), r = signed_half(uc, h);
      min3 |= static_cast<unsigned>(std::min({u, v, w})) << 16 * h;
      const int wrapped = static_cast<std::int16_t>(s + t);
      addmax |= static_cast<unsigned>(std::max({wrapped, r, 0})) << 16 * h;
      addmin |= static_cast<unsigned>(std::min((u + v) & 0xffff, w)) << 16 * h;
      max |= (static_cast<unsigned>(std::max(s, t)) & 0xffff) << 16 * h;
      min |= static_cast<unsigned>(std::min(u, v)) << 16 * h;
      chosen |= (s >= t ? 1u : 0) << (3 - h) | (u <= v ? 1u : 0) << (5 - h);
    }
    chosen |= (a >= b ? 1u : 0) | (ua <= ub ? 2u : 0);
    const auto as_signed = [](int x) { return static_cast<int>(static_cast<std::int8_t>(x)); };
    const unsigned low = uc + static_cast<unsigned>(signed_half(ua, 0) * as_signed(byte(ub, 0))) +
                         static_cast<unsigned>(signed_half(ua, 1) * as_signed(byte(ub, 1)));
    const unsigned high = uc + static_cast<unsigned>(half(ua, 0) * byte(ub, 2)) +
                          static_cast<unsigned>(half(ua, 1) * byte(ub, 3));
    const unsigned expected[] = {static_cast<unsigned>(std::max({a, b, c})),
                                 static_cast<unsigned>(std::max(std::min({a, b, c}), 0)),
                                 static_cast<unsigned>(std::max(sum, c)),
                                 static_cast<unsigned>(std::max(std::min(sum, c), 0)),
                                 std::max(ua + ub, uc),
                                 min3,
                                 addmax,
                                 addmin,
                                 static_cast<unsigned>(std::max(a, b)),
                                 std::min(ua, ub),
                                 max,
                                 min,
                                 chosen,
                                 low,
                                 high,
                                 static_cast<unsigned>(std::max({a, b, 0}))};
    for (int j = 0; j < 16; ++j) {
      ASSERT_EQ(static_cast<unsigned>(out[i].v[j]), expected[j])
          << j << std::hex << " " << ua << " " << ub << " " << uc;
    }
  }
}

}  // namespace

// Inline PTX: integers with carries and saturation, half precision, rounding modes and conversions, against what the
// PTX ISA says of them.
// supports: inline PTX: vadd4, vabsdiff4 and their relatives, without masks
// supports: inline PTX: carries (add.cc, addc, madc), .sat, mul24, dp4a, dp2a, prmt with modes
// supports: inline PTX: arithmetic of f16, f16x2, bf16 and bf16x2, and conversions in all rounding modes
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

#include "ptx_test.cuh"

namespace {

__global__ void carries(Verdict* out, u32 ones, u32 two) {
  Verdict verdict = {};
  u32 low, high, top;
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %4, 0;"
      : "=&r"(low), "=&r"(high)
      : "r"(ones), "r"(two), "r"(5u));
  EXPECT_PTX(low, 1u);
  EXPECT_PTX(high, 6u);
  asm("{ add.cc.u32 %0, %3, %3; addc.cc.u32 %1, %3, %3; addc.u32 %2, 0, 0; }"
      : "=&r"(low), "=&r"(high), "=&r"(top)
      : "r"(ones));
  EXPECT_PTX(low, 0xfffffffeu);
  EXPECT_PTX(high, 0xffffffffu);
  EXPECT_PTX(top, 1u);
  asm("sub.cc.u32 %0, %2, %3;\n\tsubc.u32 %1, %4, 0;"
      : "=&r"(low), "=&r"(high)
      : "r"(two), "r"(ones), "r"(9u));
  EXPECT_PTX(low, 3u);
  EXPECT_PTX(high, 8u);
  // (2^32 - 1)^2 + 2^32 * 2 + 2 in three words
  asm("mad.lo.cc.u32 %0, %3, %3, %4;\n\t"
      "madc.hi.cc.u32 %1, %3, %3, %4;\n\t"
      "addc.u32 %2, 0, 0;"
      : "=&r"(low), "=&r"(high), "=&r"(top)
      : "r"(ones), "r"(two));
  EXPECT_PTX(low, 3u);
  EXPECT_PTX(high, 0u);
  EXPECT_PTX(top, 1u);
  u64 w, x;
  asm("add.cc.u64 %0, %2, %2; addc.u64 %1, 0, 0;" : "=&l"(w), "=&l"(x) : "l"(u64{1} << 63 | two));
  EXPECT_PTX(w, 4ull);
  EXPECT_PTX(x, 1ull);
  out[threadIdx.x] = verdict;
}

TEST(PtxNumbers, Carries) {
  run([](Verdict* out) { carries<<<1, 64>>>(out, 0xffffffffu, 2); });
}

__global__ void integers(Verdict* out, s32 most, s32 least) {
  Verdict verdict = {};
  const u32 big = 4000000000u;
  u32 u;
  s32 s;
  asm("add.sat.s32 %0, %1, 7;" : "=r"(s) : "r"(most));
  EXPECT_PTX(s, most);
  asm("sub.sat.s32 %0, %1, 7;" : "=r"(s) : "r"(least));
  EXPECT_PTX(s, least);
  asm("mul24.lo.s32 %0, %1, %2;" : "=r"(s) : "r"(0x01fffffe), "r"(3));
  EXPECT_PTX(s, -6);
  asm("mul24.hi.u32 %0, %1, %2;" : "=r"(u) : "r"(0xff800000u), "r"(0x00800000u));
  EXPECT_PTX(u, 0x40000000u);
  asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(1000u), "r"(1000u), "r"(1u));
  EXPECT_PTX(u, 1000001u);
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(0x01ff02fe), "r"(0x01010101), "r"(100));
  EXPECT_PTX(s, 100);
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(0x000000ff), "r"(0x000000ff), "r"(0));
  EXPECT_PTX(s, -255);
  asm("dp2a.lo.s32.u32 %0, %1, %2, %3;" : "=r"(s) : "r"(0xffff0003), "r"(0x0000fe02), "r"(0));
  EXPECT_PTX(s, -248);
  asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(0x00020003), "r"(0x05040000), "r"(1));
  EXPECT_PTX(u, 23u);
  const u32 a = 0x33221100, b = 0x77665544;
  asm("prmt.b32.f4e %0, %1, %2, 3;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, 0x66554433u);
  asm("prmt.b32.b4e %0, %1, %2, 1;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, 0x66770011u);
  asm("prmt.b32.rc8 %0, %1, %2, 2;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, 0x22222222u);
  asm("prmt.b32.ecl %0, %1, %2, 2;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, 0x33222222u);
  asm("prmt.b32.ecr %0, %1, %2, 1;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, 0x11111100u);
  asm("prmt.b32.rc16 %0, %1, %2, 1;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, 0x33223322u);
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;"
      : "=r"(u)
      : "r"(0x10ff0305u), "r"(0x20000503u), "r"(1000u));
  EXPECT_PTX(u, 1275u);
  asm("vadd4.u32.u32.u32.sat %0, %1, %2, %3;"
      : "=r"(u)
      : "r"(0x80ff0102u), "r"(0x80020304u), "r"(0u));
  EXPECT_PTX(u, 0xffff0406u);
  asm("vmin2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(u) : "r"(0xffff0001u), "r"(0x00010002u), "r"(0u));
  EXPECT_PTX(u, 0xffff0001u);
  asm("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(0x04030201u), "r"(0x00000002u), "r"(0u));
  EXPECT_PTX(u, 0x02020102u);
  asm("vabsdiff.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(u) : "r"(7u), "r"(big), "r"(1u));
  EXPECT_PTX(u, big - 6);
  asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(u) : "r"(least), "r"(most));
  EXPECT_PTX(u, 0xffffffffu);
  asm("{ .reg .pred p; setp.lo.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }"
      : "=r"(u)
      : "r"(least), "r"(most));
  EXPECT_PTX(u, 0u);
  asm("slct.u32.s32 %0, 10, 20, %1;" : "=r"(u) : "r"(least));
  EXPECT_PTX(u, 20u);
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(u) : "r"(-5));
  EXPECT_PTX(u, 0u);
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(s) : "r"(300));
  EXPECT_PTX(s, 127);
  // numbers of 128 bits, and names of registers with a % of their own
  u64 w;
  asm("{ .reg .b64 %%low, %%high; .reg .b128 %%wide;\n"
      "  mov.b128 %%wide, {%1, %2};\n"
      "  mov.b128 {%%low, %%high}, %%wide;\n"
      "  add.u64 %0, %%low, %%high; }"
      : "=l"(w)
      : "l"(u64{40}), "l"(u64{2}));
  EXPECT_PTX(w, 42ull);
  asm("{ .reg .b16 h; mov.b32 {_, h}, %1; cvt.u32.u16 %0, h; }" : "=r"(u) : "r"(0x12345678u));
  EXPECT_PTX(u, 0x1234u);
  out[threadIdx.x] = verdict;
}

TEST(PtxNumbers, Integers) {
  run([](Verdict* out) {
    integers<<<1, 64>>>(out, std::numeric_limits<s32>::max(), std::numeric_limits<s32>::min());
  });
}

__global__ void floats(Verdict* out, float third, float nan, float tiny) {
  Verdict verdict = {};
  float f;
  double d;
  s32 s;
  u32 u;
  asm("add.sat.f32 %0, %1, 1.0;" : "=f"(f) : "f"(third));
  EXPECT_PTX(f, 1.0f);
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(third), "f"(-3.0f), "f"(0.5f));
  EXPECT_PTX(f, 0.0f);
  asm("mul.sat.f32 %0, %1, %1;" : "=f"(f) : "f"(nan));
  EXPECT_PTX(f, 0.0f);
  asm("add.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(1.0f), "f"(-1e-10f));
  EXPECT_PTX(f, 0.99999994f);
  asm("add.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(1.0f), "f"(1e-10f));
  EXPECT_PTX(f, 1.00000012f);
  asm("mul.rm.f64 %0, %1, %2;" : "=d"(d) : "d"(0.1), "d"(10.0));
  EXPECT_PTX(d, 1.0);
  asm("div.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(2.0f), "f"(3.0f));
  EXPECT_PTX(f, 0.666666627f);
  asm("fma.rm.f32 %0, %1, %1, %2;" : "=f"(f) : "f"(1.0f), "f"(-1e-10f));
  EXPECT_PTX(f, 0.99999994f);
  asm("rcp.rn.f32 %0, %1;" : "=f"(f) : "f"(4.0f));
  EXPECT_PTX(f, 0.25f);
  asm("sqrt.rz.f32 %0, %1;" : "=f"(f) : "f"(2.0f));
  EXPECT_PTX(f, 1.41421354f);
  asm("copysign.f32 %0, %1, %2;" : "=f"(f) : "f"(-2.0f), "f"(3.0f));
  EXPECT_PTX(f, -3.0f);
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(f) : "f"(nan), "f"(third));
  EXPECT_PTX(f != f, true);
  asm("{ .reg .pred p; testp.infinite.f32 p, %1; selp.u32 %0, 1, 0, p; }"
      : "=r"(u)
      : "f"(1e38f * 10.0f * (1.0f + third)));
  EXPECT_PTX(u, 1u);
  asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(u) : "f"(tiny));
  EXPECT_PTX(u, 1u);
  asm("set.gt.f32.f32 %0, %1, 0f00000000;" : "=f"(f) : "f"(third));
  EXPECT_PTX(f, 1.0f);
  asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(1.0f), "f"(2.0f), "f"(-third));
  EXPECT_PTX(f, 2.0f);
  // `.ftz` makes zeros of numbers, and leaves other results as they are
  asm("cvt.rzi.ftz.s32.f32 %0, %1;" : "=r"(s) : "f"(5.75f));
  EXPECT_PTX(s, 5);
  asm("set.ge.ftz.u32.f32 %0, %1, 0f3f800000;" : "=r"(u) : "f"(tiny));
  EXPECT_PTX(u, 0u);
  asm("mul.ftz.f32 %0, %1, 0f3f800000;" : "=f"(f) : "f"(tiny));
  EXPECT_PTX(f, 0.0f);
  asm("cvt.rz.f32.f64 %0, %1;" : "=f"(f) : "d"(0.1));
  EXPECT_PTX(f, 0.099999994f);
  asm("cvt.rp.f32.s32 %0, %1;" : "=f"(f) : "r"(16777217));
  EXPECT_PTX(f, 16777218.0f);
  asm("cvt.rni.f32.f32 %0, %1;" : "=f"(f) : "f"(2.5f));
  EXPECT_PTX(f, 2.0f);
  asm("cvt.rpi.f64.f64 %0, %1;" : "=d"(d) : "d"(-2.5));
  EXPECT_PTX(d, -2.0);
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(u) : "f"(1.00048828125f));
  EXPECT_PTX(u & 0xffffe000u, 0x3f802000u);
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(f) : "f"(1.5f));
  EXPECT_PTX(f, 1.0f);
  asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(u) : "f"(300.0f));
  EXPECT_PTX(u, 255u);
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(nan));
  EXPECT_PTX(s, 0);
  // `.approx` is only near on a GPU
  asm("tanh.approx.f32 %0, %1;" : "=f"(f) : "f"(0.5f));
  EXPECT_PTX(std::fabs(f - 0.46211716f) < 1e-3f, true);
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(f) : "f"(4.0f));
  EXPECT_PTX(std::fabs(f - 0.5f) < 1e-6f, true);
  asm("lg2.approx.f32 %0, %1;" : "=f"(f) : "f"(8.0f));
  EXPECT_PTX(std::fabs(f - 3.0f) < 1e-5f, true);
  asm("sin.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(0.5f));
  EXPECT_PTX(std::fabs(f - 0.47942555f) < 1e-5f, true);
  out[threadIdx.x] = verdict;
}

TEST(PtxNumbers, Floats) {
  run([](Verdict* out) { floats<<<1, 64>>>(out, 1 / 3.0f, std::nanf(""), 1e-40f); });
}

__global__ void halves(Verdict* out, float one_and_half, float nan) {
  Verdict verdict = {};
  unsigned short h, g;
  u32 pair;
  float f, low, high;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(one_and_half));
  EXPECT_PTX(h, 0x3e00);
  asm("{ .reg .f16 a; add.f16 a, %1, %1; cvt.f32.f16 %0, a; }" : "=f"(f) : "h"(h));
  EXPECT_PTX(f, 3.0f);
  asm("fma.rn.f16 %0, %1, %1, %1;" : "=h"(g) : "h"(h));
  EXPECT_PTX(g, 0x4380);  // 3.75
  asm("mul.rn.sat.f16 %0, %1, %1;" : "=h"(g) : "h"(h));
  EXPECT_PTX(g, 0x3c00);
  asm("neg.f16 %0, %1;" : "=h"(g) : "h"(h));
  EXPECT_PTX(g, 0xbe00);
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(2.0f), "f"(one_and_half));
  EXPECT_PTX(pair, 0x40003e00u);
  asm("mul.f16x2 %0, %0, %0;" : "+r"(pair));
  EXPECT_PTX(pair, 0x44004080u);  // 4, 2.25
  asm("{ .reg .b16 a, b; mov.b32 {a, b}, %2; cvt.f32.f16 %0, a; cvt.f32.f16 %1, b; }"
      : "=f"(low), "=f"(high)
      : "r"(pair));
  EXPECT_PTX(low, 2.25f);
  EXPECT_PTX(high, 4.0f);
  asm("max.f16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x3c004800u));  // 1, 8
  EXPECT_PTX(pair, 0x44004800u);
  asm("fma.rn.relu.f16x2 %0, %1, %2, %1;" : "=r"(pair) : "r"(0x3c003c00u), "r"(0xc0003c00u));
  EXPECT_PTX(pair, 0x00004000u);  // 1 * -2 + 1 becomes 0; 1 * 1 + 1
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(-2.0f), "f"(one_and_half));
  EXPECT_PTX(pair, 0xc0003fc0u);
  asm("fma.rn.bf16x2 %0, %1, %1, %1;" : "=r"(pair) : "r"(pair));
  EXPECT_PTX(pair, 0x40004070u);  // 2, 3.75
  asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(h) : "f"(1.0099f));
  EXPECT_PTX(h, 0x3f81);
  asm("cvt.f32.bf16 %0, %1;" : "=f"(f) : "h"(h));
  EXPECT_PTX(f, 1.0078125f);
  asm("abs.bf16 %0, %1;" : "=h"(h) : "h"(static_cast<unsigned short>(0xc000)));
  EXPECT_PTX(h, 0x4000);
  s32 s;
  asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(s) : "h"(static_cast<unsigned short>(0xc380)));  // -3.75
  EXPECT_PTX(s, -3);
  asm("cvt.rn.f16.s32 %0, %1;" : "=h"(h) : "r"(-7));
  EXPECT_PTX(h, 0xc700);
  u32 is_less;
  asm("{ .reg .pred p; setp.lt.f16 p, %1, %2; selp.u32 %0, 1, 0, p; }"
      : "=r"(is_less)
      : "h"(static_cast<unsigned short>(0xc000)), "h"(static_cast<unsigned short>(0x3c00)));
  EXPECT_PTX(is_less, 1u);
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(nan));
  EXPECT_PTX((h & 0x7fff) > 0x7c00, true);
  asm("ex2.approx.f16 %0, %1;" : "=h"(h) : "h"(static_cast<unsigned short>(0x4200)));
  EXPECT_PTX(h >= 0x47ff && h <= 0x4801, true);
  out[threadIdx.x] = verdict;
}

TEST(PtxNumbers, Halves) {
  run([](Verdict* out) { halves<<<1, 64>>>(out, 1.5f, std::nanf("")); });
}

}  // namespace

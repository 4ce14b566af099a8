// Inline PTX: what is mostly written, against what the PTX ISA says of it.
// supports: inline PTX: integers, bits, f32 and f64, predicates, branches, loads and stores, shuffles, votes, atomics
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "ptx_test.cuh"

namespace {

__global__ void integers(Verdict* out, u32 big, s32 low, s32 zero) {
  Verdict verdict = {};
  u32 u;
  s32 s;
  u64 w;
  s64 v;
  asm("add.u32 %0, %1, %2;" : "=r"(u) : "r"(big), "r"(2u));
  EXPECT_PTX(u, 1u);
  asm("sub.s32 %0, %1, 1;" : "=r"(s) : "r"(low));
  EXPECT_PTX(s, 0x7fffffff);
  asm("add.s64 %0, %1, -5;" : "=l"(v) : "l"(s64{3}));
  EXPECT_PTX(v, -2);
  asm("mul.lo.u32 %0, %1, %2;" : "=r"(u) : "r"(big), "r"(3u));
  EXPECT_PTX(u, 0xfffffffdu);
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(u) : "r"(big), "r"(3u));
  EXPECT_PTX(u, 2u);
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(s) : "r"(-1), "r"(3));
  EXPECT_PTX(s, -1);
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(big), "r"(big));
  EXPECT_PTX(w, 0xfffffffe00000001ull);
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(v) : "r"(-2), "r"(3));
  EXPECT_PTX(v, -6);
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(-2), "r"(3), "r"(10));
  EXPECT_PTX(s, 4);
  asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(big), "r"(16u), "r"(1u));
  EXPECT_PTX(u, 16u);
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w) : "r"(big), "r"(2u), "l"(u64{2}));
  EXPECT_PTX(w, 0x200000000ull);
  asm("mul.hi.u64 %0, %1, %2;" : "=l"(w) : "l"(~u64{0}), "l"(u64{16}));
  EXPECT_PTX(w, 15ull);
  asm("div.s32 %0, %1, %2;" : "=r"(s) : "r"(-7), "r"(2));
  EXPECT_PTX(s, -3);
  asm("rem.s32 %0, %1, %2;" : "=r"(s) : "r"(-7), "r"(2));
  EXPECT_PTX(s, -1);
  asm("rem.u32 %0, %1, %2;" : "=r"(u) : "r"(17u), "r"(5u));
  EXPECT_PTX(u, 2u);
  asm("min.s32 %0, %1, %2;" : "=r"(s) : "r"(-1), "r"(1));
  EXPECT_PTX(s, -1);
  asm("max.u32 %0, %1, %2;" : "=r"(u) : "r"(big), "r"(1u));
  EXPECT_PTX(u, big);
  asm("abs.s32 %0, %1;" : "=r"(s) : "r"(-9));
  EXPECT_PTX(s, 9);
  asm("neg.s32 %0, %1;" : "=r"(s) : "r"(low));
  EXPECT_PTX(s, low);
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(-3), "r"(4), "r"(100));
  EXPECT_PTX(s, 107);
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(9u), "r"(4u), "r"(1u));
  EXPECT_PTX(u, 6u);
  asm("popc.b32 %0, %1;" : "=r"(u) : "r"(0xf0f00001u));
  EXPECT_PTX(u, 9u);
  asm("popc.b64 %0, %1;" : "=r"(u) : "l"(~u64{0}));
  EXPECT_PTX(u, 64u);
  asm("clz.b32 %0, %1;" : "=r"(u) : "r"(zero));
  EXPECT_PTX(u, 32u);
  asm("clz.b32 %0, %1;" : "=r"(u) : "r"(1u));
  EXPECT_PTX(u, 31u);
  asm("clz.b64 %0, %1;" : "=r"(u) : "l"(u64{1}));
  EXPECT_PTX(u, 63u);
  asm("brev.b32 %0, %1;" : "=r"(u) : "r"(1u));
  EXPECT_PTX(u, 0x80000000u);
  asm("brev.b64 %0, %1;" : "=l"(w) : "l"(u64{2}));
  EXPECT_PTX(w, 0x4000000000000000ull);
  asm("bfind.u32 %0, %1;" : "=r"(u) : "r"(0x00800000u));
  EXPECT_PTX(u, 23u);
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(u) : "r"(0x00800000u));
  EXPECT_PTX(u, 8u);
  asm("bfind.s32 %0, %1;" : "=r"(u) : "r"(-1));
  EXPECT_PTX(u, 0xffffffffu);
  asm("bfind.s32 %0, %1;" : "=r"(u) : "r"(-5));
  EXPECT_PTX(u, 2u);
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(0xabcd1234u), "r"(8), "r"(12));
  EXPECT_PTX(u, 0xd12u);
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(0xabcd1234u), "r"(16), "r"(8));
  EXPECT_PTX(s, -51);
  asm("bfe.s32 %0, %1, 40, 4;" : "=r"(s) : "r"(low));
  EXPECT_PTX(s, -1);
  asm("bfe.u32 %0, %1, 4, 0;" : "=r"(u) : "r"(big));
  EXPECT_PTX(u, 0u);
  asm("bfe.u64 %0, %1, 60, 20;" : "=l"(w) : "l"(~u64{0}));
  EXPECT_PTX(w, 15ull);
  asm("bmsk.clamp.b32 %0, %1, 40;" : "=r"(u) : "r"(28));
  EXPECT_PTX(u, 0xf0000000u);
  asm("bmsk.wrap.b32 %0, %1, 35;" : "=r"(u) : "r"(36));
  EXPECT_PTX(u, 0x70u);
  asm("szext.clamp.s32 %0, %1, 12;" : "=r"(s) : "r"(0x12345fedu));
  EXPECT_PTX(s, -19);
  asm("szext.wrap.u32 %0, %1, %2;" : "=r"(u) : "r"(0x12345fedu), "r"(36));
  EXPECT_PTX(u, 0xdu);
  asm("szext.clamp.u32 %0, %1, 36;" : "=r"(u) : "r"(0x92345fedu));
  EXPECT_PTX(u, 0x92345fedu);
  asm("szext.wrap.s32 %0, %1, 32;" : "=r"(s) : "r"(~0u));
  EXPECT_PTX(s, 0);
  asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(u) : "r"(0x12345678u), "r"(0xaabbccddu));
  EXPECT_PTX(u, 0xaabb78ddu);
  asm("bfi.b64 %0, %1, %2, 60, 20;" : "=l"(w) : "l"(u64{0x25}), "l"(u64{1}));
  EXPECT_PTX(w, 0x5000000000000001ull);
  out[threadIdx.x] = verdict;
}

TEST(Ptx, Integers) {
  run([](Verdict* out) {
    integers<<<1, 64>>>(out, 0xffffffffu, std::numeric_limits<s32>::min(), 0);
  });
}

__global__ void bits(Verdict* out, u32 a, u32 b) {
  Verdict verdict = {};
  u32 u;
  s32 s;
  u64 w;
  asm("and.b32 %0, %1, %2;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, a & b);
  asm("or.b32 %0, %1, %2;" : "=r"(u) : "r"(a), "r"(b));
  EXPECT_PTX(u, a | b);
  asm("xor.b64 %0, %1, %2;" : "=l"(w) : "l"(u64{a}), "l"(~u64{0}));
  EXPECT_PTX(w, ~u64{a});
  asm("not.b32 %0, %1;" : "=r"(u) : "r"(a));
  EXPECT_PTX(u, ~a);
  asm("cnot.b32 %0, %1;" : "=r"(u) : "r"(a));
  EXPECT_PTX(u, 0u);
  asm("shl.b32 %0, %1, %2;" : "=r"(u) : "r"(a), "r"(40));
  EXPECT_PTX(u, 0u);
  asm("shl.b64 %0, %1, 33;" : "=l"(w) : "l"(u64{3}));
  EXPECT_PTX(w, 0x600000000ull);
  asm("shr.u32 %0, %1, 4;" : "=r"(u) : "r"(a));
  EXPECT_PTX(u, a >> 4);
  asm("shr.s32 %0, %1, %2;" : "=r"(s) : "r"(-8), "r"(2));
  EXPECT_PTX(s, -2);
  asm("shr.s32 %0, %1, %2;" : "=r"(s) : "r"(-8), "r"(100));
  EXPECT_PTX(s, -1);
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(u) : "r"(a), "r"(b), "r"(0x0f0f0f0fu));
  EXPECT_PTX(u, a ^ b ^ 0x0f0f0f0fu);
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(u) : "r"(a), "r"(b), "r"(0x0f0f0f0fu));
  EXPECT_PTX(u, (a & b) | (a & 0x0f0f0f0fu) | (b & 0x0f0f0f0fu));
  asm("prmt.b32 %0, %1, %2, 0x7531;" : "=r"(u) : "r"(0x33221100u), "r"(0x77665544u));
  EXPECT_PTX(u, 0x77553311u);
  asm("prmt.b32 %0, %1, %2, 0x0089;" : "=r"(u) : "r"(0x0000ff80u), "r"(0u));
  EXPECT_PTX(u, 0x8080ffffu);
  asm("shf.l.wrap.b32 %0, %1, %2, 8;" : "=r"(u) : "r"(0x12345678u), "r"(0xaabbccddu));
  EXPECT_PTX(u, 0xbbccdd12u);
  asm("shf.r.clamp.b32 %0, %1, %2, 40;" : "=r"(u) : "r"(0x12345678u), "r"(0xaabbccddu));
  EXPECT_PTX(u, 0xaabbccddu);
  asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(a), "r"(b));
  EXPECT_PTX(w, u64{b} << 32 | a);
  u32 low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(w));
  EXPECT_PTX(low, a);
  EXPECT_PTX(high, b);
  float f;
  asm("mov.b32 %0, %1;" : "=f"(f) : "r"(0x3f800000u));
  EXPECT_PTX(f, 1.0f);
  asm("mov.f32 %0, 0fC0200000;" : "=f"(f));
  EXPECT_PTX(f, -2.5f);
  out[threadIdx.x] = verdict;
}

TEST(Ptx, Bits) {
  run([](Verdict* out) { bits<<<1, 64>>>(out, 0xdeadbeefu, 0x12345678u); });
}

__global__ void floats(Verdict* out, float a, float b, float tiny, float nan) {
  Verdict verdict = {};
  float f;
  double d;
  s32 s;
  u32 u;
  asm("add.f32 %0, %1, %2;" : "=f"(f) : "f"(a), "f"(b));
  EXPECT_PTX(f, a + b);
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(f) : "f"(a), "f"(b));
  EXPECT_PTX(f, a * b);
  asm("sub.f64 %0, %1, %2;" : "=d"(d) : "d"(1.5), "d"(4.0));
  EXPECT_PTX(d, -2.5);
  asm("div.rn.f32 %0, %1, %2;" : "=f"(f) : "f"(a), "f"(b));
  EXPECT_PTX(f, a / b);
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(a), "f"(b), "f"(-a * b));
  EXPECT_PTX(f, std::fma(a, b, -a * b));
  asm("neg.f32 %0, %1;" : "=f"(f) : "f"(0.0f));
  EXPECT_PTX(std::signbit(f), true);
  asm("abs.f32 %0, %1;" : "=f"(f) : "f"(-a));
  EXPECT_PTX(f, a);
  asm("min.f32 %0, %1, %2;" : "=f"(f) : "f"(nan), "f"(b));
  EXPECT_PTX(f, b);
  asm("sqrt.rn.f32 %0, %1;" : "=f"(f) : "f"(2.0f));
  EXPECT_PTX(f, 1.41421354f);
  asm("ex2.approx.f32 %0, %1;" : "=f"(f) : "f"(3.0f));
  EXPECT_PTX(f, 8.0f);
  asm("add.f32 %0, %1, %1;" : "=f"(f) : "f"(tiny));
  EXPECT_PTX(f, 2 * tiny);
  asm("add.ftz.f32 %0, %1, %1;" : "=f"(f) : "f"(tiny));
  EXPECT_PTX(f, 0.0f);
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(2.5f));
  EXPECT_PTX(s, 2);
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(-2.9f));
  EXPECT_PTX(s, -2);
  asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(s) : "f"(-2.1f));
  EXPECT_PTX(s, -3);
  asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(s) : "f"(2.1f));
  EXPECT_PTX(s, 3);
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(u) : "f"(1e20f));
  EXPECT_PTX(u, 0xffffffffu);
  asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(-7));
  EXPECT_PTX(f, -7.0f);
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(f) : "d"(0.1));
  EXPECT_PTX(f, 0.1f);
  asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(0.5f));
  EXPECT_PTX(d, 0.5);
  // comparisons, selections and predicates
  asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(u) : "f"(a), "f"(b));
  EXPECT_PTX(u, a < b);
  asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }"
      : "=r"(u)
      : "f"(nan), "f"(b));
  EXPECT_PTX(u, 1u);
  asm("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }"
      : "=r"(u)
      : "f"(nan), "f"(b));
  EXPECT_PTX(u, 0u);
  asm("{\n"
      "  .reg .pred p, q;\n"
      "  .reg .b32 r<2>;\n"
      "  setp.ge.s32 p|q, %1, 0;   // p: not negative\n"
      "  mov.b32 r0, 5;\n"
      "  @p mov.b32 r1, 1;\n"
      "  @!p mov.b32 r1, 2;\n"
      "  @q add.s32 r0, r0, 10;\n"
      "  add.s32 %0, r0, r1;\n"
      "}"
      : "=r"(s)
      : "r"(static_cast<int>(threadIdx.x) - 32));
  EXPECT_PTX(s, threadIdx.x < 32 ? 17 : 6);
  asm("{ .reg .pred p, q; setp.lt.s32 p, %1, 3; setp.gt.and.s32 q, %1, 0, p; selp.b32 %0, 1, 0, q; "
      "}"
      : "=r"(u)
      : "r"(static_cast<int>(threadIdx.x)));
  EXPECT_PTX(u, threadIdx.x > 0 && threadIdx.x < 3);
  // a loop: how often can it be halved?
  asm("{\n\t"
      ".reg .pred p;\n\t"
      ".reg .u32 n;\n\t"
      "mov.u32 n, %1;\n\t"
      "mov.u32 %0, 0;\n\t"
      "again:\n\t"
      "setp.eq.u32 p, n, 0;\n\t"
      "@p bra done;\n\t"
      "shr.u32 n, n, 1;\n\t"
      "add.u32 %0, %0, 1;\n\t"
      "bra again;\n\t"
      "done:\n\t"
      "}"
      : "=r"(u)
      : "r"(threadIdx.x));
  EXPECT_PTX(u, 32 - __clz(static_cast<int>(threadIdx.x)));
  out[threadIdx.x] = verdict;
}

TEST(Ptx, FloatsAndPredicates) {
  run([](Verdict* out) { floats<<<1, 64>>>(out, 1.75f, 3.5f, 1e-40f, std::nanf("")); });
}

struct alignas(16) Four {
  float x, y, z, w;
};

__global__ void memory(Verdict* out, Four* fours, int* counter) {
  Verdict verdict = {};
  __shared__ u32 words[64];
  Four* const mine = fours + threadIdx.x;
  const float t = static_cast<float>(threadIdx.x);
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(mine), "f"(t), "f"(t + 1),
               "f"(t + 2), "f"(t + 3)
               : "memory");
  float a, b, c, d;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "l"(mine));
  EXPECT_PTX(a + b + c + d, 4 * t + 6);
  asm volatile("ld.global.cg.f32 %0, [%1+8];" : "=f"(a) : "l"(mine) : "memory");
  EXPECT_PTX(a, t + 2);
  const auto place = static_cast<u32>(__cvta_generic_to_shared(&words[threadIdx.x]));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(place), "r"(threadIdx.x * 3) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  EXPECT_PTX(words[threadIdx.x], threadIdx.x * 3);
  u32 neighbour, address;
  asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }"
      : "=r"(address)
      : "l"(&words[threadIdx.x ^ 1]));
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(neighbour) : "r"(address) : "memory");
  EXPECT_PTX(neighbour, (threadIdx.x ^ 1) * 3);
  s32 byte;
  asm volatile("ld.s8 %0, [%1];"
               : "=r"(byte)
               : "l"(reinterpret_cast<const char*>(words) + 4 * (threadIdx.x / 2)));
  EXPECT_PTX(byte, static_cast<signed char>(threadIdx.x / 2 * 3));
  int before;
  asm volatile("atom.global.add.s32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(counter), "r"(2)
               : "memory");
  EXPECT_PTX(before % 2, 0);
  asm volatile("red.global.add.s32 [%0], %1;" ::"l"(counter + 1), "r"(1) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(counter + 2),
               "r"(static_cast<int>(threadIdx.x))
               : "memory");
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  int old;
  asm volatile("atom.cas.b32 %0, [%1], 7, %2;" : "=r"(old) : "l"(counter + 3), "r"(8) : "memory");
  EXPECT_PTX(old, 0);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(fours));
  out[threadIdx.x] = verdict;
}

TEST(Ptx, Memory) {
  std::vector<int> counters(4);
  Four* fours = nullptr;
  int* counter = nullptr;
  ASSERT_EQ(cudaMalloc(&fours, 64 * sizeof(Four)), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&counter, 4 * sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaMemset(counter, 0, 4 * sizeof(int)), cudaSuccess);
  run([&](Verdict* out) { memory<<<1, 64>>>(out, fours, counter); });
  ASSERT_EQ(cudaMemcpy(counters.data(), counter, 4 * sizeof(int), cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(counters, (std::vector<int>{128, 64, 63, 0}));
  EXPECT_EQ(cudaFree(fours), cudaSuccess);
  EXPECT_EQ(cudaFree(counter), cudaSuccess);
}

__global__ void warps(Verdict* out) {
  Verdict verdict = {};
  const u32 lane = threadIdx.x % 32;
  u32 u;
  s32 s;
  asm volatile("shfl.sync.down.b32 %0, %1, 4, 0x1f, 0xffffffff;" : "=r"(u) : "r"(lane));
  EXPECT_PTX(u, lane < 28 ? lane + 4 : lane);
  asm volatile("shfl.sync.up.b32 %0, %1, 1, 0, 0xffffffff;" : "=r"(u) : "r"(lane));
  EXPECT_PTX(u, lane > 0 ? lane - 1 : lane);
  asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(u) : "r"(lane));
  EXPECT_PTX(u, lane ^ 3);
  asm volatile("shfl.sync.idx.b32 %0, %1, 2, 0x181f, 0xffffffff;"
               : "=r"(u)
               : "r"(lane));  // by eight
  EXPECT_PTX(u, lane / 8 * 8 + 2);
  // A sum over 16 lanes, as libraries write it: only from lanes of the caller's half.
  s = 1;
  for (int step = 1; step < 16; step *= 2) {
    asm volatile(
        "{\n"
        "  .reg .s32 r0;\n"
        "  .reg .pred p;\n"
        "  shfl.sync.down.b32 r0|p, %0, %1, %2, %3;\n"
        "  @p add.s32 r0, r0, %0;\n"
        "  @p mov.s32 %0, r0;\n"
        "}"
        : "+r"(s)
        : "r"(step), "r"(0x100f), "r"(0xffffffffu));
  }
  EXPECT_PTX(s, lane % 16 == 0 ? 16 : s);
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(u)
               : "r"(lane));
  EXPECT_PTX(u, 31u);
  asm volatile(
      "{ .reg .pred p, q; setp.lt.u32 p, %1, 5; vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, "
      "1, 0, q; }"
      : "=r"(u)
      : "r"(lane));
  EXPECT_PTX(u, 1u);
  asm volatile(
      "{ .reg .pred p, q; setp.lt.u32 p, %1, 5; vote.sync.uni.pred q, p, 0xffffffff; selp.u32 %0, "
      "1, 0, q; }"
      : "=r"(u)
      : "r"(lane));
  EXPECT_PTX(u, 0u);
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(u) : "r"(lane / 16));
  EXPECT_PTX(u, lane < 16 ? 0xffffu : 0xffff0000u);
  asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(s) : "r"(-1));
  EXPECT_PTX(s, -32);
  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;"
               : "=r"(s)
               : "r"(static_cast<int>(lane) - 40));
  EXPECT_PTX(s, -9);
  asm volatile("activemask.b32 %0;" : "=r"(u));
  EXPECT_PTX(u, 0xffffffffu);
  asm volatile("bar.warp.sync 0xffffffff;");
  asm("mov.u32 %0, %%tid.x;" : "=r"(u));
  EXPECT_PTX(u, threadIdx.x);
  asm("mov.u32 %0, %%ntid.x;" : "=r"(u));
  EXPECT_PTX(u, 64u);
  asm("{ .reg .u32 block; mov.u32 block, %%ctaid.x; mad.lo.u32 %0, block, %1, %2; }"
      : "=r"(u)
      : "r"(blockDim.x), "r"(threadIdx.x));
  EXPECT_PTX(u, threadIdx.x);
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(u));
  EXPECT_PTX(u, (1u << lane) - 1);
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(u));
  EXPECT_PTX(u, ~((1u << lane) - 1));
  out[threadIdx.x] = verdict;
}

TEST(Ptx, Warps) {
  run([](Verdict* out) { warps<<<1, 64>>>(out); });
}

__global__ void flags(Verdict* out, int* data, int* flag) {
  Verdict verdict = {};
  int value = 0;
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      *data = 42;
      asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
      do {
        asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
      } while (value == 0);
      EXPECT_PTX(*data, 42);
    }
  }
  out[blockIdx.x * 32 + threadIdx.x] = verdict;
}

TEST(Ptx, ReleaseAndAcquire) {
  int* words = nullptr;
  ASSERT_EQ(cudaMalloc(&words, 2 * sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaMemset(words, 0, 2 * sizeof(int)), cudaSuccess);
  run([&](Verdict* out) { flags<<<2, 32>>>(out, words, words + 1); });
  EXPECT_EQ(cudaFree(words), cudaSuccess);
}

}  // namespace

/// @file
/// Integer intrinsics, as the CUDA Math API defines them.
#pragma once

#include <cstdint>

#include "vector_types.h"

#define SIMT_INTEGER [[gnu::always_inline]] inline

// Counting and reversing bits.
SIMT_INTEGER int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_INTEGER int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_INTEGER int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
SIMT_INTEGER int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
SIMT_INTEGER int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INTEGER int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_INTEGER unsigned __brev(unsigned x) {
  x = __builtin_bswap32(x);
  x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
  x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
  return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
}
SIMT_INTEGER unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}

// Moving bits of a pair of words.
SIMT_INTEGER unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  return static_cast<unsigned>(bytes >> (selector & 7) * 8 & 0xff) |
         static_cast<unsigned>(bytes >> (selector >> 4 & 7) * 8 & 0xff) << 8 |
         static_cast<unsigned>(bytes >> (selector >> 8 & 7) * 8 & 0xff) << 16 |
         static_cast<unsigned>(bytes >> (selector >> 12 & 7) * 8 & 0xff) << 24;
}
SIMT_INTEGER unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift & 31) >> 32);
}
SIMT_INTEGER unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31));
}
SIMT_INTEGER unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift < 32 ? shift : 32) >> 32);
}
SIMT_INTEGER unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}

// Products. The 24-bit ones keep the low 32 bits: in unsigned arithmetic, where they may wrap.
SIMT_INTEGER int __mul24(int a, int b) {
  const int a24 = static_cast<int>(static_cast<unsigned>(a) << 8) >> 8;
  const int b24 = static_cast<int>(static_cast<unsigned>(b) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(a24) * static_cast<unsigned>(b24));
}
SIMT_INTEGER unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
SIMT_INTEGER int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
SIMT_INTEGER unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
namespace simt {
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UnsignedInt128;
}  // namespace simt
SIMT_INTEGER long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<simt::Int128>(a) * b >> 64);
}
SIMT_INTEGER unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<simt::UnsignedInt128>(a) * b >> 64);
}

// Sums of absolute differences and averages, without overflow in between.
SIMT_INTEGER unsigned __sad(int x, int y, unsigned z) {
  const long long difference = static_cast<long long>(x) - y;
  return static_cast<unsigned>(difference < 0 ? -difference : difference) + z;
}
SIMT_INTEGER unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x < y ? y - x : x - y) + z;
}
SIMT_INTEGER int __hadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
SIMT_INTEGER int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
SIMT_INTEGER unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
SIMT_INTEGER unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

// Dot products of packed bytes. Their sums are unsigned: they may wrap.
SIMT_INTEGER int __dp4a(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  sum += static_cast<unsigned>(static_cast<std::int8_t>(a) * static_cast<std::int8_t>(b));
  sum += static_cast<unsigned>(static_cast<std::int8_t>(a >> 8) * static_cast<std::int8_t>(b >> 8));
  sum +=
      static_cast<unsigned>(static_cast<std::int8_t>(a >> 16) * static_cast<std::int8_t>(b >> 16));
  sum +=
      static_cast<unsigned>(static_cast<std::int8_t>(a >> 24) * static_cast<std::int8_t>(b >> 24));
  return static_cast<int>(sum);
}
SIMT_INTEGER unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xff) * (b & 0xff) + (a >> 8 & 0xff) * (b >> 8 & 0xff) +
         (a >> 16 & 0xff) * (b >> 16 & 0xff) + (a >> 24) * (b >> 24);
}
SIMT_INTEGER int __dp4a(char4 a, char4 b, int c) {
  const int dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(dot));
}
SIMT_INTEGER unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

// Products of two halves of a and two bytes of b: the lower ones, or the upper ones.
SIMT_INTEGER int __dp2a_lo(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  sum += static_cast<unsigned>(static_cast<std::int16_t>(a) * static_cast<std::int8_t>(b));
  sum += static_cast<unsigned>((a >> 16) * static_cast<std::int8_t>(b >> 8));
  return static_cast<int>(sum);
}
SIMT_INTEGER unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
SIMT_INTEGER int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
SIMT_INTEGER unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return __dp2a_lo(a, b >> 16, c);
}
SIMT_INTEGER int __dp2a_lo(short2 a, char4 b, int c) {
  return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(a.x * b.x + a.y * b.y));
}
SIMT_INTEGER int __dp2a_hi(short2 a, char4 b, int c) {
  return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(a.x * b.z + a.y * b.w));
}
SIMT_INTEGER unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x * b.x + a.y * b.y);
}
SIMT_INTEGER unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x * b.z + a.y * b.w);
}

#undef SIMT_INTEGER

/// @file
/// Inline PTX: matrices in the registers of a warp.
#pragma once

#include "simt/matrices.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

/// A float whose last 13 bits do not count.
struct tf32 {
  u32 bits;
};
/// Floats of 8 bits.
struct e4m3 {
  u8 bits;
};
struct e5m2 {
  u8 bits;
};

template <class T>
inline constexpr MatrixNumber kMatrixNumber = MatrixNumber::kHalf;
template <>
inline constexpr MatrixNumber kMatrixNumber<bf16> = MatrixNumber::kBfloat;
template <>
inline constexpr MatrixNumber kMatrixNumber<tf32> = MatrixNumber::kTf32;
template <>
inline constexpr MatrixNumber kMatrixNumber<s8> = MatrixNumber::kSigned8;
template <>
inline constexpr MatrixNumber kMatrixNumber<u8> = MatrixNumber::kUnsigned8;
template <>
inline constexpr MatrixNumber kMatrixNumber<e4m3> = MatrixNumber::kE4m3;
template <>
inline constexpr MatrixNumber kMatrixNumber<e5m2> = MatrixNumber::kE5m2;
template <>
inline constexpr MatrixNumber kMatrixNumber<f64> = MatrixNumber::kDouble;
template <>
inline constexpr MatrixNumber kMatrixNumber<f32> = MatrixNumber::kFloat;
template <>
inline constexpr MatrixNumber kMatrixNumber<s32> = MatrixNumber::kSigned32;

// Registers of 32 bits, and doubles, which are two each.
template <class X>
SIMT_INLINE void add_register(MatrixPart& part, int& at, const X& x) {
  if constexpr (sizeof(X) == 8) {
    const u64 bits = get<u64>(x);
    part[at++] = static_cast<u32>(bits);
    part[at++] = static_cast<u32>(bits >> 32);
  } else {
    part[at++] = get<u32>(x);
  }
}
template <class X>
SIMT_INLINE MatrixPart part_of(const X& x) {
  MatrixPart part = {};
  int at = 0;
  add_register(part, at, x);
  return part;
}
template <class... X>
SIMT_INLINE MatrixPart part_of(const Vector<X...>& parts) {
  MatrixPart part = {};
  int at = 0;
  std::apply([&](const auto&... x) { (add_register(part, at, x), ...); }, parts.elements);
  return part;
}
template <class Out>
SIMT_INLINE void set_register(Out&& out, int& at, MatrixPart part) {
  if constexpr (sizeof(out) == 8) {
    set(out, u64{part[at]} | u64{part[at + 1]} << 32);
    at += 2;
  } else {
    set(out, u32{part[at++]});
  }
}
template <class... Out>
SIMT_INLINE void set_parts(Vector<Out...>&& outs, MatrixPart part) {
  int at = 0;
  std::apply([&](auto&... out) { (set_register(out, at, part), ...); }, outs.elements);
}
template <class Out>
SIMT_INLINE void set_parts(Out&& out, MatrixPart part) {
  int at = 0;
  set_register(out, at, part);
}

template <int rows, int depth, class A, class B, class Sum, bool saturates, class D,
          class RegistersA, class RegistersB, class C>
SIMT_INLINE void mma(D&& d, const RegistersA& a, const RegistersB& b, const C& c) {
  const MatrixPart two = part_of(b);
  const MatrixPart sums = warp_multiply(
      {rows, depth, kMatrixNumber<A>, kMatrixNumber<B>, kMatrixNumber<Sum>, saturates}, part_of(a),
      u64{two[0]} | u64{two[1]} << 32, part_of(c));
  set_parts(static_cast<D&&>(d), sums);
}
template <int count, bool transposes, class Space, class D, class X>
SIMT_INLINE void ldmatrix(D&& d, Address<X> row) {
  set_parts(static_cast<D&&>(d), warp_load_matrices(count, transposes, row.template in<Space>()));
}
template <int count, bool transposes, class Space, class X, class A>
SIMT_INLINE void stmatrix(Address<X> row, const A& a) {
  warp_store_matrices(count, transposes, row.template in<Space>(), part_of(a));
}
template <class D, class A>
SIMT_INLINE void movmatrix(D&& d, const A& a) {
  set(d, warp_transpose_matrix(get<u32>(a)));
}

}  // namespace simt::ptx

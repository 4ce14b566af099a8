/// @file
/// Inline PTX: products of matrices by four warps (`wgmma`).
#pragma once

#include "simt/bulk_copy.h"
#include "simt/ptx/matrices.h"
#include "simt/warpgroups.h"

namespace simt::ptx {

// A is in shared memory, as a descriptor says, or each thread has four registers of it.
template <class X>
inline constexpr bool kIsInRegisters = false;
template <class... X>
inline constexpr bool kIsInRegisters<Vector<X...>> = true;

/// Its immediate operands are 1 and -1, the signs of A and B, then 0 and 1, whether each is transposed: only those of
/// 16 bits in shared memory can be.
template <int columns, int depth, class A, class B, class Sum, class... Out, class OperandA,
          class OperandB, class Add, class SignA, class SignB, class... Transposed>
SIMT_INLINE void wgmma(Vector<Out...>&& d, const OperandA& a, const OperandB& b, const Add& add,
                       const SignA& sign_a, const SignB& sign_b, const Transposed&... transposed) {
  constexpr bool kRegisters = kIsInRegisters<OperandA>;
  constexpr int kOut = columns * (std::is_same_v<Sum, f16> ? 2 : 4) / 8;
  static_assert(sizeof...(Out) == kOut,
                "the sums are N/2 registers of 32 bits, or N/4 of two numbers of 16 bits");
  constexpr int kTransposed = depth != 16 ? 0 : kRegisters ? 1 : 2;
  static_assert(sizeof...(Transposed) == kTransposed,
                "wgmma of f16 and bf16 says whether B is transposed, and A if it is in shared "
                "memory; the other types say nothing of that");
  reads_shared();
  const bool are_transposed[] = {false, (get<s32>(transposed) != 0)...};  // the last one is B
  WarpgroupProduct product{
      {16, depth, kMatrixNumber<A>, kMatrixNumber<B>, kMatrixNumber<Sum>, false},
      columns,
      kRegisters,
      are_transposed[kTransposed == 2 ? 1 : 0],
      are_transposed[kTransposed],
      get<s32>(sign_a) < 0,
      get<s32>(sign_b) < 0,
      static_cast<bool>(add),
      0,
      get<u64>(b)};
  MatrixPart part = {};
  if constexpr (kRegisters) {
    part = part_of(a);
  } else {
    product.a = get<u64>(a);
  }
  u32 sums[kOut];
  std::apply(
      [&](auto& first, auto&... more) {
        int at = 0;
        sums[at++] = get<u32>(first);
        ((sums[at++] = get<u32>(more)), ...);
        warpgroup_multiply(product, part, sums, &first);
        at = 0;
        set(first, sums[at++]);
        (set(more, sums[at++]), ...);
      },
      d.elements);
}

SIMT_INLINE void wgmma_fence() { warpgroup_fence(); }
SIMT_INLINE void wgmma_commit() { warpgroup_commit(); }
template <class N>
SIMT_INLINE void wgmma_wait(const N& prior) {
  warpgroup_wait(get<u32>(prior));
}
template <class N>
SIMT_INLINE void setmaxnreg(const N& registers) {
  warpgroup_registers(get<u32>(registers));
}

}  // namespace simt::ptx

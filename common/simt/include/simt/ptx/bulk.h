/// @file
/// Inline PTX: bulk copies (`cp.async.bulk`), with a tensor map or without, and fences between them and threads.
#pragma once

#include "simt/bulk_copy.h"
#include "simt/ptx/copies.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

/// `[map, {x, y}]`
template <class Map, class... Coordinate>
struct Box {
  const Map& map;
  std::int32_t coordinates[sizeof...(Coordinate)];
};
template <class Map, class... Coordinate>
SIMT_UNCOUNTED_INLINE Box<Map, Coordinate...> box(const Map& map, const Vector<Coordinate...>& at) {
  return std::apply(
      [&](const auto&... coordinate) {
        return Box<Map, Coordinate...>{map, {get<s32>(coordinate)...}};
      },
      at.elements);
}
template <class Map, class... Coordinate>
SIMT_UNCOUNTED_INLINE const void* map_of(const Box<Map, Coordinate...>& box) {
  return Generic::at(box.map, 0);
}

// What `add` and the other words of a reduction mean here.
constexpr BulkOp bulk_add = BulkOp::kAdd, bulk_min = BulkOp::kMin, bulk_max = BulkOp::kMax,
                 bulk_inc = BulkOp::kInc, bulk_dec = BulkOp::kDec, bulk_and = BulkOp::kAnd,
                 bulk_or = BulkOp::kOr, bulk_xor = BulkOp::kXor;
constexpr BulkType type_u32 = BulkType::kU32, type_s32 = BulkType::kS32, type_b32 = BulkType::kU32,
                   type_u64 = BulkType::kU64, type_s64 = BulkType::kS64, type_b64 = BulkType::kU64,
                   type_f16 = BulkType::kF16, type_bf16 = BulkType::kBf16,
                   type_f32 = BulkType::kF32, type_f64 = BulkType::kF64;

/// @tparam From the space of the source
/// @param blocks of the cluster that get it
template <class From, class X, class Y, class Bytes, class Counter, class Mask = u16>
SIMT_INLINE void bulk_load(Address<X> to, Address<Y> from, const Bytes& bytes,
                           Address<Counter> counter, const Mask& blocks = 0) {
  if constexpr (std::is_same_v<From, Shared>) reads_shared();
  simt::bulk_load(to.template in<Shared>(), from.template in<From>(), get<u32>(bytes),
                  &counter_at<Shared>(counter), get<u16>(blocks));
}
template <BulkOp op, BulkType type, class X, class Y, class Bytes, class Counter>
SIMT_INLINE void bulk_reduce_shared(Address<X> to, Address<Y> from, const Bytes& bytes,
                                    Address<Counter> counter) {
  reads_shared();
  simt::bulk_load(to.template in<Shared>(), from.template in<Shared>(), get<u32>(bytes),
                  &counter_at<Shared>(counter), 0, op, type);
}
template <class X, class Y, class Bytes>
SIMT_INLINE void bulk_store(Address<X> to, Address<Y> from, const Bytes& bytes) {
  reads_shared();
  simt::bulk_store(to.template in<Generic>(), from.template in<Shared>(), get<u32>(bytes),
                   BulkOp::kCopy, BulkType::kU32);
}
template <BulkOp op, BulkType type, class X, class Y, class Bytes>
SIMT_INLINE void bulk_reduce(Address<X> to, Address<Y> from, const Bytes& bytes) {
  reads_shared();
  simt::bulk_store(to.template in<Generic>(), from.template in<Shared>(), get<u32>(bytes), op,
                   type);
}

template <unsigned rank, class X, class Map, class... Coordinate, class Counter, class Mask = u16>
SIMT_INLINE void tensor_load(Address<X> to, const Box<Map, Coordinate...>& from,
                             Address<Counter> counter, const Mask& blocks = 0) {
  static_assert(sizeof...(Coordinate) == rank, "as many coordinates as dimensions");
  simt::tensor_load(to.template in<Shared>(), map_of(from), from.coordinates, rank,
                    &counter_at<Shared>(counter), get<u16>(blocks));
}
template <unsigned rank, BulkOp op, class X, class Map, class... Coordinate>
SIMT_INLINE void tensor_reduce(const Box<Map, Coordinate...>& to, Address<X> from) {
  static_assert(sizeof...(Coordinate) == rank, "as many coordinates as dimensions");
  reads_shared();
  simt::tensor_store(map_of(to), to.coordinates, rank, from.template in<Shared>(), op);
}
template <unsigned rank, class X, class Map, class... Coordinate>
SIMT_INLINE void tensor_store(const Box<Map, Coordinate...>& to, Address<X> from) {
  tensor_reduce<rank, BulkOp::kCopy>(to, from);
}

SIMT_INLINE void bulk_commit() { simt::bulk_commit(); }
template <bool reads, class N>
SIMT_INLINE void bulk_wait(const N& prior) {
  simt::bulk_wait(get<u32>(prior), reads);
}
SIMT_INLINE void proxy_fence() { simt::proxy_fence(); }
SIMT_INLINE void mbarrier_fence() { simt::mbarrier_fence(); }

}  // namespace simt::ptx

/// @file
/// Bulk copies: by one thread, of many bytes, between global and shared memory or from shared memory to that of another
/// block of the cluster; boxes of a tensor by a tensor map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/uncounted.h"
#include "simt/waiting.h"

namespace simt {

/// What is done to each element of the destination.
enum class BulkOp : std::uint8_t { kCopy, kAdd, kMin, kMax, kInc, kDec, kAnd, kOr, kXor };
enum class BulkType : std::uint8_t { kU32, kS32, kU64, kS64, kF16, kBf16, kF32, kF64 };

/// Blocks of the cluster, a bit each, that get a copy; 0: the one whose memory the address is in.
using BlockMask = std::uint16_t;

/// To shared memory, of the caller's block or of another one of the cluster; its bytes count for a phase of the
/// counter.
/// @param from in global memory, or in the caller's shared memory
void bulk_load(void* to, const void* from, std::uint32_t bytes, ArrivalCounter* counter,
               BlockMask blocks, BulkOp op = BulkOp::kCopy, BulkType type = BulkType::kU32);
/// From the caller's shared memory to global memory, as part of the caller's open bulk group.
void bulk_store(void* to, const void* from, std::uint32_t bytes, BulkOp op, BulkType type);

/// The box of a tensor whose first element has these coordinates, the fastest first. @param map 128 bytes, made by
/// cuTensorMapEncodeTiled()
void tensor_load(void* to, const void* map, const std::int32_t* coordinates, unsigned rank,
                 ArrivalCounter* counter, BlockMask blocks);
void tensor_store(const void* map, const std::int32_t* coordinates, unsigned rank, const void* from,
                  BulkOp op);

/// Ends the caller's open bulk group.
void bulk_commit();
/// Waits for the caller's bulk groups, all but the `count` latest. @param reads whether until they have read only
void bulk_wait(std::uint32_t count, bool reads);
/// Between what threads and what bulk copies do with memory.
void proxy_fence();
/// The caller has initialised an mbarrier, which bulk copies do not see before a fence: a proxy fence, or this one.
void mbarrier_is_initialised(const ArrivalCounter* counter);
void mbarrier_fence();

/// Says that the program has bulk copies out of shared memory, whose stores need fences.
bool bulk_copies_read_shared() asm("simt_bulk_copies_read_shared");
#if defined(__wasm__)
/// Does so when the program starts.
template <class T>
struct ReadsShared {
  static inline const bool kIsKnown = bulk_copies_read_shared();
};
SIMT_INLINE void reads_shared() { asm volatile("" : : "r"(&ReadsShared<void>::kIsKnown)); }
#else
/// Does so when the program starts, if it calls a function that calls this: what is in this section runs then. (The
/// initializer of a static member would be in every program, whether it calls such a function or not.)
SIMT_INLINE void reads_shared() {
  asm volatile(
      ".pushsection .init_array, \"aw\", %init_array\n\t"
      ".balign 8\n\t"
      ".8byte simt_bulk_copies_read_shared\n\t"
      ".popsection");
}
#endif

}  // namespace simt

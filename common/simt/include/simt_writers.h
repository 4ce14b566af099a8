/// @file
/// @ingroup tutorial
/// Who has written the elements of a buffer, and which warps load how much of it, for a program that wants to know how
/// its work is shared out.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vector_types.h"

namespace simt {

enum class WriterKind : std::uint8_t {
  kNobody,     ///< since the watch has begun
  kKernel,     ///< a thread, or a block of a tile kernel: stores, atomic operations, bulk copies
  kOperation,  ///< a copy or a memset
  kHost,       ///< host code: of managed or page-locked memory
};

/// Who has written an element last. Of several warps that write one element in the same launch it is one
/// of those that nothing orders; in a fixed order (simt_order.h) the same one in every run.
struct Writer {
  WriterKind kind = WriterKind::kNobody;
  // Of a kernel's thread:
  std::uint32_t launch = 0;  ///< the number of the launch, from 0, since the watch has begun
  uint3 block{}, thread{};   ///< blockIdx, threadIdx
  std::uint32_t warp = 0;    ///< of the block
  bool again = false;        ///< the launch has written the element before
  bool is_tile =
      false;  ///< a block of a tile kernel: it has no threads, so `thread` and `warp` are 0
};

/// Watches memory of the device, of which there is then a watch: `writers` tells what happens to it from
/// now on. Again for the same memory: begins anew. What surfaces write is not seen.
/// @param bytes a multiple of `element_bytes`
void watch_writers(const void* memory, std::size_t bytes, std::size_t element_bytes);
/// An entry for each element of the watch that begins at `memory`; empty if none does. To be called when
/// nothing is in flight.
std::vector<Writer> writers(const void* memory);
/// What a warp of a kernel, or a block of a tile kernel, has loaded.
struct WarpLoads {
  std::uint32_t launch = 0;  ///< as in Writer
  uint3 block{};             ///< blockIdx
  std::uint32_t warp = 0;    ///< of the block
  std::uint64_t bytes = 0;   ///< of all its lanes; what several lanes load counts for each of them
};
/// Counts, from now on, what kernels load from memory of the device; what `cp.async` brings is loaded by the warp that
/// asks for it. What they read as a texture or by a bulk copy is not seen. Again for the same memory: begins anew.
void watch_loads(const void* memory, std::size_t bytes);
/// The warps that have loaded anything from the memory that is watched from `memory` on; empty if none is. To be called
/// when nothing is in flight.
std::vector<WarpLoads> loads(const void* memory);
void stop_watching_loads(const void* memory);

/// All watches begin anew: nobody has written or loaded since.
void forget_writers();
/// Ends the watch that begins at `memory`.
void stop_watching_writers(const void* memory);

}  // namespace simt

#include "simt/users_macros_back.inc"

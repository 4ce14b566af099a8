/// @file
/// @ingroup simt_execution
/// Counts and checks accesses that the compiler does not instrument.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/trace_event.h"
#include "execution/block/watch/atomic_event.h"
#include "races/read_kind.h"

namespace simt {

/// The memory order of CUDA's own atomic functions: they need fences around them.
inline constexpr int kNoOrder = -1;

class Block;

/// Lives during an atomic operation of the running kernel: the constructor checks and counts it, the destructor orders
/// it after the releases that it has seen.
class AtomicAccess {
 public:
  /// @param pc where it stands. @param frame the caller's `__builtin_dwarf_cfa()`: how deep in the
  /// stack it is. @param kind kNone: an exchange, for which it does not matter what was there.
  /// @param order the compiler's number of a memory order, or kNoOrder
  /// @param swaps whether it compares and swaps
  AtomicAccess(const volatile void* address, unsigned bytes, const void* pc, void* frame,
               ReadKind kind = ReadKind::kNumber, int order = kNoOrder, bool swaps = false);
  /// A comparison has failed: it was a load.
  void has_not_written() { atomic_.writes = false; }
  ~AtomicAccess();
  AtomicAccess(const AtomicAccess&) = delete;
  AtomicAccess& operator=(const AtomicAccess&) = delete;

 private:
  AtomicEvent atomic_;
  Block* block_ = nullptr;  ///< null in host code, and for memory on the thread's stack
};
/// Check and count an access of the running kernel. @param pc where it stands.
/// @param frame the caller's `__builtin_dwarf_cfa()`: how deep in the stack it is.
void load_access(const void* address, unsigned bytes, const void* pc, void* frame);
/// As `load_access`, of a word of a copy: if the memory is declared as structs, it may be padding, which
/// nobody has written.
void load_part(const void* address, unsigned bytes, const void* pc, void* frame);
/// Checks whether anything has been written of what the running kernel is about to copy; `load_padding`
/// then does not ask.
void check_aggregate_written(const void* address, std::size_t bytes, const void* pc);
void load_padding(const void* address, unsigned bytes, const void* pc, void* frame);
void store_access(void* address, unsigned bytes, const void* pc, void* frame);
/// The runtime is about to store a result of 4 or 8 bytes: counts as a store of the calling kernel. No effect in host
/// code.
void record_result(void* place, unsigned bytes, const void* pc, void* frame);
/// Checks an access of code that may be the host's.
void host_access(const void* address, std::size_t bytes, Op op, const void* pc);
/// Counts a fetch from a texture.
void texture_access(const void* pc, void* frame);

}  // namespace simt

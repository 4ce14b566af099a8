// memcpy, memmove and memset in a kernel. nvcc turns them into loops over single bytes, because it does not analyse
// what the pointers point to; where it knows the memory, into loops over words.
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "base/address_map.h"
#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/device_code/hooks.h"
#include "memory/unwritten_copies.h"

namespace simt {
namespace {

/// Whether this is shared memory or one of the thread's own variables.
bool is_of_block(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return is_any_shared(address) || worker().recorder.is_on_stack(address);
}

/// @param from the same as `to` where there is none
unsigned unit_of(const void* to, const void* from, std::size_t bytes) {
  const std::uintptr_t alignment =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  return alignment % 4 == 0 && is_of_block(to) && is_of_block(from) ? 4 : 1;
}

/// @param step 1, or -1 where the last bytes go first
void copy_in_kernel(void* to, const void* from, std::size_t bytes, int step, const void* pc,
                    void* frame) {
  const unsigned unit = unit_of(to, from, bytes);
  check_aggregate_written(from, bytes, pc);
  for (std::size_t i = 0; i < bytes; i += unit) {
    const std::size_t offset = step > 0 ? i : bytes - unit - i;
    const void* source = static_cast<const char*>(from) + offset;
    void* target = static_cast<char*>(to) + offset;
    load_padding(source, unit, pc, frame);
    store_access(target, unit, pc, frame);
    std::memcpy(target, source, unit);
  }
}

}  // namespace

void* copy_memory(void* to, const void* from, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  if (worker().recorder.cursor != nullptr) {
    copy_in_kernel(to, from, bytes, 1, pc, __builtin_dwarf_cfa());
    return to;
  }
  host_access(to, bytes, Op::kStore, pc);
  host_access(from, bytes, Op::kLoad, pc);
  host_moves_copied(to, from, bytes);
  return std::memcpy(to, from, bytes);
}

void* move_memory(void* to, const void* from, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  if (worker().recorder.cursor != nullptr) {
    const bool overtakes =
        reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from) < bytes;
    copy_in_kernel(to, from, bytes, overtakes ? -1 : 1, pc, __builtin_dwarf_cfa());
    return to;
  }
  host_access(to, bytes, Op::kStore, pc);
  host_access(from, bytes, Op::kLoad, pc);
  host_moves_copied(to, from, bytes);
  return std::memmove(to, from, bytes);
}

int compare_memory(const void* a, const void* b, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  if (worker().recorder.cursor == nullptr) {
    for (const void* const side : {a, b}) {
      host_access(side, bytes, Op::kLoad, pc);
      const auto address = reinterpret_cast<std::uintptr_t>(side);
      if (unwritten_copies.overlap(address, bytes)) {
        host_reads_copied(address, bytes, pc, true);
      }
    }
  }
  return std::memcmp(a, b, bytes);
}

void* set_memory(void* to, int value, std::size_t bytes) {
  const void* const pc = __builtin_return_address(0);
  if (worker().recorder.cursor == nullptr) {
    host_access(to, bytes, Op::kStore, pc);
    forget_copied(reinterpret_cast<std::uintptr_t>(to), bytes);
    return std::memset(to, value, bytes);
  }
  void* const frame = __builtin_dwarf_cfa();
  const unsigned unit = unit_of(to, to, bytes);
  for (std::size_t i = 0; i < bytes; i += unit) {
    void* const target = static_cast<char*>(to) + i;
    store_access(target, unit, pc, frame);
    std::memset(target, value, unit);
  }
  return to;
}

}  // namespace simt

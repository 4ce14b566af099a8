/// Accesses to shared memory by the threads of a block, made by hand: for tests of the race check.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "races/shared_check.h"

namespace simt {

enum Kind { kRead, kWrite, kUpdate, kAtomicRead, kAtomicWrite };
inline constexpr Kind kKinds[] = {kRead, kWrite, kUpdate, kAtomicRead, kAtomicWrite};
inline const char* name_of(Kind kind) {
  return (const char*[]){"read", "write", "atomic operation", "atomic load", "atomic store"}[kind];
}
inline Op op_of(Kind kind) {
  return kind == kUpdate                        ? Op::kAtomic
         : kind == kRead || kind == kAtomicRead ? Op::kLoad
                                                : Op::kStore;
}
inline bool is_atomic(Kind kind) { return kind >= kUpdate; }
inline bool writes(Kind kind) { return kind != kRead && kind != kAtomicRead; }

inline const void* line(unsigned number) {
  return reinterpret_cast<const void*>(std::uintptr_t{number});
}

/// A block with some shared memory, all of it uninitialised.
class TestBlock {
 public:
  TestBlock() { check.begin_block(); }

  /// The thread does it, at the line of its number; a write changes the bytes. @return whether it races
  bool does(unsigned thread, Kind kind, unsigned at = 0, unsigned bytes = 4) {
    return access(thread, kind, at, bytes, ++next_value_);
  }
  bool stores(unsigned thread, std::uint32_t value, unsigned at = 0, unsigned bytes = 4) {
    return access(thread, kWrite, at, bytes, value);
  }
  void whole_warp(unsigned warp) { check.sync_warp(warp, ~0u, true); }
  void some_lanes(unsigned warp, std::uint32_t lanes) { check.sync_warp(warp, lanes, false); }

  std::uintptr_t address(unsigned at) const {
    return reinterpret_cast<std::uintptr_t>(memory) + at;
  }

  alignas(16) std::uint32_t memory[256] = {};
  SharedCheck check{reinterpret_cast<std::uintptr_t>(memory)};

 private:
  bool access(unsigned thread, Kind kind, unsigned at, unsigned bytes, std::uint32_t value) {
    if (check_access(thread, kind, address(at), bytes)) return true;
    if (writes(kind)) {
      for (unsigned done = 0; done < bytes; done += 4) {
        std::memcpy(reinterpret_cast<char*>(memory) + at + done, &value,
                    std::min(bytes - done, 4u));
      }
    }
    return check.last_write_races() || check.deferred_read_races();
  }
  bool check_access(unsigned thread, Kind kind, std::uintptr_t at, unsigned bytes) {
    const void* const pc = line(thread + 1);
    if (kind == kRead) return check.plain_access<Op::kLoad>(at, bytes, thread, pc);
    if (kind == kWrite) return check.plain_access<Op::kStore>(at, bytes, thread, pc);
    const SharedUse use = kind == kAtomicRead ? SharedUse::kStrongRead : SharedUse::kUpdate;
    return check.access(at, bytes, use, op_of(kind), thread, pc);
  }
  std::uint32_t next_value_ = 0x0101'0100;
};

}  // namespace simt

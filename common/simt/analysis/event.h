/// @file
/// What a kernel's instrumented code records, lane by lane, for the replay.
#pragma once

#include <cstdint>

namespace simt {

enum class Op : unsigned { kLoad, kStore, kAtomic, kBlock };
enum class Space : unsigned {
  kGlobal,
  kShared,
  kConstant,
  kTexture,
  kLocal,
  kDistributed,  ///< shared memory of another block of the cluster
};

/// Kind and width of an access, packed as it travels in an event's key.
struct Access {
  unsigned bits;
  constexpr Access(Op op, Space space, unsigned bytes)
      : bits(static_cast<unsigned>(op) << 8 | static_cast<unsigned>(space) << 5 | bytes) {}
  constexpr explicit Access(unsigned packed) : bits(packed) {}
  constexpr Op op() const { return static_cast<Op>(bits >> 8 & 3); }
  constexpr Space space() const { return static_cast<Space>(bits >> 5 & 7); }
  constexpr unsigned bytes() const { return bits & 31; }
  /// A lane asks which others are where it is.
  static constexpr Access question() { return Access(Op::kBlock, Space::kGlobal, 1); }
  constexpr bool is_question() const { return bits == question().bits; }
};

/// One access or one basic block of one lane.
///
/// key = depth in the stack (16 bits; a deeper frame has the smaller number, because the stack
/// grows down) | program counter (32) | access (16). Sorting by key is the replay's rule: deepest
/// frame first, then lowest program counter.
struct Event {
  std::uint64_t key;
  std::uint64_t address;
};

inline std::uint64_t event_key(std::uintptr_t stack_offset, const void* pc, Access access) {
  return static_cast<std::uint64_t>(stack_offset >> 3) << 48 |
         reinterpret_cast<std::uintptr_t>(pc) << 16 | access.bits;
}
inline std::uint64_t site_of(std::uint64_t key) { return key & 0xffff'ffff'ffff; }
inline const void* pc_of(std::uint64_t key) {
  return reinterpret_cast<const void*>(key >> 16 & 0xffff'ffff);
}
inline Access access_of(std::uint64_t key) { return Access(static_cast<unsigned>(key & 0xffff)); }

/// An access to local memory has, as its address, the number of the array (15 bits, from bit 32 on)
/// and the offset in it. Sites of it are kept apart by that number.
inline std::uint64_t local_site_of(std::uint64_t key, std::uint64_t address) {
  return site_of(key) | address >> 32 << 48;
}
inline std::uint64_t array_number_of(std::uint64_t site) { return site >> 48; }

/// Recording state of the OS thread. `cursor` is null outside of a kernel.
struct Recorder {
  Event* cursor;
  Event* limit;
  std::uintptr_t stack_low;  ///< lowest address of the running fiber's stack
};
extern __thread Recorder recorder;

/// Called when the recorder is full; returns when it has room again.
void recorder_full();

}  // namespace simt

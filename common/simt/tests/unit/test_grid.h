/// Accesses to global memory by the blocks of a launch, made by hand: for tests of the race check.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "races/global_check.h"
#include "recorded.h"

namespace simt {

enum Kind { kReads, kWrites, kVolatileRead, kVolatileWrite, kUpdates };
inline constexpr Kind kKinds[] = {kReads, kWrites, kVolatileRead, kVolatileWrite, kUpdates};
inline const char* name_of(Kind kind) {
  return (const char*[]){"load", "store", "volatile load", "volatile store", "atomic"}[kind];
}
inline bool writes(Kind kind) { return kind != kReads && kind != kVolatileRead; }
inline bool is_strong_kind(Kind kind) { return kind >= kVolatileRead; }
inline Use use_of_kind(Kind kind) {
  return (Use[]){Use::kRead, Use::kWrite, Use::kStrongRead, Use::kStrongWrite, Use::kUpdate}[kind];
}
inline Access access_of_kind(Kind kind, unsigned bytes) {
  const Op op = kind == kUpdates ? Op::kAtomic : writes(kind) ? Op::kStore : Op::kLoad;
  return {op, Space::kGlobal, bytes, kind == kVolatileRead || kind == kVolatileWrite};
}
inline const void* line(unsigned number) {
  return reinterpret_cast<const void*>(std::uintptr_t{number});
}

inline constexpr std::uintptr_t kFlag = kBuffer + 4096, kOtherFlag = kFlag + 4;

inline constexpr unsigned kAnother = ~0u;

/// A launch of some blocks, which do what the test says in the order in which it says so.
class TestGrid {
 public:
  explicit TestGrid(unsigned blocks = 8, unsigned cluster_blocks = 1)
      : checks(blocks, cluster_blocks, 1024) {
    for (unsigned i = 0; i < blocks; ++i) {
      blocks_.push_back(std::make_unique<GlobalCheck>());
      blocks_[i]->begin_block(&checks, i);
    }
  }
  GlobalCheck& block(unsigned number) { return *blocks_[number]; }

  /// One thread uses kBuffer + at, at the line of its number. @param value 0: not known; by default,
  /// no two writes are of the same value
  TestGrid& use(unsigned number, unsigned thread, Kind kind, unsigned at = 0, unsigned bytes = 4,
                unsigned value = kAnother) {
    if (value == kAnother) value = next_value_++ & 0xffff;
    const std::uint64_t address = (kBuffer + at) | std::uint64_t{value} << kHashShift;
    const auto lane = static_cast<std::uint8_t>(thread % 32);
    block(number).request(key_at(thread + 1, access_of_kind(kind, bytes)), thread / 32, 1, &address,
                          &lane, false);
    return *this;
  }
  /// The lanes of a warp use memory side by side. @param values of each lane, or none
  TestGrid& row(unsigned number, unsigned warp, Kind kind, unsigned at = 0, unsigned bytes = 4,
                std::uint32_t lanes = kAll, const std::vector<unsigned>& values = {}) {
    std::vector<std::uint64_t> addresses;
    std::vector<std::uint8_t> lane_of;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const std::uint64_t hash = values.empty() ? next_value_++ & 0xffff : values[lane];
      addresses.push_back((kBuffer + at + lane * bytes) | hash << kHashShift);
      lane_of.push_back(static_cast<std::uint8_t>(lane));
    }
    block(number).request(key_at(warp + 1, access_of_kind(kind, bytes)), warp,
                          static_cast<unsigned>(addresses.size()), addresses.data(), lane_of.data(),
                          lanes == kAll);
    return *this;
  }
  const BlockRace& race() {
    checks.conclude();
    return checks.race();
  }
  bool races() { return race().found; }

  void hand_over(unsigned from, unsigned from_thread, unsigned to, unsigned to_thread) {
    block(from).fence(from_thread);
    block(from).release(kFlag, from_thread);
    block(to).acquire(kFlag, to_thread);
  }
  void grid_barrier() {
    checks.grid_barrier();
    for (const auto& one : blocks_) {
      one->barrier();
      one->grid_barrier();
    }
  }

  GridChecks checks;

 private:
  std::vector<std::unique_ptr<GlobalCheck>> blocks_;
  std::atomic<unsigned> next_value_{16};
};

}  // namespace simt

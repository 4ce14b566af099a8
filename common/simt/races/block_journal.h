/// @file
/// @ingroup simt_races
/// The accesses of one block to global and constant memory, in program order, for as long as the block runs. They
/// decide which of them happen before a child grid that the block launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "base/trace_event.h"

namespace simt {

/// An access by one thread, or by several threads of a warp at the same program counter.
struct JournalEntry {
  std::uint64_t site;  ///< program counter and access, as in an event's key
  std::uintptr_t begin, end;
  std::uint32_t phase;       ///< barrier interval of the block
  std::int16_t thread;       ///< -1: several
  std::uint16_t warp : 15;   ///< of the block
  std::uint16_t synced : 1;  ///< the warp's threads have synchronized since
};

/// Where a block was when it launched a grid.
struct LaunchPoint {
  std::size_t entries;  ///< in the journal
  std::uint32_t phase;
  std::uint16_t thread;

  /// Whether the access happens before the launch: it is by the same thread, or a barrier lies between.
  bool comes_after(const JournalEntry& entry, std::size_t index) const {
    if (entry.phase < phase) return true;
    if (index >= entries || entry.phase > phase) return false;
    return entry.thread == thread || (entry.synced != 0 && entry.warp == thread / kWarpLanes);
  }
};

/// The journal of a block that has launched grids.
struct LaunchingBlock {
  std::uint64_t block;
  std::vector<JournalEntry> entries;
  std::vector<LaunchPoint> launches;  ///< in order
};

class BlockJournal {
 public:
  void begin_block() {
    entries_.clear();
    launches_.clear();
    phase_ = 0;
  }
  bool has_launches() const { return !launches_.empty(); }
  void barrier() { ++phase_; }
  /// An access by several threads of a warp, which are synchronized afterwards.
  void add(std::uint64_t site, std::uintptr_t begin, std::uintptr_t end, unsigned warp) {
    append({site, begin, end, phase_, -1, static_cast<std::uint16_t>(warp & 0x7fff), 1});
  }
  /// Accesses by one thread. @param synced whether its warp is synchronized afterwards
  void add(const TraceEvent* begin, const TraceEvent* end, unsigned thread, bool synced);
  void launch(unsigned thread) {
    launches_.push_back({entries_.size(), phase_, static_cast<std::uint16_t>(thread)});
  }
  LaunchingBlock take(std::uint64_t block) {
    return {block, std::move(entries_), std::move(launches_)};
  }

 private:
  /// 32 MiB. Accesses beyond that are not recorded, so they count as ordered.
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 20;
  void append(const JournalEntry& entry) {
    if (entries_.size() < kMaxEntries) entries_.push_back(entry);
  }

  std::vector<JournalEntry> entries_;
  std::vector<LaunchPoint> launches_;
  std::uint32_t phase_ = 0;
};

}  // namespace simt

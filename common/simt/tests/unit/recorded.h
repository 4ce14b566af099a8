/// What the lanes of a warp record, made by hand: for tests of what is counted and checked from it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/address_map.h"
#include "base/trace_event.h"
#include "counters/replay.h"
#include "memory/address_space.h"

namespace simt {

/// Global memory, at the beginning of a 128-byte line.
inline constexpr std::uintptr_t kBuffer = kDeviceBase + (std::uintptr_t{1} << 24);
/// Shared memory: a bank begins here.
inline constexpr std::uintptr_t kTile = kSharedBase + 4096;

/// What is known of global memory has its place, too.
inline const bool map_is_there = (reserve_address_map(), true);

/// Frames of the stack: the kernel's, and those of the functions that it calls. Deeper ones lie lower.
inline constexpr unsigned kKernel = 1000, kCallee = 900, kCalleesCallee = 800;

inline std::uint64_t key_at(unsigned pc, Access access, unsigned frame = kKernel) {
  return event_key(frame * 8, reinterpret_cast<const void*>(std::uintptr_t{pc}), access);
}
inline std::uint64_t site_at(unsigned pc, Access access) { return site_of(key_at(pc, access)); }

inline constexpr std::uint32_t kAll = ~0u;
inline constexpr std::uint32_t kLowHalf = 0xffff, kHighHalf = 0xffff'0000;

inline constexpr Access kLoad{Op::kLoad, Space::kGlobal, 4};
inline constexpr Access kStore{Op::kStore, Space::kGlobal, 4};
inline constexpr Access kAdd{Op::kAtomic, Space::kGlobal, 4};

using AddressOfLane = std::function<std::uint64_t(unsigned lane)>;
inline AddressOfLane same(std::uint64_t address) {
  return [=](unsigned) { return address; };
}
inline AddressOfLane row(std::uint64_t address, unsigned step) {
  return [=](unsigned lane) { return address + std::uint64_t{lane} * step; };
}

/// The records of 32 lanes, and what the replay makes of them.
struct Warp {
  std::array<std::vector<TraceEvent>, 32> events;
  SiteTable sites;
  std::uint64_t issued = 0;
  std::array<EventQueue, 32> left{};  ///< by the last replay

  /// All of `lanes` are at `pc` once more.
  Warp& access(std::uint32_t lanes, unsigned pc, Access access, const AddressOfLane& address,
               unsigned frame = kKernel) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (lanes >> lane & 1) events[lane].push_back({key_at(pc, access, frame), address(lane)});
    }
    return *this;
  }
  Warp& block(std::uint32_t lanes, unsigned pc, unsigned frame = kKernel) {
    return access(lanes, pc, kBasicBlock, same(0), frame);
  }
  static constexpr Access kBasicBlock{Op::kBlock, Space::kGlobal, 0};

  ReplaySink to() { return {sites, nullptr, nullptr, nullptr, nullptr, 0, issued}; }
  std::uint32_t replay(std::uint32_t unfinished = 0) { return replay(unfinished, to()); }
  std::uint32_t replay(std::uint32_t unfinished, const ReplaySink& to) {
    EventQueue queues[32];
    for (unsigned i = 0; i < 32; ++i) {
      queues[i] = {events[i].data(), events[i].data() + events[i].size()};
    }
    const std::uint32_t at_active_mask = simt::replay(queues, unfinished, to);
    std::copy_n(queues, 32, left.begin());
    return at_active_mask;
  }
  /// Events that were not replayed.
  std::size_t left_of(unsigned lane) const {
    return static_cast<std::size_t>(left[lane].end - left[lane].head);
  }
  Site at(unsigned pc, Access access) { return sites[site_at(pc, access)]; }
  Site at_block(unsigned pc) { return at(pc, kBasicBlock); }
};

/// Events of a warp for replay_uniform().
struct Uniform {
  static constexpr std::ptrdiff_t kStride = 40;
  std::vector<TraceEvent> events = std::vector<TraceEvent>(32 * kStride, TraceEvent{77, 77});
  SiteTable sites;
  std::uint64_t issued = 0;
  GlobalCheck* check = nullptr;
  FootprintRecorder* accesses = nullptr;

  TraceEvent& at(unsigned lane, std::ptrdiff_t i) { return events[lane * kStride + i]; }
  std::ptrdiff_t replay(std::uint32_t lanes, std::ptrdiff_t length) {
    const ReplaySink to{sites, check, accesses, nullptr, nullptr, 0, issued};
    return replay_uniform(events.data(), kStride, lanes, length, to);
  }
};

inline void expect_site(const Site& site, std::uint64_t requests, std::uint64_t lanes,
                        std::uint64_t units, std::uint64_t minimum = 0) {
  EXPECT_EQ(site.requests, requests);
  EXPECT_EQ(site.lanes, lanes);
  EXPECT_EQ(site.units, units);
  EXPECT_EQ(site.minimum, minimum);
}

}  // namespace simt

#include "counters/replay.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/bits.h"
#include "counters/request.h"

namespace simt {
namespace {

/// From the address of one event to that of another, whatever stands above them.
std::uint64_t step_between(std::uint64_t first, std::uint64_t second) {
  constexpr int unused = 64 - std::countr_zero(kSeen);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>((second - first) << unused) >>
                                    unused);
}

/// The shadow memory of an event is prefetched so many events ahead.
constexpr std::ptrdiff_t kPrefetchDistance = 8;

void prefetch(const TraceEvent& event) {
  const Access access = access_of(event.key);
  if (access.op() == Op::kBlock || access.space() != Space::kGlobal) return;
  const std::uintptr_t address = event.address & kAddressMask;
  __builtin_prefetch(&unit_of(address), 1);
  if (access.op() == Op::kStore) __builtin_prefetch(values_of(address).words, 1);
}

void count_local_request(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                         const std::uint8_t* lane_of, SiteTable& sites) {
  Site& site = sites[local_site_of(key, addresses[0])];
  const unsigned bytes = access_of(key).bytes();
  site.requests += bytes < 4 ? 1 : bytes / 4;  // every word of a wider access is a request
  site.lanes += count;
  site.units += count_local_sectors(addresses, lane_of, count, bytes);
  for (unsigned i = 1; i < count; ++i) {
    // Lanes with different indices: none that the compiler could know.
    if (addresses[i] != addresses[0]) {
      sites.mark_local_array(addresses[0] >> 32);
      break;
    }
  }
}

/// The lane of each event of a whole warp.
constexpr auto kAllLanes = [] {
  std::array<std::uint8_t, 32> lanes{};
  for (unsigned i = 0; i < 32; ++i) lanes[i] = static_cast<std::uint8_t>(i);
  return lanes;
}();

/// The steps from lane to lane in a request of 32 lanes, where they are all the same.
struct Steps {
  bool are_equal;
  std::uint64_t step;

  static Steps unequal() { return {false, 0}; }
};

/// @param addresses as in the events; of those that were seen before, nothing is known
Steps steps_of(const std::uint64_t* addresses, unsigned count) {
  if (count != 32) return Steps::unequal();
  const std::uint64_t step = step_between(addresses[0], addresses[1]);
  std::uint64_t difference = addresses[0] & kSeen;
  for (unsigned i = 0; i < 32; ++i) {
    difference |= (addresses[i] ^ (addresses[0] + i * step)) & (kSeen | kAddressMask);
  }
  return {difference == 0, step};
}

void record_accesses(const ReplaySink& to, std::uint64_t key, const LaneRuns& runs) {
  const std::uint64_t site = site_of(key);
  const unsigned bytes = access_of(key).bytes();
  const auto add = [&](std::uintptr_t begin, std::uintptr_t end) {
    to.accesses->add(site, begin, end);
    if (to.journal != nullptr) to.journal->add(site, begin, end, to.warp);
  };
  std::uintptr_t begin = 0, end = 0;
  for (const LaneRun& run : runs) {
    const std::uintptr_t first = run.address & kAddressMask;
    const std::uintptr_t last = first + bytes + (run.count - 1u) * run.step;
    if (end != 0 && first >= begin && first <= end) {
      end = std::max(end, last);
      continue;
    }
    if (end != 0) add(begin, end);
    begin = first;
    end = last;
  }
  add(begin, end);
}

void count_block(std::uint64_t key, unsigned count, const ReplaySink& to) {
  Site& site = to.sites[site_of(key)];
  ++site.requests;
  site.lanes += count;
  ++to.issued;
}

/// The addresses of a request of 32 lanes, where each eight neighbours are equally far apart.
struct Eights {
  static constexpr unsigned kCount = 4;
  bool are_regular;             ///< they are, and nothing stands above the addresses
  std::uint64_t step;           ///< from lane to lane of each eight
  std::uint64_t first[kCount];  ///< address of the first lane of each

  Steps steps() const {
    bool are_equal = are_regular;
    for (unsigned i = 1; i < kCount; ++i) {
      are_equal &= step_between(first[i - 1], first[i]) == 8 * step;
    }
    return {are_equal, step};
  }
};

/// The runs of such a request, where lanes use memory side by side, or the same; else none.
LaneRuns runs_of_eights(const Eights& eights, unsigned bytes) {
  LaneRuns runs;
  if (eights.step != 0 && eights.step != bytes) return runs;
  for (unsigned i = 0; i < Eights::kCount; ++i) {
    if (i > 0 && eights.first[i] == eights.first[i - 1] + 8 * eights.step) {
      runs.runs[runs.count - 1].count += 8;
    } else {
      runs.add(eights.first[i], 8 * i, 8, static_cast<unsigned>(eights.step));
    }
  }
  return runs;
}

/// A load of global memory, or a load or store of shared memory, by all lanes of a warp. @return whether it is as
/// simple as that; else nothing is done
bool count_simple_request(std::uint64_t key, const Eights& eights, const ReplaySink& to) {
  if (to.observers != nullptr) [[unlikely]]
    return false;
  const Access access = access_of(key);
  const bool is_shared = access.space() == Space::kShared && access.op() != Op::kAtomic;
  if (!is_shared && (access.space() != Space::kGlobal || access.op() != Op::kLoad)) return false;
  LaneRuns runs;
  unsigned units = 0, minimum = 0;
  if (is_shared) {
    const Steps steps = eights.steps();
    if (steps.are_equal) {
      units = count_wavefronts_of_row(steps.step, access.bytes(), &minimum);
    } else if (access.bytes() == 4) {
      units = minimum = has_conflicts(runs_of_eights(eights, 4)) ? 0 : 1;
    }
  } else {
    runs = runs_of_eights(eights, access.bytes());
    units = count_sectors_of_runs(runs);
  }
  if (units == 0) return false;
  Site& site = to.sites[site_of(key)];
  if (to.sites.keeps_samples() && site.requests == 0) [[unlikely]]
    return false;
  ++site.requests;
  site.lanes += 32;
  site.units += units;
  site.minimum += minimum;
  if (is_shared) return true;
  if (to.check != nullptr) to.check->request(key, to.warp, nullptr, kAllLanes.data(), runs);
  if (to.accesses != nullptr) record_accesses(to, key, runs);
  return true;
}

/// The runs of a request, which may be known from its steps.
LaneRuns runs_of_request(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                         const std::uint8_t* lane_of, Steps steps) {
  const Access access = access_of(key);
  if (steps.are_equal &&
      (steps.step == access.bytes() || (steps.step == 0 && access.op() == Op::kLoad))) {
    LaneRuns runs;
    runs.add(addresses[0], 0, count, static_cast<unsigned>(steps.step));
    return runs;
  }
  return runs_of(addresses, lane_of, count, access.bytes());
}

/// Of global memory, or of another block's shared memory.
unsigned count_sectors_of(Op op, unsigned count, const std::uint64_t* addresses, Steps steps,
                          const LaneRuns& runs) {
  if (op == Op::kAtomic) return count_atomic_sectors(addresses, count);
  if (steps.are_equal) return count_sectors_of_row(addresses[0] & kAddressMask, steps.step);
  const unsigned sectors = count_sectors_of_runs(runs);
  return sectors != 0 ? sectors : count_sectors(addresses, count);
}

/// Adds what a request costs to its site: sectors, wavefronts, or addresses. @param runs of global memory, or of
/// another block's shared memory
[[gnu::always_inline]] inline void add_cost(Site& site, Access access, unsigned count,
                                            const std::uint64_t* addresses,
                                            const std::uint8_t* lane_of, Steps steps,
                                            const LaneRuns& runs) {
  switch (access.space()) {
    case Space::kGlobal:
    case Space::kDistributed:
      site.units += count_sectors_of(access.op(), count, addresses, steps, runs);
      break;
    case Space::kShared: {
      unsigned minimum = 0;
      site.units += access.op() == Op::kAtomic
                        ? count_atomic_wavefronts(addresses, count, &minimum)
                        : count_wavefronts(addresses, lane_of, count, access.bytes(), &minimum);
      site.minimum += minimum;
      break;
    }
    case Space::kConstant:
      site.units += count_constant_addresses(addresses, count);
      break;
    case Space::kTexture:
    case Space::kLocal:
    case Space::kTile:  // in no event
      break;
  }
}

/// A request that is no basic block. @param addresses as in the events.
void count_request(std::uint64_t key, unsigned count, std::uint64_t* addresses,
                   const std::uint8_t* lane_of, Steps steps, const ReplaySink& to) {
  const Access access = access_of(key);
  SiteTable& sites = to.sites;
  if (access.space() == Space::kLocal) {
    count_local_request(key, count, addresses, lane_of, sites);
    return;
  }
  Site& site = sites[site_of(key)];
  ++site.requests;
  site.lanes += count;
  const bool is_global = access.space() == Space::kGlobal;
  const bool atomic = access.op() == Op::kAtomic;
  const bool is_recorded =
      to.accesses != nullptr && (is_global || access.space() == Space::kConstant);
  LaneRuns runs;
  if (is_global || is_recorded || access.space() == Space::kDistributed) {
    runs = runs_of_request(key, count, addresses, lane_of, is_global ? steps : Steps::unequal());
  }
  if (is_global && to.check != nullptr) {
    if (atomic) {
      to.check->request(key, to.warp, count, addresses, lane_of, false);
    } else {
      to.check->request(key, to.warp, addresses, lane_of, runs);
    }
  }
  if (is_recorded) record_accesses(to, key, runs);
  // Nothing stands above the addresses of loads in equal steps.
  if (to.check != nullptr && (!steps.are_equal || access.op() != Op::kLoad)) {
    for (unsigned i = 0; i < count; ++i) addresses[i] &= kAddressMask;
  }
  if (access.space() != Space::kTexture && sites.keeps_samples() && site.requests == 1)
      [[unlikely]] {
    sites.add_sample(site.key, count, addresses, lane_of);
  }
  const std::uint64_t units = site.units, least = site.minimum;
  add_cost(site, access, count, addresses, lane_of, steps, runs);
  if (to.observers != nullptr) [[unlikely]] {
    const WarpAccess seen{
        key, to.warp, count, addresses, lane_of, site.units - units, site.minimum - least};
    for (Observer* const observer : *to.observers) observer->access(seen);
  }
}

/// A key and an address.
using EventWords = std::uint64_t __attribute__((vector_size(16)));
static_assert(sizeof(EventWords) == sizeof(TraceEvent));

EventWords words_of(const TraceEvent& event) {
  EventWords words;
  std::memcpy(&words, &event, sizeof words);
  return words;
}

/// What neighbouring events of several lanes have in common.
template <unsigned rows>
struct Rows {
  EventWords
      first[rows]
           [Eights::kCount];  ///< those of the first lane, and of every eighth of a whole warp
  EventWords step[rows];      ///< 0, and the step from there to the address of the second
  /// Bits in which a lane has another key, or an address that is not as many steps on from the first of its eight.
  EventWords difference[rows];

  std::uint64_t key(unsigned row) const { return first[row][0][0]; }
  bool same_key(unsigned row) const { return difference[row][0] == 0; }
  Eights eights(unsigned row) const {
    std::uint64_t different = difference[row][1] & (kSeen | kAddressMask);
    Eights result;
    result.step = step[row][1];
    for (unsigned i = 0; i < Eights::kCount; ++i) {
      different |= first[row][i][1] & kSeen;
      result.first[i] = first[row][i][1];
    }
    result.are_regular = different == 0;
    return result;
  }
};

/// The lanes that take part in all requests of replay_uniform, with their events.
struct UniformLanes {
  const TraceEvent* events;
  std::ptrdiff_t lane_stride;
  const std::uint8_t* lane_of;
  unsigned count;

  bool are_all() const { return count == 32; }
  const TraceEvent* events_of(unsigned i) const { return events + lane_of[i] * lane_stride; }
};

/// Looks at one lane after the other, and at several events of each: they are one cache line.
template <unsigned rows>
Rows<rows> compare(const UniformLanes& lanes, std::ptrdiff_t at) {
  Rows<rows> result;
  EventWords expected[rows], step[rows], difference[rows];
  const TraceEvent* events = lanes.events_of(0) + at;
#pragma GCC unroll 4
  for (unsigned row = 0; row < rows; ++row) {
    result.first[row][0] = words_of(events[row]);
    difference[row] = step[row] = EventWords{};
  }
  if (!lanes.are_all()) {
    for (unsigned i = 1; i < lanes.count; ++i) {
      events = lanes.events_of(i) + at;
#pragma GCC unroll 4
      for (unsigned row = 0; row < rows; ++row) {
        difference[row] |= result.first[row][0] ^ words_of(events[row]);
      }
    }
  } else {
#pragma GCC unroll 4
    for (unsigned row = 0; row < rows; ++row) {
      const std::uint64_t second = events[lanes.lane_stride + row].address;
      step[row] = EventWords{0, step_between(events[row].address, second)};
    }
    constexpr EventWords kOfKey = {~std::uint64_t{0}, 0};
    for (unsigned eight = 0; eight < Eights::kCount; ++eight) {
#pragma GCC unroll 4
      for (unsigned row = 0; row < rows; ++row) {
        result.first[row][eight] = expected[row] = words_of(events[row]);
        difference[row] |= (expected[row] ^ result.first[row][0]) & kOfKey;
      }
      for (unsigned i = 1; i < 8; ++i) {
        events += lanes.lane_stride;
#pragma GCC unroll 4
        for (unsigned row = 0; row < rows; ++row) {
          expected[row] += step[row];
          difference[row] |= expected[row] ^ words_of(events[row]);
        }
      }
      events += lanes.lane_stride;
    }
  }
#pragma GCC unroll 4
  for (unsigned row = 0; row < rows; ++row) {
    result.step[row] = step[row];
    result.difference[row] = difference[row];
  }
  return result;
}

/// @return how many of the rows are the same in all lanes.
template <unsigned rows>
std::ptrdiff_t replay_rows(const UniformLanes& lanes, std::ptrdiff_t at, const ReplaySink& to) {
  const Rows<rows> compared = compare<rows>(lanes, at);
  for (unsigned row = 0; row < rows; ++row) {
    if (!compared.same_key(row)) return row;
    const std::uint64_t key = compared.key(row);
    const Access access = access_of(key);
    if (access.op() == Op::kBlock) {
      if (access.is_mask_query()) return row;
      count_block(key, lanes.count, to);
      continue;
    }
    Steps steps = Steps::unequal();
    if (lanes.are_all()) {
      const Eights eights = compared.eights(row);
      if (eights.are_regular && count_simple_request(key, eights, to)) continue;
      steps = eights.steps();
    }
    std::uint64_t addresses[32];
    for (unsigned i = 0; i < lanes.count; ++i) {
      addresses[i] = lanes.events_of(i)[at + row].address;
    }
    count_request(key, lanes.count, addresses, lanes.lane_of, steps, to);
  }
  return rows;
}

}  // namespace

std::ptrdiff_t replay_uniform(const TraceEvent* events, std::ptrdiff_t lane_stride,
                              std::uint32_t lanes, std::ptrdiff_t length, const ReplaySink& to) {
  constexpr unsigned kRows = 4;
  std::uint8_t some_lanes[32] = {};
  UniformLanes uniform{events, lane_stride, kAllLanes.data(), 32};
  if (lanes != ~0u) {
    uniform.lane_of = some_lanes;
    uniform.count = 0;
    for (const unsigned lane : set_bits(lanes)) {
      some_lanes[uniform.count++] = static_cast<std::uint8_t>(lane);
    }
  }
  const TraceEvent* const first = uniform.events_of(0);
  if (to.check != nullptr) {
    for (std::ptrdiff_t i = 0; i < kPrefetchDistance && i < length; ++i) prefetch(first[i]);
  }
  std::ptrdiff_t done = 0;
  while (done < length) {
    const std::ptrdiff_t rows = done + kRows <= length ? kRows : 1;
    if (to.check != nullptr) {
      for (std::ptrdiff_t i = done + kPrefetchDistance;
           i < done + kPrefetchDistance + rows && i < length; ++i) {
        prefetch(first[i]);
      }
    }
    const std::ptrdiff_t same =
        rows == 1 ? replay_rows<1>(uniform, done, to) : replay_rows<kRows>(uniform, done, to);
    done += same;
    if (same < rows) break;
  }
  return done;
}

std::uint32_t replay(EventQueue (&queues)[32], std::uint32_t unfinished, const ReplaySink& to) {
  std::uint32_t active = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (queues[lane].head != queues[lane].end) active |= 1u << lane;
  }
  while (active != 0 && (unfinished & ~active) == 0) {
    std::uint64_t smallest = ~std::uint64_t{0};
    std::uint32_t group = 0;
    for (const unsigned lane : set_bits(active)) {
      const std::uint64_t key = queues[lane].head->key;
      if (key < smallest) {
        smallest = key;
        group = 0;
      }
      if (key == smallest) group |= 1u << lane;
    }
    if (access_of(smallest).is_mask_query()) return group;
    std::uint64_t addresses[32];
    std::uint8_t lane_of[32];
    unsigned count = 0;
    for (const unsigned lane : set_bits(group)) {
      EventQueue& queue = queues[lane];
      lane_of[count] = static_cast<std::uint8_t>(lane);
      addresses[count++] = queue.head->address;
      if (++queue.head == queue.end) active &= ~(1u << lane);
    }
    if (access_of(smallest).op() == Op::kBlock) {
      count_block(smallest, count, to);
    } else {
      const bool is_global = access_of(smallest).space() == Space::kGlobal;
      count_request(smallest, count, addresses, lane_of,
                    is_global ? steps_of(addresses, count) : Steps::unequal(), to);
    }
  }
  return 0;
}

}  // namespace simt

#include "counters/replay.h"

#include <algorithm>
#include <bit>
#include <cstring>

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

void record_accesses(const ReplaySink& to, std::uint64_t key, const std::uint64_t* addresses,
                     const LaneRuns& runs) {
  const std::uint64_t site = site_of(key);
  const unsigned bytes = access_of(key).bytes();
  const auto add = [&](std::uintptr_t begin, std::uintptr_t end) {
    to.accesses->add(site, begin, end);
    if (to.journal != nullptr) to.journal->add(site, begin, end, to.warp);
  };
  std::uintptr_t begin = 0, end = 0;
  for (const LaneRun& run : runs) {
    const std::uintptr_t first = addresses[run.first] & kAddressMask;
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

/// A load or store of shared memory by all lanes of a warp. @return whether it is as simple as that
bool count_shared_row(std::uint64_t key, std::uint64_t step, const ReplaySink& to) {
  unsigned minimum = 0;
  const unsigned wavefronts = count_wavefronts_of_row(step, access_of(key).bytes(), &minimum);
  if (wavefronts == 0) return false;
  Site& site = to.sites[site_of(key)];
  if ((to.sites.keeps_samples() && site.requests == 0) || to.observers != nullptr) [[unlikely]]
    return false;
  ++site.requests;
  site.lanes += 32;
  site.units += wavefronts;
  site.minimum += minimum;
  return true;
}

/// The runs of a request, which may be known from its steps.
LaneRuns runs_of_request(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                         const std::uint8_t* lane_of, Steps steps) {
  const Access access = access_of(key);
  if (steps.are_equal &&
      (steps.step == access.bytes() || (steps.step == 0 && access.op() == Op::kLoad))) {
    LaneRuns runs;
    runs.add(0, count, static_cast<unsigned>(steps.step));
    return runs;
  }
  return runs_of(addresses, lane_of, count, access.bytes());
}

/// Of global memory, or of another block's shared memory.
unsigned count_sectors_of(Op op, unsigned count, const std::uint64_t* addresses, Steps steps,
                          const LaneRuns& runs) {
  if (op == Op::kAtomic) return count_atomic_sectors(addresses, count);
  if (steps.are_equal) return count_sectors_of_row(addresses[0] & kAddressMask, steps.step);
  return count_sectors_of_runs(addresses, count, runs);
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
  if (is_recorded) record_accesses(to, key, addresses, runs);
  // From here on, addresses are only that. Without the check, and in loads in equal steps, nothing stands above them.
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

}  // namespace

namespace {

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
  EventWords first[rows];  ///< those of the first lane
  EventWords step[rows];   ///< 0, and the step from there to the address of the second
  EventWords
      difference[rows];  ///< bits in which a lane has another key, or an address that is not as
                         ///< many steps on

  bool same_key(unsigned row) const { return difference[row][0] == 0; }
  Steps steps(unsigned row) const {
    const bool differ = (difference[row][1] & (kSeen | kAddressMask)) != 0;
    return {!differ && (first[row][1] & kSeen) == 0, step[row][1]};
  }
};

/// Looks at one lane after the other, and at several events of each: they are one cache line.
template <unsigned rows>
Rows<rows> compare(const TraceEvent* const* heads, unsigned count, std::ptrdiff_t at) {
  Rows<rows> result;
  EventWords expected[rows];
  EventWords step[rows];
  EventWords difference[rows];
#pragma GCC unroll 4
  for (unsigned row = 0; row < rows; ++row) {
    result.first[row] = expected[row] = words_of(heads[0][at + row]);
    const TraceEvent& second = heads[count > 1 ? 1 : 0][at + row];
    step[row] = EventWords{0, step_between(expected[row][1], second.address)};
    difference[row] = EventWords{};
  }
  for (unsigned i = 1; i < count; ++i) {
    const TraceEvent* const events = heads[i] + at;
#pragma GCC unroll 4
    for (unsigned row = 0; row < rows; ++row) {
      expected[row] += step[row];
      difference[row] |= expected[row] ^ words_of(events[row]);
    }
  }
#pragma GCC unroll 4
  for (unsigned row = 0; row < rows; ++row) {
    result.step[row] = step[row];
    result.difference[row] = difference[row];
  }
  return result;
}

/// The lanes that take part in all requests of replay_uniform.
struct UniformLanes {
  const TraceEvent* heads[32];
  std::uint8_t lane_of[32];
  unsigned count;
};

/// @return how many of the rows are the same in all lanes.
template <unsigned rows>
std::ptrdiff_t replay_rows(const UniformLanes& lanes, std::ptrdiff_t at, const ReplaySink& to) {
  const Rows<rows> compared = compare<rows>(lanes.heads, lanes.count, at);
  for (unsigned row = 0; row < rows; ++row) {
    if (!compared.same_key(row)) return row;
    const std::uint64_t key = compared.first[row][0];
    const Access access = access_of(key);
    if (access.op() == Op::kBlock) {
      if (access.is_mask_query()) return row;
      count_block(key, lanes.count, to);
      continue;
    }
    const Steps steps = lanes.count == 32 ? compared.steps(row) : Steps::unequal();
    if (steps.are_equal && access.space() == Space::kShared && access.op() != Op::kAtomic &&
        count_shared_row(key, steps.step, to)) {
      continue;
    }
    std::uint64_t addresses[32];
    for (unsigned i = 0; i < lanes.count; ++i) {
      addresses[i] = lanes.heads[i][at + row].address;
    }
    count_request(key, lanes.count, addresses, lanes.lane_of, steps, to);
  }
  return rows;
}

}  // namespace

std::ptrdiff_t replay_uniform(const TraceEvent* events, std::ptrdiff_t lane_stride,
                              std::uint32_t lanes, std::ptrdiff_t length, const ReplaySink& to) {
  constexpr unsigned kRows = 4;
  UniformLanes uniform;
  uniform.count = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    uniform.lane_of[uniform.count] = static_cast<std::uint8_t>(lane);
    uniform.heads[uniform.count] = events + static_cast<std::ptrdiff_t>(lane) * lane_stride;
    uniform.count += lanes >> lane & 1;
  }
  const TraceEvent* const first = uniform.heads[0];
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
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
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
    for (std::uint32_t rest = group; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
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

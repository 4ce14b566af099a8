#include <bit>
#include <cstdio>

#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/reports/warp_reports.h"

namespace simt {
namespace {

/// The lane a shuffle reads from; a source outside of the caller's segment is the caller itself.
int shuffle_source(WarpOp op, int lane, int arg, int width) {
  const int first = lane & ~(width - 1);
  const int last = first + width - 1;
  switch (op) {
    case WarpOp::kShuffle:
      return first + (arg & (width - 1));
    case WarpOp::kShuffleUp:
      return static_cast<unsigned>(arg) > static_cast<unsigned>(lane - first) ? lane : lane - arg;
    case WarpOp::kShuffleDown:
      return static_cast<unsigned>(arg) > static_cast<unsigned>(last - lane) ? lane : lane + arg;
    default: {  // kShuffleXor may reach back into earlier segments, not forward
      const int source = lane ^ arg;
      return source > last || source < 0 ? lane : source;
    }
  }
}

bool is_shuffle(WarpOp op) { return op >= WarpOp::kShuffle && op <= WarpOp::kShuffleXor; }

template <class T, class Combine>
std::uint64_t reduce(const Exchange& exchange, std::uint32_t lanes, Combine combine) {
  T result = static_cast<T>(exchange.value[std::countr_zero(lanes)]);
  for (std::uint32_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
    result = combine(result, static_cast<T>(exchange.value[std::countr_zero(rest)]));
  }
  return static_cast<std::uint64_t>(result);
}

/// A result that is the same for all lanes.
std::uint64_t common_result(const Exchange& exchange, WarpOp op, std::uint32_t lanes) {
  std::uint32_t ballot = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    ballot |= static_cast<std::uint32_t>(exchange.value[lane] != 0) << lane;
  }
  const auto smaller = [](auto a, auto b) { return b < a ? b : a; };
  const auto larger = [](auto a, auto b) { return a < b ? b : a; };
  switch (op) {
    case WarpOp::kBallot:
      return ballot;
    case WarpOp::kAny:
      return ballot != 0;
    case WarpOp::kAll:
      return ballot == lanes;
    case WarpOp::kMatchAll: {
      const std::uint64_t first = exchange.value[std::countr_zero(lanes)];
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        if (exchange.value[std::countr_zero(rest)] != first) return 0;
      }
      return lanes;
    }
    case WarpOp::kAddSigned:
    case WarpOp::kAddUnsigned:
      return reduce<std::uint32_t>(exchange, lanes, [](auto a, auto b) { return a + b; });
    case WarpOp::kMinSigned:
      return reduce<std::int32_t>(exchange, lanes, smaller);
    case WarpOp::kMinUnsigned:
      return reduce<std::uint32_t>(exchange, lanes, smaller);
    case WarpOp::kMaxSigned:
      return reduce<std::int32_t>(exchange, lanes, larger);
    case WarpOp::kMaxUnsigned:
      return reduce<std::uint32_t>(exchange, lanes, larger);
    case WarpOp::kAnd:
      return reduce<std::uint32_t>(exchange, lanes, [](auto a, auto b) { return a & b; });
    case WarpOp::kOr:
      return reduce<std::uint32_t>(exchange, lanes, [](auto a, auto b) { return a | b; });
    case WarpOp::kXor:
      return reduce<std::uint32_t>(exchange, lanes, [](auto a, auto b) { return a ^ b; });
    default:
      return 0;
  }
}

void compute_results(Exchange& exchange, WarpOp op, std::uint32_t lanes) {
  switch (op) {
    case WarpOp::kSync:
      break;
    case WarpOp::kShuffle:
    case WarpOp::kShuffleUp:
    case WarpOp::kShuffleDown:
    case WarpOp::kShuffleXor:
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const int source = shuffle_source(op, lane, exchange.lane_arg[lane], exchange.width[lane]);
        // A lane that takes no part has no value to give (see check_sources).
        exchange.result[lane] = exchange.value[lanes >> source & 1 ? source : lane];
      }
      break;
    case WarpOp::kMatchAny:
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        std::uint32_t equal = 0;
        for (std::uint32_t others = lanes; others != 0; others &= others - 1) {
          const int other = std::countr_zero(others);
          equal |= static_cast<std::uint32_t>(exchange.value[other] == exchange.value[lane])
                   << other;
        }
        exchange.result[lane] = equal;
      }
      break;
    default: {
      const std::uint64_t result = common_result(exchange, op, lanes);
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        exchange.result[std::countr_zero(rest)] = result;
      }
    }
  }
}

}  // namespace

[[gnu::always_inline]] inline std::uint64_t Block::collective(WarpOp op, std::uint32_t mask,
                                                              std::uint64_t value, int lane_arg,
                                                              int width, const void* site) {
  Warp& warp = current_warp();
  Exchange& exchange = exchanges_[current_ / kWarpLanes];
  const unsigned lane = current_ % kWarpLanes;
  if ((mask & current_bit()) == 0 || width < 1 || width > 32 || (width & (width - 1)) != 0)
      [[unlikely]] {
    fail_arguments(mask, width, site);
  }
  exchange.value[lane] = value;
  exchange.lane_arg[lane] = lane_arg;
  exchange.width[lane] = width;

  unsigned which = 0;
  while (which < warp.collective_count &&
         (exchange.collectives[which].mask != mask || exchange.collectives[which].op != op)) {
    ++which;
  }
  if (which == warp.collective_count) exchange.collectives[warp.collective_count++] = {op, mask, 0};
  exchange.collectives[which].arrived |= current_bit();

  suspend_current(site);
  warp.in_collective |= current_bit();
  if (exchange.collectives[which].arrived == (mask & warp.all & ~warp.finished)) {
    complete_collective(current_ / kWarpLanes, which);
  }
  wait();
  return exchange.result[lane];
}

void Block::fail_arguments(std::uint32_t mask, int width, const void* site) {
  const Unrecorded unrecorded;
  if ((mask & current_bit()) == 0) {
    fail(mask_without_caller_report(current_ % kWarpLanes, mask, site, here()));
  }
  fail(bad_width_report(width, site, here()));
}

void Block::complete_collective(unsigned warp_number, unsigned which) {
  Warp& warp = warps_[warp_number];
  Exchange& exchange = exchanges_[warp_number];
  const Collective done = exchange.collectives[which];
  exchange.collectives[which] = exchange.collectives[--warp.collective_count];
  // Only here is the whole warp known to have come together; who has exited by now depends on the
  // order in which lanes run.
  if (done.arrived == warp.all) {
    retire(warp_number);
  } else if (notes_accesses_) {
    note_meeting(warp_number, done.arrived);
  }
  shared_check_.collective(warp_number, done.arrived, done.arrived == (warp.all & ~warp.finished));
  if (some_met_ && !all_met_) share_meeting(warp_number, done.arrived);
  if (done.arrived != ~0u && is_shuffle(done.op) && settings_.check_shuffle) {
    check_sources(warp_number, done);
  }
  compute_results(exchange, done.op, done.arrived);
  warp.in_collective &= ~done.arrived;
  warp.ready |= done.arrived;
  runnable_ |= 1u << warp_number;
}

/// A shuffle reads only from lanes that take part: CUDA leaves the result undefined otherwise.
///
/// In a sum by halves, `for (step = 4; step > 0; step /= 2) v += __shfl_down_sync(0xff, v, step)`, the
/// upper lanes get undefined values by design. There it counts whether one reaches the lowest lane.
void Block::check_sources(unsigned warp_number, const Collective& done) {
  Exchange& exchange = exchanges_[warp_number];
  const int lowest = std::countr_zero(done.arrived);
  const int step = exchange.lane_arg[lowest];
  std::uint32_t undefined = exchange.undefined;
  if (exchange.undefined_mask != done.mask || exchange.undefined_step != 2 * step) undefined = 0;
  std::uint32_t still_undefined = undefined;
  for (std::uint32_t rest = done.arrived; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const int source = shuffle_source(done.op, lane, exchange.lane_arg[lane], exchange.width[lane]);
    const bool missing = (done.arrived >> source & 1) == 0;
    if (missing) {
      exchange.missing[lane] = {static_cast<std::uint8_t>(lane), static_cast<std::uint8_t>(source)};
    } else if ((undefined >> source & 1) != 0) {
      exchange.missing[lane] = exchange.missing[source];
    } else {
      continue;
    }
    if (done.op != WarpOp::kShuffleDown || lane == lowest) {
      const Exchange::Missing& found = exchange.missing[lane];
      const unsigned thread = warp_number * kWarpLanes + found.lane;
      const Unrecorded unrecorded;
      fail(missing_source_report(found.lane, found.source, done.mask, warps_[warp_number].all,
                                 lanes_[thread].wait_site, place_of(thread)));
    }
    still_undefined |= 1u << lane;
  }
  exchange.undefined = still_undefined;
  exchange.undefined_mask = done.mask;
  exchange.undefined_step = step;
}

/// After a lane exited: what waited for it alone is complete now.
void Block::complete_collectives(unsigned warp_number) {
  Warp& warp = warps_[warp_number];
  for (unsigned i = warp.collective_count; i-- > 0;) {
    const Collective& waiting = exchanges_[warp_number].collectives[i];
    if (waiting.arrived == (waiting.mask & warp.all & ~warp.finished)) {
      complete_collective(warp_number, i);
    }
  }
}

std::uint64_t warp_collective(WarpOp op, unsigned mask, std::uint64_t value, int lane_arg,
                              int width) {
  return device_code("a warp collective")
      .collective(op, mask, value, lane_arg, width, __builtin_return_address(0));
}

}  // namespace simt

#include "execution/block/exchange.h"

#include <bit>

#include "base/bits.h"
#include "execution/block/matrices.h"

namespace simt {
namespace {

/// The lane a shuffle reads from; a source outside of the caller's segment is the caller itself.
[[gnu::always_inline]] inline int shuffle_source(WarpOp op, int lane, int arg, int width) {
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

/// Gives every lane the value of its source. A lane that takes no part has none to give: see find_missing.
template <WarpOp op>
void shuffle(Exchange& exchange, std::uint32_t lanes) {
  for (const unsigned lane : set_bits(lanes)) {
    const int source = shuffle_source(op, lane, exchange.lane_arg[lane], exchange.width[lane]);
    exchange.result[lane] = exchange.value[lanes >> source & 1 ? source : lane];
  }
}

template <class T, class Combine>
std::uint64_t reduce(const Exchange& exchange, std::uint32_t lanes, Combine combine) {
  T result = static_cast<T>(exchange.value[std::countr_zero(lanes)]);
  for (const unsigned lane : set_bits(lanes & (lanes - 1))) {
    result = combine(result, static_cast<T>(exchange.value[lane]));
  }
  return static_cast<std::uint64_t>(result);
}

/// A result that is the same for all lanes.
std::uint64_t common_result(const Exchange& exchange, WarpOp op, std::uint32_t lanes) {
  std::uint32_t ballot = 0;
  for (const unsigned lane : set_bits(lanes)) {
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
      for (const unsigned lane : set_bits(lanes)) {
        if (exchange.value[lane] != first) return 0;
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

}  // namespace

void Exchange::compute_results(WarpOp op, std::uint32_t lanes) {
  switch (op) {
    case WarpOp::kSync:
      break;
    case WarpOp::kShuffle:
      return shuffle<WarpOp::kShuffle>(*this, lanes);
    case WarpOp::kShuffleUp:
      return shuffle<WarpOp::kShuffleUp>(*this, lanes);
    case WarpOp::kShuffleDown:
      return shuffle<WarpOp::kShuffleDown>(*this, lanes);
    case WarpOp::kShuffleXor:
      return shuffle<WarpOp::kShuffleXor>(*this, lanes);
    case WarpOp::kMatrix: {
      MatrixLane* parts[kWarpLanes];
      for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
        parts[lane] = reinterpret_cast<MatrixLane*>(value[lane]);
      }
      return compute_matrices(parts);
    }
    case WarpOp::kMatchAny:
      for (const unsigned lane : set_bits(lanes)) {
        std::uint32_t equal = 0;
        for (const unsigned other : set_bits(lanes)) {
          equal |= static_cast<std::uint32_t>(value[other] == value[lane]) << other;
        }
        result[lane] = equal;
      }
      break;
    default: {
      const std::uint64_t common = common_result(*this, op, lanes);
      for (const unsigned lane : set_bits(lanes)) result[lane] = common;
    }
  }
}

std::vector<ShuffledLane> Exchange::shuffled(WarpOp op, std::uint32_t lanes) const {
  std::vector<ShuffledLane> all;
  for (const unsigned lane : set_bits(lanes)) {
    const int source = shuffle_source(op, lane, lane_arg[lane], width[lane]);
    all.push_back({static_cast<std::uint8_t>(lane),
                   static_cast<std::uint8_t>(lanes >> source & 1 ? source : lane), value[lane],
                   result[lane]});
  }
  return all;
}

const Exchange::Missing* Exchange::find_missing(const Collective& done) {
  const auto lowest = static_cast<unsigned>(std::countr_zero(done.arrived));
  const int step = lane_arg[lowest];
  unneeded_ = nullptr;
  // The first step of a tree reduction has no more than twice as many lanes.
  const bool by_halves = std::popcount(done.arrived) <= 2 * step ||
                         (undefined_mask_ == done.mask && undefined_step_ / 2 == step);
  std::uint32_t undefined = undefined_;
  if (undefined_mask_ != done.mask || undefined_step_ != 2 * step) undefined = 0;
  for (const unsigned lane : set_bits(undefined)) {
    // A mask that leaves the source out says that the program knows who is there; the lane has not used what it got.
    const bool is_known = (done.mask >> missing_[lane].source & 1) == 0;
    if (is_known && value[lane] == given_[lane]) undefined &= ~(1u << lane);
  }
  std::uint32_t still_undefined = undefined;
  for (const unsigned lane : set_bits(done.arrived)) {
    const int source = shuffle_source(done.op, lane, lane_arg[lane], width[lane]);
    const bool missing = (done.arrived >> source & 1) == 0;
    if (missing) {
      missing_[lane] = {static_cast<std::uint8_t>(lane), static_cast<std::uint8_t>(source)};
    } else if ((undefined >> source & 1) != 0) {
      missing_[lane] = missing_[source];
    } else {
      continue;
    }
    if (done.op != WarpOp::kShuffleDown || lane == lowest) return &missing_[lane];
    still_undefined |= 1u << lane;
    if (missing && !by_halves && (done.mask >> source & 1) != 0) unneeded_ = &missing_[lane];
  }
  for (const unsigned lane : set_bits(still_undefined)) given_[lane] = value[lane];
  undefined_ = still_undefined;
  undefined_mask_ = done.mask;
  undefined_step_ = step;
  return nullptr;
}

}  // namespace simt

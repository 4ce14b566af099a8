#include "execution/block/watch/warpgroups.h"

#include <algorithm>

#include "base/hash.h"
#include "base/symbols.h"
#include "execution/reports/warpgroup_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

constexpr unsigned kGroupWarps = 4;

std::uint64_t hash_of(const WarpgroupProduct& product, const std::uint32_t* sums) {
  return hash_bytes(0, sums, product.columns * (product.kind.sum == MatrixNumber::kHalf ? 1 : 2));
}

}  // namespace

bool Warpgroups::Step::is_same(const Step& other) const {
  return op == other.op && count == other.count &&
         (op != Instruction::kMultiply || product.is_same(other.product)) &&
         (site == other.site || source_line(site) == source_line(other.site));
}

void Warpgroups::begin_block() {
  warps_.clear();
  groups_.clear();
  sums_.clear();
}

Warpgroups::Warp& Warpgroups::take_part(const Step& step) {
  const Unrecorded unrecorded;
  const unsigned warp = current_warp(), first = warp / kGroupWarps * kGroupWarps;
  if ((first + kGroupWarps) * kWarpLanes > threads_.count) {
    stop_kernel_with(
        [&] { return warpgroup_incomplete_report(threads_.count, step.site, running_thread()); });
  }
  if (warps_.empty()) {
    warps_.resize(kMaxWarps);
    groups_.resize(kMaxWarps / kGroupWarps);
  }
  Group& group = groups_[warp / kGroupWarps];
  Warp& own = warps_[warp];
  const std::size_t index = own.steps - group.dropped;
  if (index == group.steps.size()) {
    group.steps.push_back(step);
  } else if (const Step& other = group.steps[index]; !other.is_same(step)) {
    const bool is_same_place =
        other.op == step.op && source_line(other.site) == source_line(step.site);
    stop_kernel_with([&] {
      return warps_differ_report(other.site, is_same_place, step.site, running_thread());
    });
  }
  ++own.steps;
  const auto begin = warps_.begin() + first;
  if (std::all_of(begin, begin + kGroupWarps,
                  [&](const Warp& other) { return other.steps > group.dropped; })) {
    group.steps.pop_front();
    ++group.dropped;
  }
  return own;
}

void Warpgroups::multiply(const WarpgroupProduct& product, const void* site) {
  Warp& warp = take_part({Instruction::kMultiply, site, 0, product});
  if (warp.fences == 0) {
    stop_kernel_with([&] { return product_without_fence_report(site, running_thread()); });
  }
  warp.open = site;
}

void Warpgroups::fence(const void* site) { ++take_part({Instruction::kFence, site, 0, {}}).fences; }

void Warpgroups::commit(const void* site) {
  Warp& warp = take_part({Instruction::kCommit, site, 0, {}});
  const Unrecorded unrecorded;
  warp.waiting.push_back(warp.open);
  warp.open = nullptr;
  ++warp.committed;
}

void Warpgroups::wait(unsigned count, const void* site) {
  Warp& warp = take_part({Instruction::kWait, site, count, {}});
  const Unrecorded unrecorded;
  while (warp.waiting.size() > count) warp.waiting.pop_front();
}

void Warpgroups::set_registers(unsigned count, const void* site) {
  take_part({Instruction::kRegisters, site, count, {}});
}

Warpgroups::Sums* Warpgroups::find_sums(const void* place) {
  if (sums_.empty()) sums_.resize(kMaxBlockThreads);
  std::vector<Sums>& own = sums_[threads_.current];
  const auto found =
      std::find_if(own.begin(), own.end(), [&](const Sums& sums) { return sums.place == place; });
  return found == own.end() ? nullptr : &*found;
}

void Warpgroups::check_sums(const WarpgroupProduct& product, const std::uint32_t* sums,
                            const void* place, const void* site) {
  if (!product.adds)
    return;  // a variable may have come in the place of another one, and nobody has used it
  const Unrecorded unrecorded;
  const Sums* const last = find_sums(place);
  if (last == nullptr || warps_.empty()) return;
  const Warp& warp = warps_[current_warp()];
  const bool is_fenced = warp.fences > last->fences;
  const bool is_in_flight = last->group >= warp.committed - warp.waiting.size();
  if (is_fenced && !is_in_flight) return;
  const bool has_other_shape = !product.has_shape_of(last->product);
  if (!has_other_shape && hash_of(product, sums) == last->hash) return;
  if (has_other_shape && is_fenced) return;
  stop_kernel_with([&] {
    return sums_changed_report(is_fenced, has_other_shape, last->site, site, running_thread());
  });
}

Warpgroups::Moment Warpgroups::now() const {
  if (warps_.empty()) return {};
  const Warp& warp = warps_[current_warp()];
  return {warp.fences, warp.committed};
}

void Warpgroups::keep_sums(const WarpgroupProduct& product, const std::uint32_t* sums,
                           const void* place, const void* site, Moment begun) {
  const Unrecorded unrecorded;
  const Sums now{place, site, hash_of(product, sums), product, begun.fences, begun.group};
  if (Sums* const last = find_sums(place); last != nullptr) {
    *last = now;
    return;
  }
  std::vector<Sums>& own = sums_[threads_.current];
  if (own.size() == kKept) own.erase(own.begin());
  own.push_back(now);
}

void Warpgroups::end() {
  for (unsigned warp = 0; warp < warps_.size(); ++warp) {
    const Group& group = groups_[warp / kGroupWarps];
    const std::size_t next = warps_[warp].steps - group.dropped;
    if (next < group.steps.size()) {
      stop_kernel_with([&] {
        return warp_missing_report(warp % kGroupWarps, group.steps[next].site, place_of(warp));
      });
    }
  }
  for (unsigned warp = 0; warp < warps_.size(); ++warp) {
    const Warp& state = warps_[warp];
    const auto waiting = std::find_if(state.waiting.begin(), state.waiting.end(),
                                      [](const void* site) { return site != nullptr; });
    if (state.open == nullptr && waiting == state.waiting.end()) continue;
    stop_kernel_with([&] {
      const bool is_open = waiting == state.waiting.end();
      return product_at_end_report(is_open, is_open ? state.open : *waiting, place_of(warp));
    });
  }
}

}  // namespace simt

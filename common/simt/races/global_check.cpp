#include "races/global_check.h"

#include <algorithm>
#include <bit>

namespace simt {

/// The read of the first value of a compare-and-swap loop may be stale, so it counts as an atomic load.
Use GlobalCheck::use_of(Access access, const void* pc) const {
  const bool of_block = access.scope() == Scope::kBlock;
  switch (access.op()) {
    case Op::kLoad:
      if (of_block) return Use::kBlockRead;
      return access.strong() || checks_->cas_reads.contains(pc) ? Use::kStrongRead : Use::kRead;
    case Op::kStore:
      if (of_block) return Use::kBlockWrite;
      return access.strong() ? Use::kStrongWrite : Use::kWrite;
    default:
      return of_block ? Use::kBlockUpdate : Use::kUpdate;
  }
}

void GlobalCheck::begin_block(GridChecks* checks, std::uint64_t block) {
  checks_ = checks;
  blamed_block_ = block;
  if (checks == nullptr) return;
  tag_ = checks->tag();
  block_ = static_cast<std::uint32_t>(block);
  inside_.begin_interval();
  phase_ = interval_ = 0;
  fenced_before_ = false;
}

/// To be called before `inside_` is reset.
void GlobalCheck::end_phase() {
  if (inside_.has_device_fences()) {
    checks_->order.fenced(block_, phase_, inside_.all_fenced());
    fenced_before_ = true;
  }
  ++phase_;
}

void GlobalCheck::barrier() {
  end_phase();
  inside_.begin_interval();
  interval_ = phase_;
}

void GlobalCheck::sync_warps(std::uint32_t warps) {
  end_phase();
  inside_.sync_warps(warps);
}

void GlobalCheck::cluster_barrier() { checks_->order.cluster_barrier(block_, phase_); }

void GlobalCheck::fence(unsigned thread, Scope scope) {
  if (scope != Scope::kBlock) checks_->order.activate();
  inside_.fence(thread / kWarpLanes, scope != Scope::kBlock);
}

void GlobalCheck::release(std::uintptr_t address, unsigned thread, Scope scope) {
  const unsigned warp = thread / kWarpLanes;
  inside_.release(address, warp);
  if (scope == Scope::kBlock || is_any_shared(address)) return;
  const std::uint32_t fenced = inside_.fenced(warp);
  if (fenced == 0 && !fenced_before_) return;
  checks_->order.release(address, {block_, warp, phase_, fenced});
}

bool GlobalCheck::acquire(std::uintptr_t address, unsigned thread, Scope scope) {
  inside_.acquire(address, thread / kWarpLanes);
  if (scope == Scope::kBlock || is_any_shared(address)) return false;
  return checks_->order.acquire(address, block_, thread / kWarpLanes, phase_);
}

/// What the slots of a request have in common.
Slot GlobalCheck::slot_of(std::uint64_t key, unsigned warp) {
  const Access access = access_of(key);
  const void* const pc = pc_of(key);
  Slot slot{};
  slot.block = block_;
  slot.pc = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  slot.timestamp = Timestamp::pack(phase_, inside_.clock(warp));
  slot.users.width = static_cast<unsigned>(std::countr_zero(access.bytes())) & 7;
  slot.users.use = static_cast<unsigned>(use_of(access, pc)) & 7;
  inside_.mark_used(warp);
  return slot;
}

void GlobalCheck::request(std::uint64_t key, unsigned warp, unsigned count,
                          const std::uint64_t* addresses, const std::uint8_t* lane_of,
                          bool is_row) {
  const Access access = access_of(key);
  if (access.op() == Op::kAtomic) {
    if (checks_->matters(block_)) {
      request_atomic(slot_of(key, warp), warp, count, addresses, lane_of);
    }
    return;
  }
  LaneRuns runs;
  if (is_row) {
    runs.add(addresses[0], 0, count, access.bytes());
  } else {
    runs = runs_of(addresses, lane_of, count, access.bytes());
  }
  request(key, warp, addresses, lane_of, runs);
}

/// Whether a plain read of these bytes by this block adds nothing to what is known.
bool GlobalCheck::is_read_enough(std::uintptr_t address, std::uintptr_t end) const {
  for (std::uintptr_t at = address; at < end; at = (at / kUnit + 1) * kUnit) {
    if (!simt::is_read_enough(unit_of(at), tag_, block_)) return false;
  }
  return true;
}

void GlobalCheck::request(std::uint64_t key, unsigned warp, const std::uint64_t* addresses,
                          const std::uint8_t* lane_of, const LaneRuns& runs) {
  if (!checks_->matters(block_)) return;
  Slot slot = slot_of(key, warp);
  const unsigned width = slot.users.width;
  for (const LaneRun& run : runs) {
    const std::uint64_t address = run.address & (kSeen | kAddressMask);
    if ((address & kSeen) != 0) continue;
    slot.users.set_thread0(static_cast<int>(warp * kWarpLanes + lane_of[run.first]));
    const std::uintptr_t end = address + (1u << width) + (run.count - 1u) * run.step;
    if (slot.use() == Use::kRead && is_read_enough(address, end)) continue;
    if (run.step != 0) {
      slot.users.step = width & 7;
      slot.users.several = 0;
      slot.users.lane = 0;
      use_run(slot, address, run.count, addresses + run.first);
      continue;
    }
    // Lanes that use the same address in the same way: two of them are enough.
    slot.users.step = Users::kOneThread;
    slot.users.several = run.count > 1;
    slot.users.lane = run.count > 1 ? lane_of[run.first + 1] & 31 : 0;
    use_run(slot, address, 1, addresses + run.first);
  }
}

void GlobalCheck::request_atomic(Slot slot, unsigned warp, unsigned count,
                                 const std::uint64_t* addresses, const std::uint8_t* lane_of) {
  constexpr std::uint64_t kPlace = kSeen | kAddressMask;
  const auto is_later = [&](unsigned a, unsigned b) {
    return static_cast<std::int16_t>((addresses[a] >> kHashShift) - (addresses[b] >> kHashShift)) >
           0;
  };
  slot.users.step = Users::kOneThread;
  for (unsigned i = 0; i < count;) {
    const std::uint64_t address = addresses[i] & kPlace;
    if ((address & kSeen) != 0) {
      ++i;
      continue;
    }
    // Lanes with the same address: two of them are enough, and the last one in the order in which they have happened.
    const unsigned first = i;
    unsigned last = i;
    for (++i; i < count && (addresses[i] & kPlace) == address; ++i) {
      if (is_later(i, last)) last = i;
    }
    slot.users.several = i - first > 1;
    const unsigned other = last == first && slot.users.several ? first + 1 : first;
    slot.users.set_thread0(static_cast<int>(warp * kWarpLanes + lane_of[other]));
    slot.users.lane = slot.users.several ? lane_of[last] & 31 : 0;
    slot.modification = static_cast<std::uint32_t>(addresses[last] >> kHashShift);
    use_run(slot, address, 1, addresses + first);
  }
}

void GlobalCheck::check_events(unsigned thread, TraceEvent* begin, TraceEvent* end) {
  TraceEvent* event = end;
  while (event != begin && (event[-1].address & kSeen) == 0) --event;
  const auto lane = static_cast<std::uint8_t>(thread % kWarpLanes);
  for (; event != end; ++event) {
    const Access access = access_of(event->key);
    if (access.op() != Op::kBlock && access.space() == Space::kGlobal) {
      request(event->key, thread / kWarpLanes, 1, &event->address, &lane, false);
    }
    event->address |= kSeen;
  }
}

void GlobalCheck::free_memory(std::uintptr_t address, std::size_t bytes, unsigned thread,
                              const void* pc) {
  if (!checks_->matters(block_)) return;
  Slot slot{};
  slot.block = block_;
  slot.pc = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  slot.timestamp = Timestamp::pack(phase_, inside_.clock(thread / kWarpLanes));
  slot.users.width = Users::kFreed;
  slot.users.use = static_cast<unsigned>(Use::kWrite) & 7;
  slot.users.step = Users::kOneThread;
  slot.users.set_thread0(static_cast<int>(thread));
  inside_.mark_used(thread / kWarpLanes);
  const std::uintptr_t end = address + bytes;
  Now now{slot, address / kUnit * kUnit, address, nullptr};
  for (; now.base < end; now.base += kUnit) {
    now.slot = slot;
    now.slot.bytes =
        mask_of(std::max(now.base, address) - now.base, std::min(now.base + kUnit, end) - now.base);
    use(now);
  }
}

/// `count` adjacent accesses by consecutive threads; the slot has the first thread.
void GlobalCheck::use_run(const Slot& slot, std::uintptr_t address, unsigned count,
                          const std::uint64_t* addresses) {
  const unsigned width = slot.users.width;
  const std::uintptr_t end = address + (std::uintptr_t{count} << width);
  Now now{slot, address / kUnit * kUnit, address, addresses};
  for (; now.base < end; now.base += kUnit) {
    const std::uintptr_t low = std::max(now.base, address) - now.base;
    const std::uintptr_t high = std::min(now.base + kUnit, end) - now.base;
    now.slot = slot;
    now.slot.bytes = mask_of(low, high);
    if (count > 1) {
      const auto before = static_cast<std::int64_t>(now.base - address) >> width;
      now.slot.users.set_thread0(slot.users.thread0 + static_cast<int>(before));
    }
    use(now);
  }
}

}  // namespace simt

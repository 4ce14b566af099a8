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
  if (scope == Scope::kDevice) checks_->order.activate();
  inside_.fence(thread / 32, scope == Scope::kDevice);
}

void GlobalCheck::release(std::uintptr_t address, unsigned thread, Scope scope) {
  const unsigned warp = thread / 32;
  inside_.release(address, warp);
  if (scope == Scope::kBlock || is_any_shared(address)) return;
  const std::uint32_t fenced = inside_.fenced(warp);
  if (fenced == 0 && !fenced_before_) return;
  checks_->order.release(address, {block_, warp, phase_, fenced});
}

bool GlobalCheck::acquire(std::uintptr_t address, unsigned thread, Scope scope) {
  inside_.acquire(address, thread / 32);
  if (scope == Scope::kBlock || is_any_shared(address)) return false;
  return checks_->order.acquire(address, block_, thread / 32, phase_);
}

void GlobalCheck::request(std::uint64_t key, unsigned warp, unsigned count,
                          const std::uint64_t* addresses, const std::uint8_t* lane_of,
                          bool is_row) {
  if (!checks_->matters(block_)) return;
  const Access access = access_of(key);
  const unsigned bytes = access.bytes();
  const void* const pc = pc_of(key);
  const Use use = use_of(access, pc);
  Slot slot{};
  slot.block = block_;
  slot.pc = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  slot.timestamp = Timestamp::pack(phase_, inside_.clock(warp));
  const auto width = static_cast<unsigned>(std::countr_zero(bytes));
  slot.users.width = width & 7;
  slot.users.use = static_cast<unsigned>(use) & 7;
  inside_.mark_used(warp);
  const auto set_thread = [&](unsigned lane) {
    slot.users.set_thread0(static_cast<int>(warp * 32 + lane));
  };
  if (is_row && !is_update(use)) {  // the common case
    slot.users.step = width & 7;
    set_thread(0);
    return use_run(slot, addresses[0] & kAddressMask, 32, addresses);
  }
  for (unsigned i = 0; i < count;) {
    const std::uint64_t address = addresses[i] & (kSeen | kAddressMask);
    if ((address & kSeen) != 0) {
      ++i;
      continue;
    }
    set_thread(lane_of[i]);
    slot.users.several = 0;
    unsigned n = 1;
    if (!is_update(use)) {
      while (i + n < count && (addresses[i + n] & (kSeen | kAddressMask)) == address + n * bytes &&
             lane_of[i + n] == lane_of[i] + n) {
        ++n;
      }
    }
    if (n > 1) {
      slot.users.step = width & 7;
      use_run(slot, address, n, addresses + i);
      i += n;
      continue;
    }
    // Lanes that use the same address in the same way: two of them are enough.
    slot.users.step = 7;
    unsigned last = i;  // of an atomic operation, in the order in which they have happened
    const auto is_later = [&](unsigned a, unsigned b) {
      return static_cast<std::int16_t>((addresses[a] >> kHashShift) -
                                       (addresses[b] >> kHashShift)) > 0;
    };
    const std::uint64_t mask = is_update(use) ? kSeen | kAddressMask : ~std::uint64_t{0};
    for (++i; i < count && ((addresses[i] ^ addresses[i - 1]) & mask) == 0; ++i, ++n) {
      if (n == 1 || (is_update(use) && is_later(i, last))) slot.users.lane = lane_of[i] & 31;
      if (is_update(use) && is_later(i, last)) last = i;
    }
    slot.users.several = n > 1;
    if (n > 1 && is_update(use)) {
      if (last == i - n) {
        set_thread(lane_of[last + 1]);
      }
      slot.users.lane = lane_of[last] & 31;
    }
    slot.modification =
        is_update(use) ? static_cast<std::uint32_t>(addresses[last] >> kHashShift) : 0;
    use_run(slot, address, 1, addresses + i - n);
  }
}

void GlobalCheck::check_events(unsigned thread, TraceEvent* begin, TraceEvent* end) {
  TraceEvent* event = end;
  while (event != begin && (event[-1].address & kSeen) == 0) --event;
  const auto lane = static_cast<std::uint8_t>(thread % 32);
  for (; event != end; ++event) {
    const Access access = access_of(event->key);
    if (access.op() != Op::kBlock && access.space() == Space::kGlobal) {
      request(event->key, thread / 32, 1, &event->address, &lane, false);
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
  slot.timestamp = Timestamp::pack(phase_, inside_.clock(thread / 32));
  slot.users.width = Users::kFreed;
  slot.users.use = static_cast<unsigned>(Use::kWrite) & 7;
  slot.users.step = 7;
  slot.users.set_thread0(static_cast<int>(thread));
  inside_.mark_used(thread / 32);
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

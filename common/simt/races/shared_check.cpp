#include "races/shared_check.h"

#include <bit>
#include <cstring>
#include <utility>

#include "base/address_map.h"
#include "base/bits.h"
#include "base/settings.h"

namespace simt {
namespace {

/// After so many timestamps, the next block starts again at 0.
constexpr std::uint32_t kMaxTimestamp = 0xf000'0000;

Uses single(std::uint32_t timestamp, std::uint32_t pc, unsigned thread) {
  const auto short_thread = static_cast<std::uint16_t>(thread);
  return {timestamp, pc, 1u << thread % kWarpLanes, short_thread, short_thread, pc, 0};
}

}  // namespace

SharedCheck::SharedCheck(std::uintptr_t shared_base, Declared declared, IsInCopy is_in_copy)
    : declared_(std::move(declared)), is_in_copy_(std::move(is_in_copy)), own_(shared_base) {}

void SharedCheck::begin_block(unsigned threads, bool may_be_short) {
  if (order_.interval() > kMaxTimestamp) {
    order_ = SharedOrder();
    own_.clear();
    remote_cells_.clear();
  }
  order_.begin_block(threads);
  unwritten_.pc = nullptr;
  cas_reads_.begin_block();
  overwritten_.clear();
  barrier();
  block_timestamp_ = order_.interval();
  may_be_short_ = may_be_short;
  choose_way();
}

template <class Accept>
User SharedCheck::find_unordered(const Uses& uses, unsigned thread, Accept accept) {
  if (uses.timestamp < order_.interval()) return {};
  const auto is_found = [&](unsigned user, std::uint32_t timestamp, std::uint32_t pc) {
    return user != thread && !order_.ordered(user, timestamp, thread) && accept(user, pc);
  };
  if (uses.set == 0) {
    if (is_found(uses.thread, uses.timestamp, uses.pc)) return {true, uses.thread, uses.pc};
    for (const unsigned lane : set_bits(uses.lanes)) {
      const unsigned user = uses.thread / kWarpLanes * kWarpLanes + lane;
      if (is_found(user, uses.timestamp, uses.pc)) return {true, user, uses.pc};
    }
    if (uses.other != uses.thread && is_found(uses.other, uses.timestamp, uses.other_pc)) {
      return {true, uses.other, uses.other_pc};
    }
    return {};
  }
  const UserSet& set = sets_[uses.set];
  if (is_found(uses.thread, set.timestamp[uses.thread], set.pc[uses.thread])) {
    return {true, uses.thread, set.pc[uses.thread]};
  }
  for (const unsigned warp : set_bits(set.warps)) {
    for (const unsigned lane : set_bits(set.lanes[warp])) {
      const unsigned user = warp * kWarpLanes + lane;
      if (is_found(user, set.timestamp[user], set.pc[user])) return {true, user, set.pc[user]};
    }
  }
  return {};
}

User SharedCheck::find_unordered(const Uses& uses, unsigned thread) {
  return find_unordered(uses, thread, [](unsigned, std::uint32_t) { return true; });
}

/// Adds a user.
void SharedCheck::join(Uses& uses, std::uint32_t pc, unsigned thread) {
  const std::uint32_t timestamp = order_.timestamp(thread);
  const std::uint32_t lane = 1u << thread % kWarpLanes;
  if (uses.timestamp < order_.interval()) {
    uses = single(timestamp, pc, thread);
    return;
  }
  // Where some reads are verified by a compare-and-swap, a read cannot stand for one at another pc.
  const bool same_place = uses.pc == pc || !cas_reads_.has_sites();
  const bool same_warp = uses.thread / kWarpLanes == thread / kWarpLanes;
  if (uses.set == 0 && same_warp && uses.timestamp == timestamp && same_place) {
    if ((uses.lanes & lane) != 0) return;
    if (uses.pc == pc) {
      uses.lanes |= lane;
      return;
    }
  }
  const auto is_in_set = [&](UserSet& set) {
    if ((set.lanes[thread / kWarpLanes] & lane) == 0 || set.timestamp[thread] != timestamp)
      return false;
    if (cas_reads_.contains(set.pc[thread])) set.pc[thread] = pc;
    return true;
  };
  if (uses.set != 0 && is_in_set(sets_[uses.set])) return;
  if (same_place && !find_unordered(uses, thread).found) {
    uses = single(timestamp, pc, thread);
    return;
  }
  if (uses.set == 0 && !same_warp && !precise_) {
    if (uses.other == uses.thread) {
      uses.other = static_cast<std::uint16_t>(thread);
      uses.other_pc = pc;
    }
    return;
  }
  if (uses.set == 0) uses.set = sets_.make(uses);
  UserSet& set = sets_[uses.set];
  if (is_in_set(set)) return;
  set.warps |= 1u << thread / kWarpLanes;
  set.lanes[thread / kWarpLanes] |= lane;
  set.timestamp[thread] = timestamp;
  set.pc[thread] = pc;
}

bool SharedCheck::races(History& history, std::uintptr_t address, unsigned bytes, SharedUse use,
                        Op op, unsigned thread, const void* pc) {
  const std::uint32_t site = site_of(pc);
  const auto race_with = [&](SharedUse earlier, unsigned user, std::uint32_t user_pc) {
    return Race{{user, op_of(earlier), reinterpret_cast<const void*>(std::uintptr_t{user_pc})},
                {thread, op, pc},
                race_.address};
  };
  std::uint32_t value = 0;
  bool differs = false;
  if (use == SharedUse::kWrite) {
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
  }
  const auto find = [&](SharedUse earlier) -> std::optional<Race> {
    const User user = use == SharedUse::kWrite && earlier == SharedUse::kWrite
                          ? find_writer(history, value, thread, &differs)
                          : find_unordered(history[earlier], thread);
    if (!user.found) return {};
    return race_with(earlier, user.thread, user.pc);
  };
  const auto defer = [&](SharedUse earlier) {
    const bool is_read = use == SharedUse::kRead;
    find_unordered(history[earlier], thread, [&](unsigned user, std::uint32_t user_pc) {
      const std::uint32_t read = is_read ? site : user_pc;
      if (!cas_reads_.contains(read)) {
        cas_reads_.defer(race_with(earlier, user, user_pc), read);
      }
      return is_read;  // else all of them
    });
  };
  const auto overwrites = [&](const Race& write, const Race* other) {
    if (other == nullptr && differs) other = &write;
    overwritten_.add(address / 4 * 4, write, other);
  };
  if (const std::optional<Race> race = find_race(use, find, defer, overwrites)) {
    race_ = *race;
    return true;
  }
  if (use == SharedUse::kWrite) {
    replace_write(history, value, site, thread);
  } else {
    join(history[use], site, thread);
  }
  return false;
}

User SharedCheck::find_writer(History& history, std::uint32_t value, unsigned thread,
                              bool* differs) {
  User found = find_unordered(history[SharedUse::kWrite], thread);
  for (const Replaced& one : history.replaced) {
    const User writer = find_unordered(one.write, thread);
    if (!writer.found || (found.found && one.value == value)) continue;
    *differs = one.value != value;
    found = writer;
  }
  return found;
}

void SharedCheck::replace_write(History& history, std::uint32_t value, std::uint32_t pc,
                                unsigned thread) {
  auto& [last, other] = history.replaced;
  Uses& write = history[SharedUse::kWrite];
  if (write.timestamp >= order_.interval() && write.thread != thread) {
    if (last.value != value) other = last;
    last = {write, value};
  }
  write = single(order_.timestamp(thread), pc, thread);
}

std::uint32_t SharedCheck::new_histories(unsigned count) {
  const std::size_t first = histories_used_;
  histories_used_ += count;
  if (histories_used_ > histories_.size()) histories_.resize(2 * histories_used_);
  for (std::size_t i = first; i < histories_used_; ++i) histories_[i] = {};
  return static_cast<std::uint32_t>(first);
}

SharedCheck::History& SharedCheck::history_of(const SharedCells& cells, Cell& cell) {
  if (cell.timestamp >= order_.interval() && cell.state == State::kHistory)
    return histories_[cell.lanes];
  const std::uint32_t index = new_histories(1);
  History& history = histories_[index];
  if (cell.timestamp >= order_.interval()) {
    const SecondUser& second = cells.second(cell);
    const bool is_own = cell.state == State::kOwn || cell.state == State::kOwnRead;
    Uses& uses = history[is_own ? SharedUse::kWrite : SharedUse::kRead];
    uses = single(cell.timestamp, cell.pc, cell.thread);
    uses.lanes = cell.lanes;
    if (cell.state == State::kReadMany) {
      uses.other = second.thread;
      uses.other_pc = second.pc;
    }
    if (cell.state == State::kOwnRead) {
      history[SharedUse::kRead] = single(cell.timestamp, second.pc, cell.thread);
    }
  }
  cell.state = State::kHistory;
  cell.lanes = index;
  return history;
}

SharedCheck::History* SharedCheck::histories_of_bytes(const SharedCells& cells, Cell& cell) {
  if (cell.timestamp >= order_.interval() && cell.state == State::kBytes)
    return &histories_[cell.lanes];
  const std::uint32_t word =
      static_cast<std::uint32_t>(&history_of(cells, cell) - histories_.data());
  const std::uint32_t first = new_histories(4);
  for (unsigned i = 0; i < 4; ++i) {
    History& history = histories_[first + i] = histories_[word];
    for (Replaced& one : history.replaced) one.value = one.value >> 8 * i & 0xff;
    for (Uses& uses : history.uses) {
      if (uses.set != 0) uses.set = sets_.copy(uses.set);
    }
  }
  cell.state = State::kBytes;
  cell.lanes = first;
  return &histories_[first];
}

bool SharedCheck::access_remote(unsigned rank, std::uintptr_t base, std::uintptr_t address,
                                unsigned bytes, SharedUse use, Op op, unsigned thread,
                                const void* pc) {
  if (rank >= remote_cells_.size()) remote_cells_.resize(rank + 1);
  std::unique_ptr<SharedCells>& cells = remote_cells_[rank];
  if (cells == nullptr) cells = std::make_unique<SharedCells>(base);
  cells->move_to(base);
  return access_words(*cells, address, bytes, 0, use, op, thread, pc, ReadKind::kNone);
}

bool SharedCheck::access_words(SharedCells& cells, std::uintptr_t address, unsigned bytes,
                               unsigned done, SharedUse use, Op op, unsigned thread, const void* pc,
                               ReadKind kind) {
  race_.address = address;
  std::uintptr_t missing = 0;
  while (done < bytes) {
    const unsigned from = (address + done) % 4;
    const unsigned count = bytes - done < 4 - from ? bytes - done : 4 - from;
    const auto mask = static_cast<std::uint8_t>(((1u << count) - 1) << from);
    Cell& cell = cells.of(address + done);
    if (cell.timestamp < block_timestamp_) cell = {};
    if (op != Op::kStore && (cell.written & mask) != mask && missing == 0) {
      missing =
          (address + done) / 4 * 4 + std::countr_zero(static_cast<unsigned>(mask & ~cell.written));
    }
    if (mask == 15 && (cell.timestamp < order_.interval() || cell.state != State::kBytes)) {
      if (word_races(cells, cell, use, op, thread, pc)) return true;
    } else {
      History* const histories = histories_of_bytes(cells, cell);
      cell.timestamp = order_.timestamp(thread);
      const std::uintptr_t word = (address + done) / 4 * 4;
      for (unsigned i = 0; i < 4; ++i) {
        if ((mask >> i & 1) != 0 && races(histories[i], word + i, 1, use, op, thread, pc))
          return true;
      }
    }
    if (op != Op::kLoad) cell.written |= mask;
    done += count;
  }
  check_initialised(address, bytes, missing, kind, {thread, op, pc});
  return false;
}

bool SharedCheck::word_races(const SharedCells& cells, Cell& cell, SharedUse use, Op op,
                             unsigned thread, const void* pc) {
  if (!precise_) {
    const bool is_fresh = cell.timestamp >= order_.interval();
    if (use == SharedUse::kWrite && fast_access<Op::kStore>(cells, cell, 0, thread, pc))
      return false;
    if (use == SharedUse::kRead) {
      if (is_fresh && cell.state == State::kRead &&
          cell.thread / kWarpLanes != thread / kWarpLanes) {
        cell.state = State::kReadMany;
        cells.second(cell) = {site_of(pc), static_cast<std::uint16_t>(thread)};
        return false;
      }
      if (fast_access<Op::kLoad>(cells, cell, 0, thread, pc)) return false;
    }
  }
  History& history = history_of(cells, cell);
  cell.timestamp = order_.timestamp(thread);
  return races(history, cells.address_of(cell), 4, use, op, thread, pc);
}

}  // namespace simt

#include "races/shared_check.h"

#include <sys/mman.h>

#include <bit>
#include <cstdio>
#include <utility>

#include "base/address_map.h"
#include "base/process.h"
#include "base/settings.h"

namespace simt {
namespace {

constexpr std::size_t kWords = kSharedWindow / 4;

template <class T>
T* reserve(std::size_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("simt: cannot reserve memory for the race check");
    end_process(1);
  }
  return static_cast<T*>(memory);
}

}  // namespace

SharedCheck::SharedCheck(std::uintptr_t shared_base, Declared declared)
    : base_(shared_base),
      declared_(std::move(declared)),
      words_(reserve<Word>(kWords)),
      bytes_(reserve<Uses>(kSharedWindow)) {}

SharedCheck::~SharedCheck() {
  munmap(words_, kWords * sizeof(Word));
  munmap(bytes_, kSharedWindow * sizeof(Uses));
}

void SharedCheck::collective(unsigned warp, std::uint32_t mask, bool whole) {
  WarpOrder& order = warps_[warp];
  ++order.time;
  if (whole) {
    order.whole_time = order.time;
    return;
  }
  // Whoever took part now knows what any of them knew, and what all of them did.
  std::uint32_t known[32] = {};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t* seen = order.seen[std::countr_zero(rest)];
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (seen[lane] > known[lane]) known[lane] = seen[lane];
    }
  }
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    known[std::countr_zero(rest)] = order.time;
  }
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      order.seen[std::countr_zero(rest)][lane] = known[lane];
    }
  }
}

/// Whether a collective lies between what `earlier_thread` did at `time` and `later_thread` now.
bool SharedCheck::ordered(unsigned earlier_thread, std::uint32_t time,
                          unsigned later_thread) const {
  if (is_remote(earlier_thread) && is_remote(later_thread)) {
    return earlier_thread / 1024 == later_thread / 1024;  // known to their own block only
  }
  if (earlier_thread / 32 != later_thread / 32) return false;
  const WarpOrder& order = warps_[later_thread / 32];
  return order.whole_time > time || order.seen[later_thread % 32][earlier_thread % 32] > time;
}

/// A thread of `use` that nothing orders before what `later_thread` does now; else kNobody.
unsigned SharedCheck::unordered_user(const Use& use, unsigned later_thread) const {
  if (use.epoch != epoch_) return kNobody;
  const auto is_unordered = [&](unsigned thread) {
    if (thread == later_thread) return false;
    const std::uint32_t time = use.time == kSeveralTimes ? times_.at(&use)[thread % 32] : use.time;
    return !ordered(thread, time, later_thread);
  };
  if (is_unordered(use.thread)) return use.thread;
  const unsigned first = use.thread / 32u * 32;
  for (std::uint32_t rest = use.lanes; rest != 0; rest &= rest - 1) {
    const unsigned thread = first + static_cast<unsigned>(std::countr_zero(rest));
    if (is_unordered(thread)) return thread;
  }
  return is_unordered(use.other) ? use.other : kNobody;
}

/// One more reader, or one more thread with an atomic operation.
void SharedCheck::join(Use& use, std::uint32_t time, std::uint32_t pc, unsigned thread) {
  const std::uint32_t lane = 1u << thread % 32;
  const auto short_thread = static_cast<std::uint16_t>(thread);
  if (unordered_user(use, thread) == kNobody) {
    use = {epoch_, time, pc, lane, short_thread, short_thread};
    return;
  }
  if (use.thread / 32 != thread / 32) {
    use.other = short_thread;
    return;
  }
  use.lanes |= lane;
  if (use.time == time) return;
  std::array<std::uint32_t, 32>& times = times_[&use];
  if (use.time != kSeveralTimes) times.fill(use.time);
  use.time = kSeveralTimes;
  times[thread % 32] = time;
}

bool SharedCheck::found(const Use& use, unsigned earlier_thread, Op op, unsigned thread,
                        Op later_op, const void* pc) {
  earlier_ = {earlier_thread, op, reinterpret_cast<const void*>(std::uintptr_t{use.pc})};
  later_ = {thread, later_op, pc};
  return true;
}

bool SharedCheck::races(Uses& uses, std::uintptr_t word, Op op, bool atomic, unsigned thread,
                        const void* pc) {
  const std::uint32_t time = is_remote(thread) ? 0 : warps_[thread / 32].time;
  const auto site = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  auto& [write, update, read] = uses;
  const bool after_write = unordered_user(write, thread) != kNobody;
  if (!atomic) {
    const unsigned updater = unordered_user(update, thread);
    if (updater != kNobody) return found(update, updater, Op::kAtomic, thread, op, pc);
  }
  if (after_write && (atomic || op == Op::kLoad)) {
    return found(write, write.thread, Op::kStore, thread, op, pc);
  }
  if (op == Op::kLoad) {
    if (!atomic) join(read, time, site, thread);
    return false;
  }

  const unsigned reader = unordered_user(read, thread);
  if (reader != kNobody) return found(read, reader, Op::kLoad, thread, op, pc);
  if (after_write) {
    found(write, write.thread, Op::kStore, thread, op, pc);
    const auto* const value = reinterpret_cast<const std::uint32_t*>(word);
    overwritten_.push_back({value, *value, earlier_, later_});
  }
  if (atomic) {  // does not stand for a plain use before it: with that, other atomic ones race
    join(update, time, site, thread);
    return false;
  }
  const auto writer = static_cast<std::uint16_t>(thread);
  write = {epoch_, time, site, 1u << thread % 32, writer, writer};
  update.epoch = read.epoch = 0;
  return false;
}

/// Two threads that use different bytes of a word do not race.
bool SharedCheck::bytes_race(Word& word, std::uint8_t bytes, Op op, bool atomic, unsigned thread,
                             const void* pc) {
  const auto index = static_cast<std::size_t>(&word - words_);
  if (!word.split) {
    word.split = true;
    for (unsigned i = 0; i < 4; ++i) {
      Uses& uses = bytes_[4 * index + i] = word.uses;
      copy_times(word.uses.update, uses.update);
      copy_times(word.uses.read, uses.read);
    }
  }
  for (unsigned i = 0; i < 4; ++i) {
    if ((bytes >> i & 1) == 0) continue;
    if (races(bytes_[4 * index + i], base_ + 4 * index, op, atomic, thread, pc)) return true;
  }
  return false;
}

bool SharedCheck::some_are_written(std::uintptr_t address, std::size_t bytes) const {
  for (std::size_t i = 0; i < bytes && address + i - base_ < kSharedWindow; ++i) {
    const Word& word = words_[(address + i - base_) / 4];
    if (word.block == block_ && (word.written >> (address + i) % 4 & 1) != 0) return true;
  }
  return false;
}

void SharedCheck::look_at(std::uintptr_t address, std::size_t bytes, unsigned thread,
                          const void* pc) {
  if (unwritten_.pc != nullptr || some_are_written(address, bytes) ||
      settings().check_init == InitCheck::kOff) {
    return;
  }
  unwritten_ = {thread, Op::kLoad, pc};
  unwritten_address_ = address;
}

void SharedCheck::judge_missing(std::uintptr_t address, unsigned bytes, std::uintptr_t missing,
                                Look look, const RaceAccess& access) {
  const auto declared = [&] { return declared_ ? declared_(address) : Elements{bytes, bytes}; };
  const bool some = some_are_written(address, bytes);
  if (settings().check_init == InitCheck::kOff ||
      !is_mistake(access.op, bytes, look, some, declared)) {
    return;
  }
  unwritten_ = access;
  unwritten_address_ = missing;
}

bool SharedCheck::access(std::uintptr_t address, unsigned bytes, Op op, bool atomic,
                         unsigned thread, const void* pc, Look look) {
  address_ = address;
  std::uintptr_t missing = 0;
  for (unsigned done = 0; done < bytes;) {
    const unsigned from = (address + done) % 4;
    const unsigned count = bytes - done < 4 - from ? bytes - done : 4 - from;
    const auto mask = static_cast<std::uint8_t>(((1u << count) - 1) << from);
    Word& word = words_[(address + done - base_) / 4];
    if (word.block != block_) {
      word.block = block_;
      word.written = 0;
      word.split = false;
    }
    if (op != Op::kStore && (word.written & mask) != mask && missing == 0) {
      missing =
          (address + done) / 4 * 4 + std::countr_zero(static_cast<unsigned>(mask & ~word.written));
    }
    const bool is_whole = mask == 15 && !word.split;
    if (is_whole ? races(word.uses, base_ + (&word - words_) * 4, op, atomic, thread, pc)
                 : bytes_race(word, mask, op, atomic, thread, pc)) {
      return true;
    }
    if (op != Op::kLoad) word.written |= mask;
    done += count;
  }
  if (missing != 0 && look != Look::kNot && unwritten_.pc == nullptr) [[unlikely]] {
    judge_missing(address, bytes, missing, look, {thread, op, pc});
  }
  return false;
}

bool SharedCheck::last_write_races() {
  if (overwritten_.empty()) [[likely]]
    return false;
  bool race = false;
  for (const Overwritten& one : overwritten_) {
    if (race || *one.word == one.old_value) continue;
    address_ = reinterpret_cast<std::uintptr_t>(one.word);
    earlier_ = one.earlier;
    later_ = one.later;
    race = true;
  }
  overwritten_.clear();
  return race;
}

}  // namespace simt

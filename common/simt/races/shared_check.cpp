#include "races/shared_check.h"

#include <sys/mman.h>

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "base/address_map.h"

namespace simt {
namespace {

constexpr std::size_t kWords = kSharedWindow / 4;

template <class T>
T* reserve(std::size_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("simt: cannot reserve memory for the race check");
    std::exit(1);
  }
  return static_cast<T*>(memory);
}

}  // namespace

SharedCheck::SharedCheck(std::uintptr_t shared_base)
    : base_(shared_base), words_(reserve<Word>(kWords)), bytes_(reserve<Uses>(kSharedWindow)) {}

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

bool SharedCheck::reads_ordered(const Use& read, unsigned later_thread) const {
  if (read.several_warps) return false;
  const unsigned first = read.thread / 32 * 32;
  for (std::uint32_t rest = read.lanes; rest != 0; rest &= rest - 1) {
    const unsigned reader = first + static_cast<unsigned>(std::countr_zero(rest));
    if (reader != later_thread && !ordered(reader, read.time, later_thread)) return false;
  }
  return true;
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
  const auto is_unordered = [&](const Use& use) {
    return use.epoch == epoch_ && use.thread != thread && !ordered(use.thread, use.time, thread);
  };
  const bool after_write = is_unordered(write);
  if (!atomic && is_unordered(update)) {
    return found(update, update.thread, Op::kAtomic, thread, op, pc);
  }
  if (after_write && (atomic || op == Op::kLoad)) {
    return found(write, write.thread, Op::kStore, thread, op, pc);
  }
  if (op == Op::kLoad) {
    if (atomic) return false;
    const std::uint32_t lane = 1u << thread % 32;
    if (read.epoch != epoch_ || reads_ordered(read, thread)) {
      read = {epoch_, time, site, lane, static_cast<std::uint16_t>(thread), false};
    } else {
      read.several_warps |= read.thread / 32 != thread / 32;
      read.lanes |= lane;
      read.time = time;
    }
    return false;
  }

  if (read.epoch == epoch_ && !reads_ordered(read, thread)) {
    // The noted reader may be this thread itself; then another one read as well.
    const std::uint32_t others = read.lanes & ~(1u << read.thread % 32);
    const unsigned reader = read.thread == thread && others != 0
                                ? thread / 32 * 32 + static_cast<unsigned>(std::countr_zero(others))
                                : read.thread;
    return found(read, reader, Op::kLoad, thread, op, pc);
  }
  if (after_write) {
    found(write, write.thread, Op::kStore, thread, op, pc);
    const auto* const value = reinterpret_cast<const std::uint32_t*>(word);
    overwritten_.push_back({value, *value, earlier_, later_});
  }
  // An atomic use does not stand for a plain one before it: with that, other atomic ones race.
  (atomic ? update : write) = {epoch_, time, site, 0, static_cast<std::uint16_t>(thread), false};
  if (!atomic) update.epoch = 0;
  read.epoch = 0;
  return false;
}

/// Two threads that use different bytes of a word do not race.
bool SharedCheck::bytes_race(Word& word, std::uint8_t bytes, Op op, bool atomic, unsigned thread,
                             const void* pc) {
  const auto index = static_cast<std::size_t>(&word - words_);
  if (!word.split) {
    word.split = true;
    for (unsigned i = 0; i < 4; ++i) bytes_[4 * index + i] = word.uses;
  }
  for (unsigned i = 0; i < 4; ++i) {
    if ((bytes >> i & 1) == 0) continue;
    if (races(bytes_[4 * index + i], base_ + 4 * index, op, atomic, thread, pc)) return true;
  }
  return false;
}

bool SharedCheck::access(std::uintptr_t address, unsigned bytes, Op op, bool atomic,
                         unsigned thread, const void* pc) {
  address_ = address;
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
    if (op != Op::kStore && (word.written & mask) != mask && unwritten_.pc == nullptr) {
      unwritten_ = {thread, op, pc};
      unwritten_address_ =
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

/// @file
/// @ingroup simt_races
/// What the check of shared memory keeps of every word of a block's window.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/address_map.h"

namespace simt {

/// What most uses need to know of a word. Words that are used in other ways have notes.
struct SharedCell {
  enum class State : std::uint8_t {
    kRead,      ///< by lanes of one warp, in one tick, at one place
    kReadMany,  ///< the same, and by another warp
    kOwn,       ///< written by one thread in one tick
    kOwnRead,   ///< the same, and read by this thread
    kNotes,     ///< `lanes` is where the notes are
    kBytes,     ///< the same of its four bytes
  };
  std::uint32_t tick;    ///< in an older interval: nobody uses it
  std::uint32_t pc;      ///< of the first read, or the last write
  std::uint32_t lanes;   ///< of the warp of `thread`
  std::uint16_t thread;  ///< the first
  std::uint8_t written;  ///< bytes that somebody has written, as a mask
  State state;
};
static_assert(sizeof(SharedCell) == 16);

/// A second thread or place: another reader, or where the thread of kOwnRead has read.
struct SecondUser {
  std::uint32_t pc;
  std::uint16_t thread;
};

/// The cells of one window. Pages that nobody touches take no memory.
struct SharedCells {
  explicit SharedCells(std::uintptr_t window);
  ~SharedCells();
  SharedCells(const SharedCells&) = delete;
  SharedCells& operator=(const SharedCells&) = delete;

  static constexpr std::size_t kWords = kSharedWindow / 4;
  SharedCell& of(std::uintptr_t address) const { return cells[(address - base) / 4]; }
  SecondUser& second(const SharedCell& cell) const { return seconds[&cell - cells]; }
  std::uintptr_t address_of(const SharedCell& cell) const {
    return base + static_cast<std::uintptr_t>(&cell - cells) * 4;
  }
  /// Makes all as if nobody had used anything.
  void forget();

  std::uintptr_t base;  ///< of the window
  SharedCell* const cells;
  SecondUser* const seconds;
};

}  // namespace simt

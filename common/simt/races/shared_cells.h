/// @file
/// @ingroup simt_races
/// Shadow memory of the check of shared memory: a cell for each word of a block's window.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/address_map.h"

namespace simt {

/// The state of a word that is enough for most uses. Words that are used in other ways have a SharedCheck::History.
struct SharedCell {
  enum class State : std::uint8_t {
    kRead,      ///< by lanes of one warp, at one timestamp and one pc
    kReadMany,  ///< the same, and by another warp
    kOwn,       ///< written by one thread at one timestamp
    kOwnRead,   ///< the same, and read by the same thread
    kHistory,   ///< `lanes` is the index of its history
    kBytes,     ///< the same, of the histories of its four bytes
  };
  std::uint32_t timestamp;  ///< in an older interval: the word is unused in this one
  std::uint32_t pc;         ///< of the first read, or the last write
  std::uint32_t lanes;      ///< of the warp of `thread`
  std::uint16_t thread;     ///< the first
  std::uint8_t written;     ///< mask of the initialised bytes
  State state;
};
static_assert(sizeof(SharedCell) == 16);

/// A second user: another reader, or the read of kOwnRead.
struct SecondUser {
  std::uint32_t pc;
  std::uint16_t thread;
};

/// The cells of one window. Pages that are never touched take no memory.
class SharedCells {
 public:
  explicit SharedCells(std::uintptr_t window);
  ~SharedCells();
  SharedCells(const SharedCells&) = delete;
  SharedCells& operator=(const SharedCells&) = delete;

  static constexpr std::size_t kWords = kSharedWindow / 4;
  SharedCell& of(std::uintptr_t address) const {
    return *reinterpret_cast<SharedCell*>(origin_ + address / 4 * sizeof(SharedCell));
  }
  SecondUser& second(const SharedCell& cell) const { return seconds_[&cell - cells_]; }
  std::uintptr_t address_of(const SharedCell& cell) const {
    return (reinterpret_cast<std::uintptr_t>(&cell) - origin_) / sizeof(SharedCell) * 4;
  }
  bool contains(std::uintptr_t address) const {
    return static_cast<std::size_t>(&of(address) - cells_) < kWords;
  }
  /// Makes them those of another window.
  void move_to(std::uintptr_t window) {
    origin_ = reinterpret_cast<std::uintptr_t>(cells_) - window / 4 * sizeof(SharedCell);
  }
  /// Marks all words as never used.
  void clear();

 private:
  SharedCell* const cells_;
  SecondUser* const seconds_;
  std::uintptr_t origin_;  ///< where the cell of address 0 would be: every access asks for one
};

}  // namespace simt

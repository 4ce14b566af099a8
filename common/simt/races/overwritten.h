/// @file
/// @ingroup simt_races
/// Writes over another thread's write. Two writes of the same value are accepted, so whether they race is decided
/// after the later one has happened.
#pragma once

#include <cstdint>
#include <vector>

#include "races/race_access.h"

namespace simt {

class OverwrittenWords {
 public:
  /// A word is about to be written.
  /// @param race reported if the value changes
  /// @param otherwise reported if it does
  /// not, because another thread reads the word; null: none
  void add(std::uintptr_t word, const Race& race, const Race* otherwise) {
    const auto* const value = reinterpret_cast<const std::uint32_t*>(word);
    words_.push_back({value, *value, race, otherwise != nullptr ? *otherwise : Race{}});
  }
  void clear() { words_.clear(); }
  bool empty() const { return words_.empty(); }
  /// The write has happened. @return whether it races; `race` receives the first race
  bool find_race(Race& race) {
    bool is_race = false;
    for (const Word& one : words_) {
      const bool changed = *one.word != one.old_value;
      if (is_race || (!changed && one.otherwise.later.pc == nullptr)) continue;
      race = changed ? one.race : one.otherwise;
      race.address = reinterpret_cast<std::uintptr_t>(one.word);
      is_race = true;
    }
    words_.clear();
    return is_race;
  }

 private:
  struct Word {
    const std::uint32_t* word;
    std::uint32_t old_value;
    Race race, otherwise;
  };
  std::vector<Word> words_;  ///< of one access
};

}  // namespace simt

/// @file
/// @ingroup simt_execution
/// The read-modify-write of a word that operations on many elements are made of: bulk reductions and atomics of tiles.
#pragma once

#include <cstdint>
#include <type_traits>

namespace simt {

/// The unsigned integer of T's size.
template <class T>
using WordOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// Atomically puts update(word) in the place of a word. @return what was there
template <class Word, class Update>
Word update_word(Word* word, Update update) {
  Word old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &old, update(old), false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED)) {
  }
  return old;
}

}  // namespace simt

/// @file
/// @ingroup simt_simtcc
/// Command lines, word by word.
#pragma once

#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

namespace simtcc {

using Words = std::vector<std::string>;

/// Also of lists in braces, and of arrays of literals.
template <class List = std::initializer_list<const char*>>
Words& operator+=(Words& words, const List& more) {
  words.insert(words.end(), std::begin(more), std::end(more));
  return words;
}

inline Words operator+(Words words, const Words& more) { return words += more; }

/// The words between separators; empty ones are none.
Words split(const std::string& text, const char* separators);

}  // namespace simtcc

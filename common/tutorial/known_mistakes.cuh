/// @file
/// @ingroup tutorial
/// For the check of an exercise: names the mistake behind a wrong result, where the result gives it away.
///
///     exercise.expect(out, mean, how, with_mistake("out", out, how, {{mean_of_padded_rows, "the zeros count, too"}}));
#pragma once

#include <functional>
#include <initializer_list>
#include <string>

#include "tutorial/exercise.cuh"

struct KnownMistake {
  std::function<double(long long)>
      result;           ///< what an answer with this mistake leaves in element i
  std::string meaning;  ///< what is wrong in the code
};

/// The name of a buffer in a message: with the meaning of the first of these mistakes that all of its elements
/// agree with, in brackets, and alone if there is none.
template <class T>
std::string with_mistake(const std::string& name, const Buffer<T>& buffer,
                         const Comparison& comparison,
                         std::initializer_list<KnownMistake> mistakes) {
  const std::vector<T> got = buffer.read();
  for (const KnownMistake& mistake : mistakes) {
    const std::string difference =
        first_difference(got.data(), buffer.size(), mistake.result, comparison);
    if (difference.empty()) return name + " (" + mistake.meaning + ")";
  }
  return name;
}

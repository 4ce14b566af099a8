/// @file
/// @ingroup tutorial
/// The host's own work over large arrays, in several threads.
#pragma once

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

namespace tutorial {

/// Calls work(first, end) for parts of 0 … count - 1, each in a thread of its own; little work is one part.
/// No part may need another one.
/// @param elements of each of the `count`, if they are rows
template <class Work>
void in_parts(long long count, const Work& work, long long elements = 1) {
  constexpr long long kLeast = 1 << 20;  // elements of a thread
  const long long most = std::clamp<long long>(std::thread::hardware_concurrency(), 1, 16);
  const long long parts = std::clamp<long long>(count * elements / kLeast, 1, most);
  const long long part = (count + parts - 1) / parts;
  std::vector<std::thread> others;
  for (long long first = part; first < count; first += part) {
    others.emplace_back(std::cref(work), first, std::min(first + part, count));
  }
  work(0LL, std::min(part, count));
  for (std::thread& other : others) other.join();
}

}  // namespace tutorial

/// @file
/// @ingroup tutorial
/// Memory of the host for a function of the learner's. Behind its last element lies a page that nobody may
/// touch, so one byte too many is noticed, in the function itself or in a copy that it asks for.
///
///     HostArray text(exercise, "text", values);
///     exercise.run([&] { decipher(text.data(), n); });   // ends with a verdict if it leaves the array
///     exercise.require(text.values() == expected, "…");
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/exercise.cuh"

namespace tutorial {

/// Memory of the host with a page behind it that ends the program with a verdict if it is touched.
class GuardedMemory {
 public:
  /// @param name of the array in it, which has so many elements
  GuardedMemory(Exercise& exercise, const std::string& name, std::size_t elements,
                std::size_t bytes);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  void* data() const;

 private:
  struct Guard;
  Guard* guard_;
};

}  // namespace tutorial

/// An array of the host that ends where nobody may read or write.
template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// @param name what a message calls it
  HostArray(Exercise& exercise, const std::string& name, const std::vector<T>& values)
      : size_(values.size()), memory_(exercise, name, size_, size_ * sizeof(T)) {
    std::copy(values.begin(), values.end(), data());
  }

  T* data() const { return static_cast<T*>(memory_.data()); }
  std::size_t size() const { return size_; }
  std::vector<T> values() const { return {data(), data() + size_}; }

 private:
  std::size_t size_;
  tutorial::GuardedMemory memory_;
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/host_array.inl.cuh"
#endif

/// @file
/// @ingroup simt_base
/// How state has an owner: what a Process or a Device owns are its parts, of types that only their rooms know.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace simt {

/// Parts are made when they are first asked for: one that needs another comes after it. They are never destroyed,
/// because OS threads of the device may use them when the program's static objects are gone.
class Owner {
 public:
  constexpr Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  /// The owner's T. Like a static object it is zero before it is initialised.
  template <class T>
  T& part() {
    static const std::size_t number = next_number();
    void* part = parts_[number].load(std::memory_order_acquire);
    if (part == nullptr) [[unlikely]]
      part = make(number, [] { return static_cast<void*>(new T()); });
    return *static_cast<T*>(part);
  }

 private:
  static constexpr std::size_t kMostParts = 64;
  /// Of a type of parts, in all owners.
  static std::size_t next_number();
  void* make(std::size_t number, void* (*make_part)());

  std::array<std::atomic<void*>, kMostParts> parts_{};
};

}  // namespace simt

/// @file
/// @ingroup simt_base
/// How state has an owner: what a Process or a Device owns are its parts, of types that only their rooms know.
/// A part that can be made from its owner learns which device that is.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

namespace simt {

/// Parts are made when they are first asked for: one that needs another comes after it. They are never destroyed,
/// because OS threads of the device may use them when the program's static objects are gone.
class Owner {
 public:
  constexpr explicit Owner(int device = 0) : number(device) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  const int number;  ///< of a device

  /// The owner's T. Like a static object it is zero before it is initialised.
  template <class T>
  T& part() {
    static const std::size_t type = next_number();
    void* part = parts_[type].load(std::memory_order_acquire);
    if (part == nullptr) [[unlikely]]
      part = make(type, &new_part<T>);
    return *static_cast<T*>(part);
  }

 private:
  static constexpr std::size_t kMostParts = 128;
  /// Of a type of parts, in all owners.
  static std::size_t next_number();
  template <class T>
  static void* new_part(const Owner& owner) {
    if constexpr (std::is_constructible_v<T, const Owner&>) {
      return new T(owner);
    } else {
      return new T();
    }
  }
  void* make(std::size_t type, void* (*make_part)(const Owner&));

  std::array<std::atomic<void*>, kMostParts> parts_{};
};

}  // namespace simt

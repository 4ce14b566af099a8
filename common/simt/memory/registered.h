/// @file
/// @ingroup simt_memory
/// Host memory that the program has registered: kernels use it where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "base/trace_event.h"

namespace simt {

struct RegisteredRange {
  std::uintptr_t address;
  std::size_t bytes;
  unsigned flags;
  const void* site;  ///< where it was registered, or unregistered

  bool read_only() const;
};

/// The registered range that [address, address + bytes) lies in.
std::optional<RegisteredRange> registered_at(std::uintptr_t address, std::size_t bytes);
/// The range around `address` that is registered no longer.
std::optional<RegisteredRange> unregistered_at(std::uintptr_t address);
/// False if a part of the range is registered.
bool register_range(const RegisteredRange& range);
/// False if no range begins there.
bool unregister_range(const void* pointer, const void* site);
void unregister_all();
/// Calls `visit` with every registered range.
void for_each_registered_range(
    const std::function<void(std::uintptr_t address, std::size_t bytes)>& visit);
/// All registered memory lies between; nothing if there is none.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> registered_bounds();

}  // namespace simt

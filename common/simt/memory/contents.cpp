#include "memory/contents.h"

#include <cstddef>

#include "base/hash.h"
#include "base/static_memory.h"
#include "memory/allocations.h"
#include "memory/registered.h"

namespace simt {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

}  // namespace

std::uint64_t hash_of_memory() {
  std::uint64_t hash = 1;
  std::uint64_t left = kMostBytes;
  const auto add = [&](std::uintptr_t address, std::size_t bytes) {
    left = bytes < left ? left - bytes : 0;
    if (left > 0) hash = hash_bytes(hash, reinterpret_cast<const void*>(address), bytes);
  };
  for_each_usable_range(add);
  for_each_registered_range(add);
  if (const auto variables = variables_to_watch()) {
    add(variables->first, variables->second - variables->first);
  }
  return left > 0 ? hash : 0;
}

}  // namespace simt

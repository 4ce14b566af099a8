/// @file
/// @ingroup simt_base
/// A hash of what memory contains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace simt {

/// Equal for equal bytes after equal beginnings.
inline std::uint64_t hash_bytes(std::uint64_t beginning, const void* bytes, std::size_t size) {
  constexpr std::uint64_t kFactor = 0x9e37'79b9'7f4a'7c15;
  const auto* at = static_cast<const char*>(bytes);
  // Four lanes: one multiplication does not wait for the one before it.
  std::uint64_t lanes[4] = {beginning ^ size, ~beginning, beginning * kFactor, 1};
  for (; size >= sizeof lanes; at += sizeof lanes, size -= sizeof lanes) {
    std::uint64_t words[4];
    std::memcpy(words, at, sizeof words);
    for (int i = 0; i < 4; ++i) {
      lanes[i] = (lanes[i] ^ words[i]) * kFactor;
      lanes[i] ^= lanes[i] >> 29;
    }
  }
  std::uint64_t rest[4] = {};
  std::memcpy(rest, at, size);
  std::uint64_t hash = 0;
  for (int i = 0; i < 4; ++i) {
    hash = (hash ^ lanes[i] ^ (rest[i] * kFactor >> 3) ^ rest[i]) * kFactor;
    hash ^= hash >> 31;
  }
  return hash;
}

}  // namespace simt

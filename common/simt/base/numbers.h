/// @file
/// @ingroup simt_base
/// Small things about numbers, which several rooms need.
#pragma once

#include <cstddef>
#include <string>

namespace simt {

/// The first multiple of `unit` from `value` on.
constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// "1 byte", "2 bytes".
inline std::string bytes_text(std::size_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace simt

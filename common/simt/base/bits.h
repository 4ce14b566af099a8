/// @file
/// @ingroup simt_base
/// Sets of lanes or warps are masks; this goes through one.
#pragma once

#include <bit>
#include <cstdint>

namespace simt {

/// The bits that are set, the lowest first: `for (const unsigned lane : set_bits(lanes))`.
struct SetBits {
  struct End {};
  struct Iterator {
    std::uint32_t rest;

    constexpr unsigned operator*() const { return static_cast<unsigned>(std::countr_zero(rest)); }
    constexpr Iterator& operator++() {
      rest &= rest - 1;
      return *this;
    }
    constexpr bool operator!=(End) const { return rest != 0; }
  };
  std::uint32_t mask;

  constexpr Iterator begin() const { return {mask}; }
  constexpr End end() const { return {}; }
};
constexpr SetBits set_bits(std::uint32_t mask) { return {mask}; }

}  // namespace simt

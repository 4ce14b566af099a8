/// @file
/// @ingroup simt_translate
/// Which bodies are for the host, and which for the device.
#pragma once

#include <cstddef>
#include <vector>

#include "items.h"
#include "source.h"

namespace translator {

/// Where a function may be called. A kernel runs on the device.
struct Runs {
  bool on_host = false, on_device = false;
};

/// What the qualifiers among the tokens [first, last) say; without one it is the host.
Runs runs_of(const Source& source, std::size_t first, std::size_t last);

/// The body of a function, or of a lambda or local class's function that has qualifiers of its own.
struct Region {
  std::size_t open, close;  ///< its braces
  Runs runs;
  bool is_template;         ///< or a part of one
  bool has_discarded_code;  ///< an `if constexpr`: not all of it is always compiled
};

/// All bodies, in the order in which they begin; those inside of others are after these.
std::vector<Region> find_regions(const Source& source, const std::vector<Item>& items);

/// The region whose body begins with token `i`, or kNone.
std::size_t region_at(const std::vector<Region>& regions, std::size_t i);

}  // namespace translator

/// @file
/// @ingroup simt_counters
/// What is counted, by the place in the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/trace_event.h"
#include "counters/picture.h"

namespace simt {

/// What a reader calls such an access, "shared load" for example. Basic blocks have no such name.
const char* access_name(Access access);

/// What one load, store or atomic operation of a tile touches.
struct TileCount {
  std::uint64_t elements, masked;
  std::uint64_t bytes, sectors;  ///< distinct ones
};

/// What was counted at one program counter.
struct Site {
  std::uint64_t key = 0;       ///< program counter and access; 0: empty slot
  std::uint64_t requests = 0;  ///< warp instructions (or basic blocks)
  std::uint64_t lanes = 0;     ///< lanes that took part, summed
  /// global, local, distributed shared, tile: sectors; shared: wavefronts; constant: distinct addresses
  std::uint64_t units = 0;
  std::uint64_t minimum = 0;  ///< shared: wavefronts without a conflict; tile: distinct bytes
  std::uint64_t masked = 0;   ///< tile: elements that the mask leaves out

  std::uint64_t bank_conflicts() const { return units - minimum; }
};

/// What is counted of a launch beside its sites.
struct OtherCounts {
  std::uint64_t busiest_warp = 0;  ///< basic blocks of the warp that issued most
  std::uint64_t tile_reductions = 0;

  void add(const OtherCounts& more) {
    busiest_warp = std::max(busiest_warp, more.busiest_warp);
    tile_reductions += more.tile_reductions;
  }
};

/// Open-addressing table of sites. Hooks run inside it, so it uses nothing of the standard library
/// that an instrumented program could have replaced with its own copy.
class SiteTable {
 public:
  SiteTable();
  Site& operator[](std::uint64_t key);
  void add(const SiteTable& other);
  void clear();

  /// Marks that the array of this number is in local memory.
  void mark_local_array(std::uint64_t number);
  /// Drops the accesses to arrays without such a mark: a GPU would have them in registers.
  void drop_unproven_local_arrays();

  /// Whether to keep, from now on, the first request of each site: pictures are drawn of it.
  void keep_samples(bool keep) { keep_samples_ = keep; }
  bool keeps_samples() const { return keep_samples_; }
  void add_sample(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                  const std::uint8_t* lanes);
  const std::vector<Sample>& samples() const { return samples_; }

  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t i = 0; i < capacity_; ++i) {
      if (sites_[i].requests != 0) visit(sites_[i]);
    }
  }

 private:
  void grow();
  /// Where the search for `key` begins.
  std::uint32_t slot_of(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key * 0x9e3779b97f4a7c15u >> 40) & (capacity_ - 1);
  }
  bool contains(std::uint64_t key) const;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  std::unique_ptr<Site[]> sites_;
  bool keep_samples_ = false;
  std::vector<Sample> samples_;
};

}  // namespace simt

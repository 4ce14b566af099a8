/// @file
/// @ingroup simt_races
/// The bytes that a stream operation, or host code between two API calls, has used, and how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/range.h"

namespace simt {

/// How bytes were used. Strong accesses (atomic and volatile) may be concurrent with each other.
enum class Touch : std::uint8_t {
  kRead,
  kCheckedRead,  ///< plain, but a compare-and-swap verifies the value
  kStrongRead,
  kCopyRead,  ///< by a copy
  kWrite,
  kStrongWrite,
  kUpdate,     ///< an atomic operation
  kCopyWrite,  ///< by a copy or a memset
  kAllocate,   ///< cudaMallocAsync: the bytes exist from now on
  kRelease,    ///< cudaFreeAsync: the bytes are gone
  kPrefetch,   ///< cudaMemPrefetchAsync: nothing is used yet
};
inline bool is_read(Touch touch) { return touch <= Touch::kCopyRead; }

/// Whether two uses of the same bytes without an order are a race.
bool conflict(Touch a, Touch b);
/// How an access uses memory. @param site as in an event's key
Touch touch_of_site(std::uint64_t site);

/// Where bytes are used from; host code is always on the host.
enum class Side : std::uint8_t {
  kDevice,
  kHost,
  kHome,  ///< by a copy of unspecified direction: the host if that is their preferred location
};

/// The bytes that one program counter has used in one way.
struct FootprintPart {
  Touch touch;
  const void* pc;             ///< null: the operation itself
  std::vector<Range> ranges;  ///< ascending, disjoint
  Side side = Side::kDevice;
  bool of_device = false;  ///< an atomic access that is none for other devices
  int to_device = -1;      ///< of a prefetch; -1: where the operation runs
  bool operator==(const FootprintPart&) const = default;
};

class CasReads;

struct Footprint {
  std::vector<FootprintPart> parts;
  std::uintptr_t low = ~std::uintptr_t{0}, high = 0;  ///< all ranges lie between
  bool fenced = false;  ///< of a kernel that orders its accesses by fences

  bool is_empty() const { return parts.empty(); }
  /// Turns plain reads of what it also updates into checked ones, where `reads` has their line.
  void mark_checked_reads(const CasReads& reads);
  bool operator==(const Footprint&) const = default;
  /// The larger of the bytes read and the bytes written.
  std::size_t bytes() const;
  void add(Touch touch, const void* pc, std::vector<Range> ranges, Side side = Side::kDevice);
  void add(Touch touch, std::uintptr_t begin, std::size_t bytes, Side side = Side::kDevice);
};

/// Bytes that two footprints have in common, and how each has used them.
struct Overlap {
  std::uintptr_t address;  ///< the lowest one
  const FootprintPart* a;
  const FootprintPart* b;
};
/// How two unordered operations with these footprints interact.
struct Interaction {
  bool is_race = false;
  Overlap race{};
  /// One waits for what the other one writes, by a volatile or atomic load, or by copying a flag: they may
  /// synchronize themselves.
  bool communicates = false;
};
/// @param devices whether the two run on different devices
Interaction interaction_of(const Footprint& a, const Footprint& b, bool devices = false);

/// Collects a footprint, access by access. Not thread-safe.
///
/// Successive accesses at one program counter are mostly contiguous, and extend a range. All others become bits in
/// chunks, one per word or byte.
class FootprintRecorder {
 public:
  /// @param site program counter and access, as in an event's key
  void add(std::uint64_t site, std::uintptr_t begin, std::uintptr_t end) {
    Entry& entry = entry_of(site << 1 | (((begin | end) & 3) != 0 ? 1 : 0));
    for (Range& range : entry.open) {
      if (begin > range.end || end < range.begin) continue;
      if (begin < range.begin) range.begin = begin;
      if (end > range.end) range.end = end;
      return;
    }
    store(entry, entry.open[1]);
    entry.open[1] = entry.open[0];
    entry.open[0] = {begin, end};
  }
  bool is_empty() const { return used_ == 0; }
  /// Adds the contents of `other`, and empties it.
  void take(FootprintRecorder& other);
  /// Returns what was collected, and is empty then.
  Footprint finish();

 private:
  static constexpr unsigned kChunkUnits = 2048;
  static constexpr Range kNone = {~std::uintptr_t{0}, 0};
  /// Bits for the words, or bytes, of a piece of memory.
  struct Chunk {
    std::uint64_t key = 0;  ///< entry and position in memory; 0: free
    std::unique_ptr<std::uint64_t[]> bits;
  };
  struct Entry {
    std::uint64_t key = 0;  ///< 0: free
    std::uint64_t number = 0;
    /// Not stored in chunks yet. Two, since the lanes of a warp are often in two rows.
    Range open[2] = {kNone, kNone};

    unsigned shift() const { return (key & 1) != 0 ? 0 : 2; }
  };

  Entry& entry_of(std::uint64_t key) {
    if (last_ < capacity_ && entries_[last_].key == key) return entries_[last_];
    return find_entry(key);
  }
  Entry& find_entry(std::uint64_t key);
  void store(const Entry& entry, const Range& range);
  void store(const Entry& entry);
  std::uint64_t* bits_of(std::uint64_t chunk_key);

  unsigned capacity_ = 0, used_ = 0, last_ = 0;
  std::unique_ptr<Entry[]> entries_;
  std::size_t chunk_capacity_ = 0, chunk_count_ = 0;
  std::unique_ptr<Chunk[]> chunks_;
};

}  // namespace simt

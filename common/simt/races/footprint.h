/// @file
/// @ingroup simt_races
/// Which bytes an operation of a stream, or host code between two calls, has used, and how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace simt {

/// How bytes were used. Those of atomics and volatile accesses, `strong`, are meant to meet others.
enum class Touch : std::uint8_t {
  kRead,
  kCheckedRead,  ///< plain, but a compare-and-swap tells whether the value was old
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

/// From where bytes are used; host code is always on the host.
enum class Side : std::uint8_t {
  kDevice,
  kHost,
  kHome,  ///< by a copy that leaves it open: from the host if that is their preferred location
};

struct Range {
  std::uintptr_t begin, end;
  bool operator==(const Range&) const = default;
};

/// The bytes that one place of a program has used in one way.
struct FootprintPart {
  Touch touch;
  const void* pc;             ///< null: the operation is the place
  std::vector<Range> ranges;  ///< ascending, apart
  Side side = Side::kDevice;
  bool operator==(const FootprintPart&) const = default;
};

class ReadsBeforeSwaps;

struct Footprint {
  std::vector<FootprintPart> parts;
  std::uintptr_t low = ~std::uintptr_t{0}, high = 0;  ///< all ranges lie between
  bool fenced = false;  ///< it is a kernel's that orders its accesses by fences

  bool is_empty() const { return parts.empty(); }
  /// Reads of what it also swaps, at lines that are known for it, are checked ones.
  void let_swaps_check(const ReadsBeforeSwaps& reads);
  bool operator==(const Footprint&) const = default;
  /// Bytes that are read, or written, whichever is more.
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
/// What two footprints mean for operations that nothing orders.
struct Meeting {
  bool is_race = false;
  Overlap race{};
  /// One waits for what the other one writes: a volatile or atomic load of it, or a copy of a flag. So they
  /// order themselves.
  bool communicates = false;
};
Meeting meeting_of(const Footprint& a, const Footprint& b);

/// Gathers a footprint while it comes about. Not thread-safe.
///
/// What one place uses in turn is mostly contiguous: it stays one range for as long as it grows.
/// The rest are bits in chunks, one for every word or byte.
class FootprintRecorder {
 public:
  /// @param site program counter and access, as in an event's key
  void add(std::uint64_t site, std::uintptr_t begin, std::uintptr_t end) {
    Entry& entry = entry_of(site << 1 | (((begin | end) & 3) != 0 ? 1 : 0));
    if (begin <= entry.end && end >= entry.begin) [[likely]] {
      if (begin < entry.begin) entry.begin = begin;
      if (end > entry.end) entry.end = end;
      return;
    }
    store(entry);
    entry.begin = begin;
    entry.end = end;
  }
  bool is_empty() const { return used_ == 0; }
  /// Adds what `other` has gathered, and empties it.
  void take(FootprintRecorder& other);
  /// What was gathered; nothing is left.
  Footprint finish();

 private:
  static constexpr unsigned kChunkUnits = 2048;
  /// Bits for the words, or bytes, of a piece of memory.
  struct Chunk {
    std::uint64_t key = 0;  ///< entry and place in memory; 0: free
    std::unique_ptr<std::uint64_t[]> bits;
  };
  struct Entry {
    std::uint64_t key = 0;  ///< 0: free
    std::uint64_t number = 0;
    std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;  ///< what is not stored yet

    unsigned shift() const { return (key & 1) != 0 ? 0 : 2; }
  };

  Entry& entry_of(std::uint64_t key) {
    if (last_ < capacity_ && entries_[last_].key == key) return entries_[last_];
    return find_entry(key);
  }
  Entry& find_entry(std::uint64_t key);
  void store(Entry& entry);
  std::uint64_t* bits_of(std::uint64_t chunk_key);

  unsigned capacity_ = 0, used_ = 0, last_ = 0;
  std::unique_ptr<Entry[]> entries_;
  std::size_t chunk_capacity_ = 0, chunk_count_ = 0;
  std::unique_ptr<Chunk[]> chunks_;
};

}  // namespace simt

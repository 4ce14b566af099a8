#include "races/footprint.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/trace_event.h"
#include "races/cas_reads.h"

namespace simt {
namespace {

bool is_strong(Touch touch) {
  return touch == Touch::kStrongRead || touch == Touch::kStrongWrite || touch == Touch::kUpdate;
}
bool is_copy(Touch touch) { return touch == Touch::kCopyRead || touch == Touch::kCopyWrite; }

/// Whether `reader` may wait for what `writer` writes. @param fenced whether there are fences: then two atomic
/// operations may synchronize, too. A copy cannot wait, but host code can loop over a copy: for a flag, not for a
/// counter.
bool synchronizes_with(Touch writer, Touch reader, bool fenced) {
  const bool writes =
      writer == Touch::kStrongWrite || writer == Touch::kUpdate || writer == Touch::kCopyWrite;
  if (!writes || (is_copy(writer) && is_copy(reader))) return false;
  return reader == Touch::kStrongRead ||
         (reader == Touch::kCopyRead && writer == Touch::kStrongWrite) ||
         (fenced && reader == Touch::kUpdate);
}

/// The lowest address in both; 0 if there is none.
std::uintptr_t common_address(const std::vector<Range>& a, const std::vector<Range>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (i->end <= j->begin) {
      i = std::partition_point(i, a.end(), [&](const Range& r) { return r.end <= j->begin; });
    } else if (j->end <= i->begin) {
      j = std::partition_point(j, b.end(), [&](const Range& r) { return r.end <= i->begin; });
    } else {
      return std::max(i->begin, j->begin);
    }
  }
  return 0;
}

Touch touch_of(Access access) {
  switch (access.op()) {
    case Op::kLoad:
      return access.strong() ? Touch::kStrongRead : Touch::kRead;
    case Op::kStore:
      return access.strong() ? Touch::kStrongWrite : Touch::kWrite;
    default:
      return Touch::kUpdate;
  }
}

std::uint64_t hash(std::uint64_t key) { return key * 0x9e3779b97f4a7c15u >> 32; }

constexpr unsigned kPlaceBits = 48;

/// Appends the ranges of a chunk's bits.
void append_ranges(const std::uint64_t* bits, unsigned units, std::uintptr_t base, unsigned shift,
                   std::vector<Range>& ranges) {
  const auto append = [&](unsigned begin, unsigned end) {
    const Range range = {base + (std::uintptr_t{begin} << shift),
                         base + (std::uintptr_t{end} << shift)};
    if (!ranges.empty() && ranges.back().end == range.begin) {
      ranges.back().end = range.end;
    } else {
      ranges.push_back(range);
    }
  };
  for (unsigned unit = 0; unit < units;) {
    const std::uint64_t word = bits[unit / 64] >> unit % 64;
    if (word == 0) {
      unit = (unit / 64 + 1) * 64;
      continue;
    }
    const unsigned begin = unit + static_cast<unsigned>(std::countr_zero(word));
    unsigned end = begin;
    do {
      const std::uint64_t rest = ~(bits[end / 64] >> end % 64);
      const unsigned left = 64 - end % 64;
      const unsigned ones = std::min(left, static_cast<unsigned>(std::countr_zero(rest)));
      end += ones;
      if (ones < left) break;
    } while (end < units);
    append(begin, end);
    unit = end;
  }
}

}  // namespace

bool conflict(Touch a, Touch b) {
  if (a == Touch::kPrefetch || b == Touch::kPrefetch) return false;
  if (is_read(a) && is_read(b)) return false;
  if (a == Touch::kCheckedRead || b == Touch::kCheckedRead) {
    return !is_strong(a) && !is_strong(b);
  }
  if (is_strong(a) && is_strong(b)) return false;
  // A copy may read what is being counted, and hand over a flag to whoever waits for it; but of a copy and an atomic
  // operation that both write, one gets lost.
  const bool one_is_copy = (is_strong(a) && is_copy(b)) || (is_copy(a) && is_strong(b));
  return !one_is_copy || (!is_read(a) && !is_read(b));
}

Touch touch_of_site(std::uint64_t site) { return touch_of(access_of(site)); }

void Footprint::add(Touch touch, const void* pc, std::vector<Range> ranges, Side side) {
  if (ranges.empty()) return;
  low = std::min(low, ranges.front().begin);
  high = std::max(high, ranges.back().end);
  parts.push_back({touch, pc, std::move(ranges), side});
}

void Footprint::add(Touch touch, std::uintptr_t begin, std::size_t bytes, Side side) {
  if (bytes > 0) add(touch, nullptr, {{begin, begin + bytes}}, side);
}

namespace {

/// Bytes of all parts that `counts` accepts; each byte counts once.
template <class Counts>
std::size_t bytes_of(const std::vector<FootprintPart>& parts, const Counts& counts) {
  std::vector<Range> all;
  for (const FootprintPart& part : parts) {
    if (counts(part.touch)) all.insert(all.end(), part.ranges.begin(), part.ranges.end());
  }
  std::sort(all.begin(), all.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::size_t bytes = 0;
  std::uintptr_t end = 0;
  for (const Range& range : all) {
    if (range.end <= end) continue;
    bytes += range.end - std::max(range.begin, end);
    end = range.end;
  }
  return bytes;
}

}  // namespace

void Footprint::mark_checked_reads(const CasReads& reads) {
  if (reads.is_empty()) return;
  const auto swaps_some_of = [this](const FootprintPart& read) {
    return std::any_of(parts.begin(), parts.end(), [&](const FootprintPart& part) {
      return part.touch == Touch::kUpdate && common_address(part.ranges, read.ranges) != 0;
    });
  };
  for (FootprintPart& part : parts) {
    if (part.touch != Touch::kRead || !swaps_some_of(part)) continue;
    if (reads.has_line_of(part.pc)) part.touch = Touch::kCheckedRead;
  }
}

std::size_t Footprint::bytes() const {
  return std::max(bytes_of(parts, [](Touch touch) { return is_read(touch); }),
                  bytes_of(parts, [](Touch touch) { return !is_read(touch); }));
}

namespace {

/// An atomic access of device scope, seen from another device.
Touch plain(Touch touch) {
  return touch == Touch::kStrongRead ? Touch::kRead : is_strong(touch) ? Touch::kWrite : touch;
}

}  // namespace

Interaction interaction_of(const Footprint& a, const Footprint& b, bool devices) {
  Interaction interaction;
  const bool fenced = a.fenced || b.fenced;
  if (a.high <= b.low || b.high <= a.low) return interaction;
  for (const FootprintPart& one : a.parts) {
    for (const FootprintPart& other : b.parts) {
      const Touch first = devices && one.of_device ? plain(one.touch) : one.touch;
      const Touch second = devices && other.of_device ? plain(other.touch) : other.touch;
      const bool conflicts = conflict(first, second);
      const bool communicates =
          synchronizes_with(first, second, fenced) || synchronizes_with(second, first, fenced);
      if (!conflicts && (!communicates || interaction.communicates)) continue;
      const std::uintptr_t address = common_address(one.ranges, other.ranges);
      if (address == 0) continue;
      interaction.communicates |= communicates;
      if (conflicts && (!interaction.is_race || address < interaction.race.address)) {
        interaction.is_race = true;
        interaction.race = {address, &one, &other};
      }
    }
  }
  return interaction;
}

FootprintRecorder::Entry& FootprintRecorder::find_entry(std::uint64_t key) {
  if (used_ * 2 >= capacity_) {
    const auto old = std::move(entries_);
    const unsigned old_capacity = std::exchange(capacity_, capacity_ == 0 ? 32 : capacity_ * 2);
    entries_.reset(new Entry[capacity_]);
    used_ = 0;
    for (unsigned i = 0; i < old_capacity; ++i) {
      if (old[i].key != 0) find_entry(old[i].key) = old[i];
    }
  }
  unsigned i = static_cast<unsigned>(hash(key)) & (capacity_ - 1);
  while (entries_[i].key != key && entries_[i].key != 0) i = (i + 1) & (capacity_ - 1);
  if (entries_[i].key == 0) {
    entries_[i].key = key;
    entries_[i].number = ++used_;
  }
  last_ = i;
  return entries_[i];
}

std::uint64_t* FootprintRecorder::bits_of(std::uint64_t chunk_key) {
  if (chunk_count_ * 2 >= chunk_capacity_) {
    const auto old = std::move(chunks_);
    const std::size_t old_capacity =
        std::exchange(chunk_capacity_, chunk_capacity_ == 0 ? 64 : chunk_capacity_ * 2);
    chunks_.reset(new Chunk[chunk_capacity_]);
    for (std::size_t i = 0; i < old_capacity; ++i) {
      if (old[i].key == 0) continue;
      std::size_t place = hash(old[i].key) & (chunk_capacity_ - 1);
      while (chunks_[place].key != 0) place = (place + 1) & (chunk_capacity_ - 1);
      chunks_[place] = std::move(old[i]);
    }
  }
  std::size_t i = hash(chunk_key) & (chunk_capacity_ - 1);
  while (chunks_[i].key != chunk_key && chunks_[i].key != 0) i = (i + 1) & (chunk_capacity_ - 1);
  Chunk& chunk = chunks_[i];
  if (chunk.key == 0) {
    ++chunk_count_;
    chunk.key = chunk_key;
    chunk.bits.reset(new std::uint64_t[kChunkUnits / 64]());
  }
  return chunk.bits.get();
}

void FootprintRecorder::store(const Entry& entry) {
  for (const Range& range : entry.open) store(entry, range);
}

void FootprintRecorder::store(const Entry& entry, const Range& range) {
  if (range.begin >= range.end) return;
  const unsigned shift = entry.shift();
  const std::uintptr_t end = range.end >> shift;
  for (std::uintptr_t unit = range.begin >> shift; unit < end;) {
    std::uint64_t* const bits = bits_of(entry.number << kPlaceBits | unit / kChunkUnits);
    const std::uintptr_t stop = std::min(end, (unit / kChunkUnits + 1) * kChunkUnits);
    while (unit < stop) {
      const unsigned low = unit % 64;
      const auto count = static_cast<unsigned>(std::min<std::uintptr_t>(stop - unit, 64 - low));
      bits[unit % kChunkUnits / 64] |= ~std::uint64_t{0} >> (64 - count) << low;
      unit += count;
    }
  }
}

void FootprintRecorder::take(FootprintRecorder& other) {
  std::unique_ptr<std::uint64_t[]> number_here(new std::uint64_t[other.used_ + 1]());
  for (unsigned i = 0; i < other.capacity_; ++i) {
    Entry& entry = other.entries_[i];
    if (entry.key == 0) continue;
    other.store(entry);
    number_here[entry.number] = find_entry(entry.key).number;
  }
  for (std::size_t i = 0; i < other.chunk_capacity_; ++i) {
    const Chunk& chunk = other.chunks_[i];
    if (chunk.key == 0) continue;
    const std::uint64_t place = chunk.key & ((std::uint64_t{1} << kPlaceBits) - 1);
    std::uint64_t* const bits = bits_of(number_here[chunk.key >> kPlaceBits] << kPlaceBits | place);
    for (unsigned word = 0; word < kChunkUnits / 64; ++word) bits[word] |= chunk.bits[word];
  }
  other = FootprintRecorder();
}

Footprint FootprintRecorder::finish() {
  struct Piece {
    std::uint64_t site, key;
    const std::uint64_t* bits;
  };
  std::unique_ptr<std::uint64_t[]> site_of_entry(new std::uint64_t[used_ + 1]());
  for (unsigned i = 0; i < capacity_; ++i) {
    if (entries_[i].key == 0) continue;
    store(entries_[i]);
    site_of_entry[entries_[i].number] = entries_[i].key;
  }
  std::vector<Piece> pieces;
  pieces.reserve(chunk_count_);
  for (std::size_t i = 0; i < chunk_capacity_; ++i) {
    const Chunk& chunk = chunks_[i];
    if (chunk.key == 0) continue;
    pieces.push_back({site_of_entry[chunk.key >> kPlaceBits], chunk.key, chunk.bits.get()});
  }
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
    return a.site != b.site ? a.site < b.site : a.key < b.key;
  });
  Footprint footprint;
  for (auto piece = pieces.begin(); piece != pieces.end();) {
    const std::uint64_t site = piece->site;
    const unsigned shift = (site & 1) != 0 ? 0 : 2;
    std::vector<Range> ranges;
    for (; piece != pieces.end() && piece->site == site; ++piece) {
      const std::uint64_t place = piece->key & ((std::uint64_t{1} << kPlaceBits) - 1);
      append_ranges(piece->bits, kChunkUnits, place * kChunkUnits << shift, shift, ranges);
    }
    const Access access = access_of(site >> 1);
    footprint.add(touch_of(access), pc_of(site >> 1), std::move(ranges));
    if (!footprint.is_empty()) {
      footprint.parts.back().of_device = access.scope() != Scope::kSystem;
    }
  }
  *this = FootprintRecorder();
  return footprint;
}

}  // namespace simt

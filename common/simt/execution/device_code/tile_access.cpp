#include "execution/device_code/tile_access.h"

#include <algorithm>
#include <string>

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "counters/request.h"
#include "execution/block/block.h"
#include "execution/device_code/access.h"
#include "execution/device_code/hooks.h"
#include "execution/device_code/update_word.h"
#include "execution/reports/tile_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

constexpr unsigned kPiece = 16;

BlockWatch& watch() { return current_block()->watch(); }

}  // namespace

TileAccess::TileAccess(const void* site, Op op) : site_(site), op_(op) {
  require_kernel("cuda::tiles");
  watch().settle();
}

void TileAccess::check(std::uintptr_t address, unsigned bytes) {
  const Access access(op_, Space::kGlobal, bytes);
  if (address % bytes != 0) fail_misaligned(address, access, site_);
  check_global_piece(address, access, site_, ReadKind::kNumber);
}

void TileAccess::add(std::uintptr_t address, unsigned bytes) {
  check(address, bytes);
  ++elements_;
  if (!runs_.empty() && runs_.back().end == address) {
    runs_.back().end += bytes;
  } else {
    runs_.push_back({address, address + bytes});
  }
}

/// For the checks of races between blocks and between streams.
void TileAccess::record(const Range& run) {
  for (std::uintptr_t at = run.begin; at < run.end;) {
    unsigned piece = kPiece;
    while (at % piece != 0 || at + piece > run.end) piece /= 2;
    watch().global.bulk_access(at, Access(op_, Space::kGlobal, piece), site_);
    at += piece;
  }
  watch().records.record_tile(run.begin, run.end - run.begin, Access(op_, Space::kGlobal, kPiece),
                              site_);
}

void TileAccess::finish() {
  if (op_ != Op::kAtomic) {  // each of those is recorded for itself
    for (const Range& run : runs_) record(run);
  }
  count();
}

/// Distinct bytes and sectors: elements of a tile of pointers may be the same, or overlap.
void TileAccess::count() {
  const auto is_before = [](const Range& a, const Range& b) { return a.begin < b.begin; };
  if (!std::is_sorted(runs_.begin(), runs_.end(), is_before)) {
    std::sort(runs_.begin(), runs_.end(), is_before);
  }
  TileCount counted{elements_, masked_, 0, 0};
  std::uintptr_t end = 0, sectors_end = 0;
  for (const Range& run : runs_) {
    counted.bytes += run.end - std::min(run.end, std::max(run.begin, end));
    end = std::max(end, run.end);
    const std::uintptr_t first = std::max(run.begin / kSectorBytes, sectors_end);
    const std::uintptr_t last = (run.end + kSectorBytes - 1) / kSectorBytes;
    if (first < last) counted.sectors += last - first;
    sectors_end = std::max(sectors_end, last);
  }
  watch().records.count_tile(site_, op_, counted);
}

namespace {

/// Calls `use(i, address)` for the elements that take part.
template <class Use>
void for_each_element(TileAccess& access, const TilePointers& tile, Use use) {
  for (std::size_t i = 0; i < tile.count; ++i) {
    if (tile.mask != nullptr && !tile.mask[i]) {
      access.add_masked();
    } else {
      use(i, reinterpret_cast<std::uintptr_t>(tile.pointers[i]));
    }
  }
}
template <class Use>
void for_each_element(TileAccess& access, const void* site, const TileBox& box, Use use) {
  std::int64_t at[kMostTileRank] = {};
  std::size_t count = 1;
  for (unsigned d = 0; d < box.rank; ++d) count *= static_cast<std::size_t>(box.shape[d]);
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t coordinates[kMostTileRank], offset = 0;
    bool is_inside = true;
    for (unsigned d = 0; d < box.rank; ++d) {
      const bool is_gathered = box.gathered != nullptr && box.gathered_dimension == d;
      coordinates[d] = is_gathered ? box.gathered[at[d]] : box.origin[d] + at[d];
      is_inside = is_inside && coordinates[d] >= 0 && coordinates[d] < box.extents[d];
      offset += coordinates[d] * box.strides[d];
    }
    if (is_inside) {
      use(i, reinterpret_cast<std::uintptr_t>(box.base) +
                 static_cast<std::uintptr_t>(offset * box.bytes));
    } else if (box.is_masked) {
      access.add_masked();
    } else {
      stop_kernel_with(
          [&] { return outside_of_span_report(box, coordinates, site, running_thread()); });
    }
    for (unsigned d = box.rank; d-- > 0 && ++at[d] == box.shape[d];) at[d] = 0;
  }
}
template <class Use>
void for_each_element(TileAccess& access, const void*, const TilePointers& tile, Use use) {
  for_each_element(access, tile, use);
}

template <class Tile>
void load(const void* site, const Tile& from, void* to) {
  TileAccess access(site, Op::kLoad);
  for_each_element(access, site, from, [&](std::size_t i, std::uintptr_t address) {
    access.add(address, from.bytes);
    std::memcpy(static_cast<char*>(to) + i * from.bytes, reinterpret_cast<const void*>(address),
                from.bytes);
  });
  access.finish();
}

template <class Tile>
void store(const void* site, const Tile& to, const void* from) {
  TileAccess access(site, Op::kStore);
  for_each_element(access, site, to, [&](std::size_t i, std::uintptr_t address) {
    access.add(address, to.bytes);
    std::memcpy(reinterpret_cast<void*>(address), static_cast<const char*>(from) + i * to.bytes,
                to.bytes);
  });
  access.finish();
}

// Atomic operations ----------------------------------------------------------------------------

template <class T>
T updated(T old, T operand, TileUpdate update) {
  switch (update) {
    case TileUpdate::kAdd:
      return T(old + operand);
    case TileUpdate::kSub:
      return T(old - operand);
    case TileUpdate::kMin:
      return operand < old ? operand : old;
    case TileUpdate::kMax:
      return old < operand ? operand : old;
    case TileUpdate::kLoad:
      return old;
    case TileUpdate::kStore:
    case TileUpdate::kExchange:
    case TileUpdate::kCompareExchange:  // where the bits are those expected
      return operand;
    default:
      if constexpr (std::is_integral_v<T>) {
        return update == TileUpdate::kAnd  ? old & operand
               : update == TileUpdate::kOr ? old | operand
                                           : old ^ operand;
      }
      return old;
  }
}

/// Atomically updates the i-th element.
template <class T>
void update_element(std::uintptr_t address, std::size_t i, const TileAtomic& how) {
  using Word = WordOf<T>;
  const T operand = static_cast<const T*>(how.operands)[i];
  const Word old = update_word(reinterpret_cast<Word*>(address), [&](Word word) {
    const bool stays = how.update == TileUpdate::kCompareExchange &&
                       word != static_cast<const Word*>(how.expected)[i];
    return stays ? word
                 : __builtin_bit_cast(Word,
                                      updated(__builtin_bit_cast(T, word), operand, how.update));
  });
  if (how.old != nullptr) static_cast<Word*>(how.old)[i] = old;
}

void update_element(std::uintptr_t address, std::size_t i, unsigned bytes, const TileAtomic& how) {
  switch (how.number) {
    case TileNumber::kS32:
      return update_element<std::int32_t>(address, i, how);
    case TileNumber::kU32:
      return update_element<std::uint32_t>(address, i, how);
    case TileNumber::kS64:
      return update_element<std::int64_t>(address, i, how);
    case TileNumber::kU64:
      return update_element<std::uint64_t>(address, i, how);
    case TileNumber::kF16:
      return update_element<__half>(address, i, how);
    case TileNumber::kBf16:
      return update_element<__nv_bfloat16>(address, i, how);
    case TileNumber::kF32:
      return update_element<float>(address, i, how);
    case TileNumber::kF64:
      return update_element<double>(address, i, how);
    case TileNumber::kOther:  // loads and stores only
      if (bytes == 1) return update_element<std::uint8_t>(address, i, how);
      if (bytes == 2) return update_element<std::uint16_t>(address, i, how);
      return update_element<std::uint64_t>(address, i, how);
  }
}

template <class Tile>
void update(const void* site, const Tile& at, const TileAtomic& how) {
  TileAccess access(site, Op::kAtomic);
  const Scope scope = how.is_of_block ? Scope::kBlock : Scope::kSystem;
  if (how.releases) watch().fence_before_release(scope);
  const int order = how.acquires   ? __ATOMIC_ACQUIRE
                    : how.releases ? __ATOMIC_RELEASE
                                   : __ATOMIC_RELAXED;
  const bool is_swap = how.update == TileUpdate::kCompareExchange;
  const auto kind = how.update == TileUpdate::kExchange || how.update == TileUpdate::kStore
                        ? ReadKind::kNone
                        : ReadKind::kNumber;
  for_each_element(access, site, at, [&](std::size_t i, std::uintptr_t address) {
    worker().recorder.scope = scope;
    AtomicAccess atomic(reinterpret_cast<void*>(address), at.bytes, site, __builtin_dwarf_cfa(),
                        kind, order, is_swap);
    if (how.update == TileUpdate::kLoad) atomic.has_not_written();
    update_element(address, i, at.bytes, how);
    access.add(address, at.bytes);
  });
  access.finish();
}

}  // namespace

void load_tile(const void* site, const TilePointers& from, void* to) { load(site, from, to); }
void load_tile(const void* site, const TileBox& from, void* to) { load(site, from, to); }
void store_tile(const void* site, const TilePointers& to, const void* from) {
  store(site, to, from);
}
void store_tile(const void* site, const TileBox& to, const void* from) { store(site, to, from); }
void update_tile(const void* site, const TilePointers& at, const TileAtomic& how) {
  update(site, at, how);
}
void update_tile(const void* site, const TileBox& at, const TileAtomic& how) {
  update(site, at, how);
}

// What the program says it knows ---------------------------------------------------------------

void check_aligned(const void* site, const void* const* pointers, std::size_t count,
                   std::uint64_t alignment) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointers[i]);
    if (address % alignment == 0) continue;
    stop_kernel_with(
        [&] { return wrong_alignment_report(address, alignment, site, running_thread()); });
  }
}

void check_divisible(const void* site, const std::int64_t* values, std::size_t count,
                     std::int64_t divisor) {
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i] % divisor == 0) continue;
    stop_kernel_with(
        [&] { return wrong_divisor_report(values[i], divisor, site, running_thread()); });
  }
}

void check_bounded(const void* site, const std::int64_t* values, std::size_t count,
                   std::int64_t least, std::int64_t most) {
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i] >= least && values[i] <= most) continue;
    stop_kernel_with(
        [&] { return wrong_bound_report(values[i], least, most, site, running_thread()); });
  }
}

}  // namespace simt

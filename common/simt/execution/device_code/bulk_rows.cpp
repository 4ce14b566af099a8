#include "execution/device_code/bulk_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "simt/waiting.h"

#include "execution/block/block.h"
#include "execution/device_code/access.h"
#include "execution/device_code/bulk_elements.h"
#include "execution/reports/bulk_reports.h"
#include "execution/threads/running_thread.h"
#include "memory/written.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

constexpr unsigned kPiece = 16;

/// Calls `use(address, bytes)` for the widest aligned pieces of a row.
template <class Use>
void for_each_piece(std::uintptr_t row, std::size_t bytes, Use use) {
  while (bytes > 0) {
    const std::uintptr_t aligned = row | kPiece;
    auto piece = static_cast<unsigned>(aligned & -aligned);
    while (piece > bytes) piece /= 2;
    use(row, piece);
    row += piece;
    bytes -= piece;
  }
}

BlockWatch& watch() { return current_block()->watch(); }

}  // namespace

BulkRows::BulkRows(const char* function, const void* site, BulkReader reader)
    : function_(function), site_(site), reader_(reader) {
  require_kernel(function);
  watch().settle();
}

const ClusterBlocks& BulkRows::cluster() const { return *current_block()->identity().cluster; }

void BulkRows::require_aligned(const char* what, const void* pointer, std::size_t alignment) const {
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(pointer) % alignment;
  require(
      beyond == 0,
      [&] {
        return std::string(what) + " that is " + std::to_string(beyond) +
               " bytes past a multiple of " + std::to_string(alignment);
      },
      "declare shared memory with alignas, and begin at multiples of the alignment in global "
      "memory");
}

void BulkRows::require_shared(const char* what, const void* pointer, bool may_be_remote) const {
  const std::uintptr_t address = unmapped(reinterpret_cast<std::uintptr_t>(pointer));
  const bool is_right = may_be_remote ? cluster().owner_of(address) < cluster().size()
                                      : !current_block()->identity().is_remote(address);
  require(
      is_right,
      [&] {
        return std::string(what) + " that is not shared memory of the " +
               (may_be_remote ? "cluster" : "block");
      },
      "bulk copies go between global and shared memory, or to that of another block of the "
      "cluster");
}

/// Its number for reports of another block, as in RaceAccess.
unsigned BulkRows::number_in(const BlockIdentity& owner) const {
  const unsigned rank = current_block()->identity().rank;
  const unsigned thread = running_thread_number();
  return rank == owner.rank ? thread : (rank + 1) * kMaxBlockThreads + thread;
}

void BulkRows::check_global(std::uintptr_t row, std::size_t bytes, Op op) const {
  for_each_piece(row, bytes, [&](std::uintptr_t address, unsigned piece) {
    const Access access(op, Space::kGlobal, piece);
    if (check_global_piece(address, access, site_, ReadKind::kPart) != Space::kGlobal) {
      fail_invalid_global(address, access, site_);
    }
  });
}

/// For the checks of races on global memory.
void BulkRows::record_global(std::uintptr_t row, std::size_t bytes, Op op) const {
  GlobalWatch& global = watch().global;
  for_each_piece(row, bytes, [&](std::uintptr_t address, unsigned piece) {
    global.bulk_access(address, Access(op, Space::kGlobal, piece), site_);
  });
  watch().records.record_bulk(row, bytes, Access(op, Space::kGlobal, kPiece), site_);
}

void BulkRows::load_global(std::uintptr_t row, std::size_t bytes) {
  check_global(row, bytes, Op::kLoad);
  record_global(row, bytes, Op::kLoad);
}

void BulkRows::load_shared(std::uintptr_t row, std::size_t bytes) {
  for_each_piece(row, bytes, [&](std::uintptr_t address, unsigned piece) {
    if (!shared_access_is_valid(address, piece)) [[unlikely]]
      check_invalid_shared(address, Access(Op::kLoad, Space::kShared, piece), site_);
    watch().shared.access<Op::kLoad>(address, piece, site_, true, ReadKind::kPart);
  });
  watch().bulk.check_fenced(row, bytes, reader_, site_);
  loads_.push_back({row, 0, site_, running_thread_number(), static_cast<unsigned>(bytes), true});
}

void BulkRows::store_shared(std::uintptr_t row, std::uintptr_t from, std::size_t bytes) {
  const ClusterBlock& owner = cluster().block(cluster().owner_of(row));
  for_each_piece(row, bytes, [&](std::uintptr_t address, unsigned piece) {
    if (!shared_access_is_valid(address, piece)) [[unlikely]]
      check_invalid_shared(address, Access(Op::kStore, Space::kShared, piece), site_);
    watch().shared.access<Op::kStore>(address, piece, site_, true, ReadKind::kNumber);
  });
  owner.watch.bulk.fences.bulk_store(row, bytes);
  stores_.push_back(
      {row, from, site_, number_in(owner.identity), static_cast<unsigned>(bytes), false});
}

void BulkRows::store_global(std::uintptr_t row, const void* from, std::size_t bytes) {
  check_global(row, bytes, Op::kStore);
  std::memcpy(reinterpret_cast<void*>(row), from, bytes);
  record_global(row, bytes, Op::kStore);
}

void BulkRows::reduce_global(std::uintptr_t row, const void* from, std::size_t bytes, BulkOp op,
                             BulkType type) {
  check_global(row, bytes, Op::kAtomic);
  const std::size_t size = size_of(type);
  const auto* next = static_cast<const char*>(from);
  for (std::uintptr_t end = row + bytes; row < end; row += size, next += size) {
    const Access access(Op::kAtomic, Space::kGlobal, static_cast<unsigned>(size));
    Unit& unit = unit_of(row);
    std::uint64_t place = 0;
    {
      // The modification order, as of any atomic operation.
      const UnitLock lock(unit);
      place = std::uint64_t{++unit.modification} << kHashShift;
      combine(reinterpret_cast<void*>(row), next, op, type);
    }
    watch().global.bulk_access(row | place, access, site_);
    watch().records.record_bulk(row, access.bytes(), access, site_);
  }
}

void BulkRows::reduce_shared(std::uintptr_t row, const void* from, std::size_t bytes, BulkOp op,
                             BulkType type) {
  const std::size_t size = size_of(type);
  const auto* next = static_cast<const char*>(from);
  for (std::uintptr_t at = row; at < row + bytes; at += size, next += size) {
    combine(reinterpret_cast<void*>(at), next, op, type);
  }
}

void BulkRows::go_on_until(unsigned rank, std::uintptr_t counter, std::size_t signalled_bytes) {
  const Block& block = *current_block();
  const ClusterBlock& owner = cluster().block(rank);
  const auto* const object = reinterpret_cast<const ArrivalCounter*>(counter);
  const CounterPhase phase{counter, object->current_phase()};
  if (rank == block.identity().rank) owner.watch.bulk.check_initialised(counter, site_);
  // A counter elsewhere does not say when what it has read here may change.
  if (rank == block.identity().rank) stores_.insert(stores_.end(), loads_.begin(), loads_.end());
  owner.watch.copies.begin_bulk(stores_, phase);
  owner.watch.bulk.begins(phase, signalled_bytes, number_in(owner.identity), site_);
  stores_.clear();
}

void BulkRows::go_on_in_group() {
  watch().copies.begin_bulk(loads_, reader_ == BulkReader::kCopy ? kBulkGroup : kProducts);
}

}  // namespace simt

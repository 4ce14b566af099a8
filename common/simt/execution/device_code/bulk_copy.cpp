// Bulk copies of contiguous bytes. The model moves them at once, and records who must not use them yet.
#include "simt/bulk_copy.h"

#include <cstring>
#include <string>

#include "execution/block/block.h"
#include "execution/device_code/bulk_elements.h"
#include "execution/device_code/bulk_rows.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

/// A phase counts so many bytes at most.
constexpr std::uint32_t kMostBytes = (1 << 20) - 1;

std::uintptr_t address_of(const void* pointer) {
  return unmapped(reinterpret_cast<std::uintptr_t>(pointer));
}

void require_size(const BulkRows& rows, std::uint32_t bytes) {
  rows.require(
      bytes % 16 == 0, [&] { return "a size of " + std::to_string(bytes) + " bytes"; },
      "a bulk copy is of a multiple of 16 bytes");
}

}  // namespace

void bulk_load(void* to, const void* from, std::uint32_t bytes, ArrivalCounter* counter,
               BlockMask blocks, BulkOp op, BulkType type) {
  const bool is_reduction = op != BulkOp::kCopy;
  BulkRows rows(is_reduction ? "cp.reduce.async.bulk" : "cp.async.bulk",
                __builtin_return_address(0));
  const bool is_from_shared = is_any_shared(reinterpret_cast<std::uintptr_t>(from));
  rows.require_shared("a destination", to, true);
  rows.require_shared("an mbarrier", counter, true);
  if (is_from_shared) rows.require_shared("a source", from, false);
  require_size(rows, bytes);
  rows.require(
      bytes <= kMostBytes, [&] { return "a size of " + std::to_string(bytes) + " bytes"; },
      "a phase of an mbarrier counts 2^20 - 1 bytes at most");
  rows.require_aligned("a destination", to, 16);
  rows.require_aligned("a source", from, 16);
  rows.require_aligned("an mbarrier", counter, 8);
  if (is_reduction) {
    rows.require(
        exists(op, type), [&] { return name_of(op, type); }, "no GPU has this reduction");
  }
  if (bytes == 0) return;
  const std::uintptr_t source = address_of(from);
  if (is_from_shared) {
    rows.load_shared(source, bytes);
  } else {
    rows.load_global(source, bytes);
  }
  for_each_destination(rows, to, counter, blocks,
                       [&](std::uintptr_t place, unsigned rank, std::uintptr_t signalled) {
                         rows.store_shared(place, is_from_shared ? 0 : source, bytes);
                         if (is_reduction) {
                           rows.reduce_shared(place, from, bytes, op, type);
                         } else {
                           std::memcpy(reinterpret_cast<void*>(place), from, bytes);
                         }
                         rows.go_on_until(rank, signalled, bytes);
                       });
}

void bulk_store(void* to, const void* from, std::uint32_t bytes, BulkOp op, BulkType type) {
  const bool is_reduction = op != BulkOp::kCopy;
  BulkRows rows(is_reduction ? "cp.reduce.async.bulk" : "cp.async.bulk",
                __builtin_return_address(0));
  rows.require_shared("a source", from, false);
  require_size(rows, bytes);
  rows.require_aligned("a destination", to, 16);
  rows.require_aligned("a source", from, 16);
  if (is_reduction) {
    rows.require(
        exists(op, type), [&] { return name_of(op, type); }, "no GPU has this reduction");
  }
  if (bytes == 0) return;
  rows.load_shared(address_of(from), bytes);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  if (is_reduction) {
    rows.reduce_global(target, from, bytes, op, type);
  } else {
    rows.store_global(target, from, bytes);
  }
  rows.go_on_in_group();
}

void bulk_commit() { device_code("cp.async.bulk.commit_group").watch().copies.commit_bulk(); }

void bulk_wait(std::uint32_t count, bool /*reads*/) {
  device_code("cp.async.bulk.wait_group").watch().copies.wait_bulk(count);
}

void proxy_fence() {
  if (current_block() == nullptr) return;
  {
    const Unrecorded unrecorded;
    BulkCopies& bulk = current_block()->watch().bulk;
    bulk.fences.fence(running_thread_number());
    bulk.initialised.fence(running_thread_number());
  }
  block_fence();
}

void mbarrier_is_initialised(const ArrivalCounter* counter) {
  const Unrecorded unrecorded;
  const Block& block = device_code("mbarrier.init");
  const std::uintptr_t address = address_of(counter);
  if (block.identity().is_remote(address)) return;
  current_block()->watch().bulk.initialised.store(
      address, sizeof(std::uint64_t), running_thread_number(), __builtin_return_address(0));
}

void mbarrier_fence() {
  if (current_block() == nullptr) return;
  {
    const Unrecorded unrecorded;
    current_block()->watch().bulk.initialised.fence(running_thread_number());
  }
  device_fence();
}

}  // namespace simt

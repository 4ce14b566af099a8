/// @file
/// @ingroup simt_memory
/// The location of every page of managed memory: on the host, on the device, or copies on both; and how often
/// pages have migrated.
///
/// A page is kManagedPage bytes, whatever the host's pages are. Allocations begin with a page of their
/// own; all `__managed__` variables share theirs, as they lie together on a GPU, too.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/memory_types.h"

#include "base/address_map.h"
#include "races/footprint.h"

namespace simt {

/// The state of a page, as bits. Without a location it has not been touched yet.
enum PageBits : std::uint8_t {
  kOnHost = 1,
  kOnDevice = 2,
  kReadMostly = 4,
  kPrefersHost = 8,
  kPrefersDevice = 16,
  kAccessedByDevice = 32,
};

/// Pages of allocations, and of variables, which are within 4 GiB.
inline constexpr std::size_t kHeapPages = kManagedBytes / kManagedPage;
inline constexpr std::size_t kVariablePages = kVariableBytes / kManagedPage;
using PageTable = std::atomic<std::uint8_t>[kHeapPages + kVariablePages];
extern PageTable page_table;

/// Managed memory of a program: allocations, and variables if there are any.
extern std::uintptr_t managed_variables_begin, managed_variables_end;

inline constexpr std::size_t kNoPage = ~std::size_t{0};
/// The place in the table of the page that `address` is in; kNoPage for other memory.
inline std::size_t page_at(std::uintptr_t address) {
  if (address - kManagedBase < kManagedBytes) return (address - kManagedBase) / kManagedPage;
  if (address >= managed_variables_begin && address < managed_variables_end) {
    return kHeapPages + (address - managed_variables_begin) / kManagedPage;
  }
  return kNoPage;
}

/// Whether a host access of [address, address + bytes) changes nothing: the pages are there, and a
/// write has no copy to drop. True for other memory.
inline bool host_may_use_pages(std::uintptr_t address, std::size_t bytes, bool writes) {
  std::size_t start = 0;
  std::uintptr_t offset = address - kManagedBase;
  if (offset >= kManagedBytes) {
    if (page_at(address) == kNoPage) return true;
    start = kHeapPages;
    offset = address - managed_variables_begin;
  }
  const std::uint8_t asked = writes ? kOnHost | kOnDevice : kOnHost;
  const std::size_t last = start + (offset + bytes - 1) / kManagedPage;
  for (std::size_t page = start + offset / kManagedPage; page <= last; ++page) {
    if ((page_table[page].load(std::memory_order_relaxed) & asked) != kOnHost) return false;
  }
  return true;
}

/// Whether the program has, or has had, managed memory.
bool has_managed_memory();
/// A new allocation: its pages are nowhere yet, and without advice. @param site where it was made
void add_managed_allocation(const void* pointer, std::size_t bytes, const void* site);

/// Pages that an operation uses.
struct PageUse {
  std::size_t first, last;
  Touch touch;
  Side side;
  int device = 0;
};
/// @param by_host whether it is host code, or a host function
/// @param device on which it runs
std::vector<PageUse> pages_of(const Footprint& footprint, bool by_host, int device = 0);
/// Migrates the pages to where the operation needs them. Each page counts once per operation and direction.
void use_pages(const std::vector<PageUse>& uses);
/// What cudaMemAdvise says of every page that [address, address + bytes) touches.
struct PageAdvice {
  std::uintptr_t address;
  std::size_t bytes;
  cudaMemoryAdvise advice;
  bool of_device;  ///< the location is the device
};
void advise_pages(const PageAdvice& advice);

/// How many pages were migrated, or accessed in place by the other side.
struct PageMigrations {
  std::uint64_t to_device_by_fault = 0, to_host_by_fault = 0;
  std::uint64_t to_device_by_prefetch = 0, to_host_by_prefetch = 0;
  std::uint64_t in_place = 0;
  std::uint64_t between_devices = 0;
};
PageMigrations page_migrations();
/// Writes what SIMT_PAGES asks for.
void report_pages();

}  // namespace simt

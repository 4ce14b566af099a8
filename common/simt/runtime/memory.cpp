#include "memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <string>

#include "../analysis/global_shadow.h"
#include "../analysis/symbols.h"
#include "address_map.h"
#include "device.h"
#include "leaks.h"
#include "settings.h"

// The sections that the translator puts device variables into; absent ones are null.
extern "C" {
#define SIMT_SECTION(name)                            \
  extern char __start_##name[] __attribute__((weak)); \
  extern char __stop_##name[] __attribute__((weak));
SIMT_SECTION(simt_device)
SIMT_SECTION(simt_device_const)
SIMT_SECTION(simt_managed)
SIMT_SECTION(simt_constant)
SIMT_SECTION(simt_constant_const)
#undef SIMT_SECTION
extern char __executable_start[];
extern char __etext[];
extern char __data_start[] __attribute__((weak));
}

namespace simt {
namespace {

void map_memories() {
  void* map = mmap(reinterpret_cast<void*>(kGlobalBase), kMapBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (map != reinterpret_cast<void*>(kGlobalBase)) {
    std::fprintf(stderr, "simt: cannot reserve %zu GiB of address space (is `ulimit -v` set?)\n",
                 kMapBytes >> 30);
    std::exit(1);
  }
  madvise(map, kMapBytes, MADV_DONTDUMP);
}

struct Allocation {
  std::size_t bytes;
  const void* site;        ///< where it was made
  const void* freed_site;  ///< where it was freed, null while it lives
};

std::mutex mutex;
/// Also keeps what was freed, so that a late access can be told from a wild one.
std::map<std::uintptr_t, Allocation>& allocations() {
  static auto* instance = new std::map<std::uintptr_t, Allocation>;
  return *instance;
}
std::size_t live_bytes = 0;

/// Device memory that nobody has: around every allocation, so that running off its ends is noticed.
constexpr std::size_t kGap = 2 * kGranule;
/// Of an allocation: what the device reports as the alignment of textures.
constexpr std::size_t kAlignment = 2 * kGranule;
std::uintptr_t next_address = kGlobalBase + kGap;

void set_shadow(std::uintptr_t address, std::size_t bytes, bool valid) {
  for (std::size_t i = 0; i < bytes; i += kGranule) {
    const std::size_t left = bytes - i;
    global_shadow(address + i) =
        valid ? static_cast<std::uint16_t>(left < kGranule ? left : kGranule) : 0;
  }
}

/// Gives the whole pages of [address, address + bytes) back to the system; they come back as zeros.
void give_back_pages(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t first = (address + 4095) / 4096 * 4096;
  const std::uintptr_t last = (address + bytes) / 4096 * 4096;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

std::size_t footprint(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment + kGap;
}

/// Addresses are handed out once; only when all are used up, freed ones are taken again.
std::uintptr_t find_address(std::size_t bytes) {
  const std::uintptr_t end = kGlobalBase + kGlobalBytes;
  if (footprint(bytes) <= end - next_address) {
    const std::uintptr_t address = next_address;
    next_address += footprint(bytes);
    return address;
  }
  std::uintptr_t candidate = kGlobalBase + kGap;
  for (auto it = allocations().begin(); it != allocations().end();) {
    if (it->second.freed_site != nullptr) {
      it = allocations().erase(it);
      continue;
    }
    if (it->first - candidate >= footprint(bytes)) return candidate;
    candidate = it->first + footprint(it->second.bytes);
    ++it;
  }
  return end - candidate >= footprint(bytes) ? candidate : 0;
}

bool between(std::uintptr_t address, const char* start, const char* stop) {
  return address >= reinterpret_cast<std::uintptr_t>(start) &&
         address < reinterpret_cast<std::uintptr_t>(stop);
}

/// The allocation that [address, …) is in or nearest after; end() if none begins before it.
std::map<std::uintptr_t, Allocation>::iterator allocation_before(std::uintptr_t address) {
  auto it = allocations().upper_bound(address);
  return it == allocations().begin() ? allocations().end() : --it;
}

std::string bytes_text(std::size_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string allocation_text(const Allocation& allocation) {
  return "the " + bytes_text(allocation.bytes) + " that were allocated at " +
         source_line(allocation.site);
}

}  // namespace

void reserve_address_map() {
  static std::once_flag once;
  std::call_once(once, map_memories);
}

void* allocate(std::size_t bytes, const void* site) {
  reserve_address_map();
  const std::lock_guard lock(mutex);
  if (bytes > device_memory_bytes() || live_bytes > device_memory_bytes() - bytes) return nullptr;
  const std::uintptr_t address = find_address(bytes);
  if (address == 0) return nullptr;
  allocations()[address] = {bytes, site, nullptr};
  live_bytes += bytes;
  set_shadow(address, bytes, true);
  if (!settings().check_init) mark_written(address, bytes);
  return reinterpret_cast<void*>(address);
}

bool release(void* pointer, const void* site) {
  const std::lock_guard lock(mutex);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto it = allocations().find(address);
  if (it == allocations().end() || it->second.freed_site != nullptr) return false;
  it->second.freed_site = site;
  live_bytes -= it->second.bytes;
  set_shadow(address, it->second.bytes, false);
  const std::size_t bytes = it->second.bytes;
  const auto words = reinterpret_cast<std::uintptr_t>(written_words(address));
  give_back_pages(words, bytes / 4);
  std::memset(written_words(address), 0, std::min<std::size_t>(bytes / 4, 4096));
  if (bytes / 4 > 4096) std::memset(written_words(address) + bytes / 4 - 4096, 0, 4096);
  give_back_pages(address, bytes);
  give_back_pages(reinterpret_cast<std::uintptr_t>(&unit_of(address)), bytes);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values_of(address)), bytes / 2);
  return true;
}

void release_all() {
  note_all_freed();
  std::map<std::uintptr_t, Allocation> live;
  {
    const std::lock_guard lock(mutex);
    live = allocations();
  }
  for (const auto& [address, allocation] : live) {
    release(reinterpret_cast<void*>(address), __builtin_return_address(0));
  }
}

std::size_t allocated_bytes() {
  const std::lock_guard lock(mutex);
  return live_bytes;
}

void for_each_allocation(const std::function<void(std::size_t bytes, const void* site)>& visit) {
  const std::lock_guard lock(mutex);
  for (const auto& [address, allocation] : allocations()) {
    if (allocation.freed_site == nullptr) visit(allocation.bytes, allocation.site);
  }
}

bool is_device_range(const void* pointer, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const StaticMemory memory = classify_static(address);
  if (memory == StaticMemory::kDevice || memory == StaticMemory::kConstant) return true;
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  return it != allocations().end() && it->second.freed_site == nullptr &&
         address - it->first <= it->second.bytes &&
         bytes <= it->second.bytes - (address - it->first);
}

bool is_device_pointer(const void* pointer) { return is_device_range(pointer, 1); }

void mark_written(const void* address, std::size_t bytes) {
  mark_written(reinterpret_cast<std::uintptr_t>(address), bytes);
}

void mark_written(std::uintptr_t address, std::size_t bytes) {
  if (address - kGlobalBase >= kGlobalBytes || bytes == 0) return;
  std::uintptr_t end = (address + bytes + 3) / 4 * 4;
  // The last word of an allocation may belong to it in part: such a word stays unmarked.
  while (end > address && !global_access_is_valid(end - 4, 4)) end -= 4;
  if (end > address) std::memset(written_words(address), 1, (end - address / 4 * 4) / 4);
}

bool nobody_has_written(std::uintptr_t address, unsigned bytes) {
  for (std::uintptr_t word = address / 4 * 4; word < address + bytes; word += 4) {
    if (*written_words(word) != 0 || !global_access_is_valid(word, 4)) return false;
  }
  return true;
}

std::string global_position(std::uintptr_t address) {
  if (address - kGlobalBase >= kGlobalBytes) {
    return variable_position(reinterpret_cast<const void*>(address));
  }
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  return "byte " + std::to_string(address - it->first) + " of " + allocation_text(it->second);
}

std::string describe_global(std::uintptr_t address, std::string* advice) {
  const std::lock_guard lock(mutex);
  const auto after = allocations().upper_bound(address);
  const auto before = after == allocations().begin() ? allocations().end() : std::prev(after);
  const std::size_t to_next =
      after == allocations().end() ? ~std::size_t{0} : after->first - address;
  std::size_t from_last = ~std::size_t{0};
  if (before != allocations().end()) {
    const Allocation& last = before->second;
    const std::uintptr_t end = before->first + last.bytes;
    if (address < end && last.freed_site != nullptr) {
      *advice = "free memory only after the last kernel that uses it has finished";
      return "inside " + allocation_text(last) + " and freed at " + source_line(last.freed_site);
    }
    if (address < end) return "across the end of " + allocation_text(last);
    from_last = address - end;
  }
  if (from_last <= to_next && before != allocations().end()) {
    return bytes_text(from_last) + " past the end of " + allocation_text(before->second);
  }
  if (after != allocations().end()) {
    return bytes_text(to_next) + " before the start of " + allocation_text(after->second);
  }
  return "where nothing was ever allocated";
}

StaticMemory classify_static(std::uintptr_t address) {
  if (between(address, __start_simt_device, __stop_simt_device) ||
      between(address, __start_simt_device_const, __stop_simt_device_const) ||
      between(address, __start_simt_managed, __stop_simt_managed)) {
    return StaticMemory::kDevice;
  }
  if (between(address, __start_simt_constant, __stop_simt_constant) ||
      between(address, __start_simt_constant_const, __stop_simt_constant_const)) {
    return StaticMemory::kConstant;
  }
  if (between(address, __executable_start, __data_start)) return StaticMemory::kReadOnly;
  return StaticMemory::kNone;
}

}  // namespace simt

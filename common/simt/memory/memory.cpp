#include "memory/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "base/address_map.h"
#include "base/api_call.h"
#include "base/call_chain.h"
#include "base/device.h"
#include "base/double_release.h"
#include "base/error.h"
#include "base/ignored_errors.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "memory/elements.h"
#include "memory/leaks.h"
#include "memory/pages.h"
#include "memory/registered.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

void map_memories() {
  void* map = mmap(reinterpret_cast<void*>(kGlobalBase), kMapBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (map != reinterpret_cast<void*>(kGlobalBase)) {
    std::fprintf(stderr, "simt: cannot reserve %zu GiB of address space (is `ulimit -v` set?)\n",
                 kMapBytes >> 30);
    end_process(1);
  }
  // One memory at two addresses: as the block has it, and as others of its cluster see it.
  void* const shared = reinterpret_cast<void*>(kSharedBase);
  void* const mapped = reinterpret_cast<void*>(kMappedBase);
  const int memory = memfd_create("simt shared memory", MFD_CLOEXEC);
  const auto map_at = [memory](void* address) {
    return mmap(address, kSharedBytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_NORESERVE | MAP_FIXED, memory, 0) == address;
  };
  if (memory < 0 || ftruncate(memory, kSharedBytes) != 0 || !map_at(shared) || !map_at(mapped)) {
    std::perror("simt: cannot map shared memory twice");
    end_process(1);
  }
  close(memory);
  madvise(map, kMapBytes, MADV_DONTDUMP);
}

struct Allocation {
  std::size_t bytes;
  const void* site;                  ///< where it was made
  CallChain calls;                   ///< that have led there; none in a kernel
  const void* freed_site = nullptr;  ///< where it was freed, null while it lives
  unsigned flags = 0;
  Elements elements{};     ///< what it is an array of
  bool committed = false;  ///< kernels can use it, or could until it was freed
  bool gone = false;       ///< freed, and kernels can use it no longer
  bool release_has_failed = false;
  bool is_graphs = false;  ///< a graph's launches allocate and free it, again and again
  bool is_kept = false;    ///< of a graph's: allocated by a launch that does not free it

  bool is_hosts_to_free() const { return is_graphs ? is_kept : freed_site == nullptr; }
};

/// Whether any allocation ever was a graph's.
std::atomic<bool> graphs_have_memory{false};

std::mutex mutex;
/// Also keeps what was freed, so that a late access can be told from a wild one.
std::map<std::uintptr_t, Allocation>& allocations() {
  static auto* instance = new std::map<std::uintptr_t, Allocation>;
  return *instance;
}

/// Memory that nobody has: around every allocation, so that running off its ends is noticed.
constexpr std::size_t kGap = 2 * kGranule;

/// A part of global memory and how much of it is taken.
struct Area {
  const char* name;
  const char* kind;  ///< for the leaks
  std::uintptr_t base;
  std::size_t size;
  std::size_t alignment;  ///< of allocations, as a GPU's driver has it
  std::uintptr_t next = base + alignment;
  std::size_t live_bytes = 0;

  std::size_t footprint(std::size_t bytes) const {
    return (bytes + kGap + alignment - 1) / alignment * alignment;
  }
};
Area areas[] = {{"pinned host memory", " of pinned host memory", kPinnedBase, kPinnedBytes, 4096},
                {"managed memory", " of managed memory", kManagedBase, kManagedBytes, kManagedPage},
                {"global memory", "", kDeviceBase, kDeviceBytes, 512},
                {"the device heap", " of the device heap", kHeapBase, kHeapBytes, 256}};

constexpr std::size_t kDefaultHeapLimit = std::size_t{8} << 20;
std::size_t limit_of_heap = kDefaultHeapLimit;
bool heap_was_used = false;

Heap heap_of(std::uintptr_t address) {
  return address < kManagedBase  ? Heap::kPinned
         : address < kDeviceBase ? Heap::kManaged
         : address < kHeapBase   ? Heap::kDevice
                                 : Heap::kKernels;
}
Area& area_of(Heap heap) { return areas[static_cast<int>(heap)]; }

void set_shadow(std::uintptr_t address, std::size_t bytes, bool valid) {
  for (std::size_t i = 0; i < bytes; i += kGranule) {
    const std::size_t left = bytes - i;
    global_shadow(address + i) =
        valid ? static_cast<std::uint16_t>(left < kGranule ? left : kGranule) : 0;
  }
}

/// Nobody has used this memory yet.
std::uintptr_t forget_users(std::uintptr_t address, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += kUnit) unit_of(address + i) = {};
  return address;
}

/// Addresses are handed out once; only when all are used up, freed ones are taken again.
std::uintptr_t find_address(Area& area, std::size_t bytes) {
  const std::uintptr_t end = area.base + area.size;
  const std::size_t footprint = area.footprint(bytes);
  if (footprint <= end - area.next) {
    const std::uintptr_t address = area.next;
    area.next += footprint;
    return address;
  }
  std::uintptr_t candidate = area.base + area.alignment;
  for (auto it = allocations().lower_bound(area.base);
       it != allocations().end() && it->first < end;) {
    if (it->second.gone && !it->second.is_graphs) {
      it = allocations().erase(it);
      continue;
    }
    if (it->first - candidate >= footprint) return forget_users(candidate, bytes);
    candidate = it->first + area.footprint(it->second.bytes);
    ++it;
  }
  return end - candidate >= footprint ? forget_users(candidate, bytes) : 0;
}

/// What the heap may hold in total.
std::size_t limit_of(Heap heap) {
  return heap == Heap::kDevice    ? device_memory_bytes()
         : heap == Heap::kKernels ? limit_of_heap
                                  : area_of(heap).size;
}

void* take(std::size_t bytes, const void* site, Heap heap, unsigned flags) {
  reserve_address_map();
  Area& area = area_of(heap);
  const std::size_t limit = limit_of(heap);
  if (bytes > limit || area.live_bytes > limit - bytes) return nullptr;
  const std::uintptr_t address = find_address(area, bytes);
  if (address == 0) return nullptr;
  CallChain calls;
  if (heap != Heap::kKernels) {
    site = users_site(site);
    calls = call_chain(site);
  }
  allocations()[address] = {bytes, site, std::move(calls), nullptr, flags};
  area.live_bytes += bytes;
  return reinterpret_cast<void*>(address);
}

Allocation* find(const void* pointer) {
  const auto it = allocations().find(reinterpret_cast<std::uintptr_t>(pointer));
  return it == allocations().end() ? nullptr : &it->second;
}

void make_visible(const void* pointer, Allocation& allocation) {
  if (allocation.is_graphs) {
    area_of(Heap::kDevice).live_bytes += allocation.bytes;
    allocation.gone = false;
  }
  if (allocation.gone) return;
  allocation.committed = true;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  set_shadow(address, allocation.bytes, true);
  // What the host writes, the model does not see.
  const bool is_watched = settings().check_init != InitCheck::kOff && address >= kDeviceBase;
  if (!is_watched) mark_written(address, allocation.bytes);
}

bool free_for_host(Allocation* allocation, const void* site) {
  if (allocation == nullptr || !allocation->is_hosts_to_free()) return false;
  allocation->is_kept = false;
  allocation->freed_site = site;
  return true;
}

void free_for_kernels(const void* pointer, Allocation& allocation) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const bool is_absent = allocation.is_graphs && (allocation.gone || !allocation.committed);
  allocation.gone = true;
  if (!is_absent) area_of(heap_of(address)).live_bytes -= allocation.bytes;
  set_shadow(address, allocation.bytes, false);
  const std::size_t bytes = allocation.bytes;
  mark_unwritten(address, bytes);
  give_back_pages(address, bytes);
  // Who has used memory of a kernel's heap, and that it is free, is compared with what others have yet to
  // tell of; as long as that is no great matter.
  constexpr std::size_t kMostKept = std::size_t{256} << 20;
  static std::size_t kept = 0;
  if (heap_of(address) == Heap::kKernels && (kept += bytes) < kMostKept) return;
  give_back_pages(reinterpret_cast<std::uintptr_t>(&unit_of(address)), bytes);
  const UnitValues values = values_of(address);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values.words), bytes / 2);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values.bytes), bytes);
}

/// The allocation that [address, …) is in or nearest after; end() if none begins before it.
std::map<std::uintptr_t, Allocation>::iterator allocation_before(std::uintptr_t address) {
  auto it = allocations().upper_bound(address);
  return it == allocations().begin() ? allocations().end() : --it;
}

std::string bytes_text(std::size_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// "a.cu:12"; where that is a function that has allocated more, ", called at b.cu:7", too.
std::string place_of(const Allocation& allocation) {
  std::set<CallChain> others;
  for (const auto& [begin, other] : allocations()) {
    if (other.site == allocation.site) others.insert(other.calls);
  }
  const std::string line = telling_line(allocation.calls, {others.begin(), others.end()});
  return source_line(allocation.site) + (line.empty() ? "" : ", called at " + line);
}

std::string allocation_text(std::uintptr_t begin, const Allocation& allocation,
                            const AllocationNote& note) {
  return "the " + bytes_text(allocation.bytes) + " that were allocated at " + place_of(allocation) +
         (note ? note(begin, begin + allocation.bytes) : "");
}

/// After main, the handlers of atexit and the destructors of the program's objects.
[[gnu::destructor(101)]] void at_end() {
  report_ignored_errors();
  report_pages();
  report_leaks();
  end_after_failure();
}

}  // namespace

void reserve_address_map() {
  static std::once_flag once;
  std::call_once(once, map_memories);
}

void* allocate(std::size_t bytes, const void* site, Heap heap, unsigned flags) {
  const std::lock_guard lock(mutex);
  void* pointer = take(bytes, site, heap, flags);
  if (pointer != nullptr) make_visible(pointer, *find(pointer));
  return pointer;
}

bool release(void* pointer, const void* site) {
  const std::lock_guard lock(mutex);
  Allocation* allocation = find(pointer);
  if (heap_of(reinterpret_cast<std::uintptr_t>(pointer)) == Heap::kKernels) return false;
  if (!free_for_host(allocation, site)) return false;
  free_for_kernels(pointer, *allocation);
  return true;
}

void* allocate_from_heap(std::size_t bytes, const void* site) {
  heap_was_used = true;
  return allocate(bytes, site, Heap::kKernels);
}

std::size_t bytes_on_heap(const void* pointer) {
  const std::lock_guard lock(mutex);
  const Allocation* const allocation = find(pointer);
  if (allocation == nullptr) return 0;
  return heap_of(reinterpret_cast<std::uintptr_t>(pointer)) == Heap::kKernels ? allocation->bytes
                                                                              : 0;
}

bool release_to_heap(void* pointer, const void* site) {
  const std::lock_guard lock(mutex);
  if (heap_of(reinterpret_cast<std::uintptr_t>(pointer)) != Heap::kKernels) return false;
  Allocation* allocation = find(pointer);
  if (!free_for_host(allocation, site)) return false;
  free_for_kernels(pointer, *allocation);
  return true;
}

std::size_t heap_limit() { return limit_of_heap; }

bool set_heap_limit(std::size_t bytes) {
  if (heap_was_used) return false;
  limit_of_heap = bytes;
  return true;
}

void release_all() {
  const std::lock_guard lock(mutex);
  heap_was_used = false;
  limit_of_heap = kDefaultHeapLimit;
  for (auto& [address, allocation] : allocations()) {
    if (!free_for_host(&allocation, ApiCall::current().site)) continue;
    free_for_kernels(reinterpret_cast<void*>(address), allocation);
  }
}

void check_double_free(const void* pointer, const void* site) {
  const void* first = nullptr;
  {
    const std::lock_guard lock(mutex);
    if (const Allocation* allocation = find(pointer)) first = allocation->freed_site;
  }
  if (first != nullptr) warn_of_double_release("memory that was freed", first, site);
}

void note_failed_release(const void* pointer) {
  const std::lock_guard lock(mutex);
  if (Allocation* allocation = find(pointer)) allocation->release_has_failed = true;
}

void* reserve(std::size_t bytes, const void* site) {
  const std::lock_guard lock(mutex);
  return take(bytes, site, Heap::kDevice, 0);
}

void commit(void* pointer) {
  const std::lock_guard lock(mutex);
  if (Allocation* allocation = find(pointer)) make_visible(pointer, *allocation);
}

void* reserve_for_graph(std::size_t bytes, const void* site) {
  const std::lock_guard lock(mutex);
  void* pointer = take(bytes, site, Heap::kDevice, 0);
  if (pointer == nullptr) return nullptr;
  area_of(Heap::kDevice).live_bytes -= bytes;  // until a launch allocates it
  find(pointer)->is_graphs = true;
  graphs_have_memory = true;
  return pointer;
}

void keep_behind_launch(void* pointer) {
  const std::lock_guard lock(mutex);
  if (Allocation* allocation = find(pointer)) allocation->is_kept = true;
}

bool is_kept_behind_launch(const void* pointer) {
  const std::lock_guard lock(mutex);
  const Allocation* allocation = find(pointer);
  return allocation != nullptr && allocation->is_kept;
}

void finish_release_in_graph(void* pointer, const void* site) {
  finish_release(pointer);
  const std::lock_guard lock(mutex);
  if (Allocation* allocation = find(pointer)) allocation->freed_site = site;
}

void forget_graph_memory(void* pointer) {
  const std::lock_guard lock(mutex);
  Allocation* allocation = find(pointer);
  if (allocation == nullptr || !allocation->is_graphs) return;
  allocation->is_graphs = false;
  if (allocation->is_kept) return;  // the program's, as any other
  if (allocation->freed_site == nullptr) allocation->freed_site = allocation->site;
  allocation->gone = true;
}

bool has_graph_memory() { return graphs_have_memory; }

bool is_absent_graph_memory(std::uintptr_t address) {
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  if (it == allocations().end() || address - it->first >= it->second.bytes) return false;
  const Allocation& allocation = it->second;
  return allocation.is_graphs && (!allocation.committed || allocation.gone);
}

bool begin_release(void* pointer, const void* site) {
  const std::lock_guard lock(mutex);
  return free_for_host(find(pointer), site);
}

void finish_release(void* pointer) {
  const std::lock_guard lock(mutex);
  Allocation* allocation = find(pointer);
  if (allocation != nullptr && !allocation->gone) free_for_kernels(pointer, *allocation);
}

std::size_t allocated_bytes() {
  const std::lock_guard lock(mutex);
  return area_of(Heap::kDevice).live_bytes;
}

void for_each_allocation(const AllocationVisitor& visit) {
  const std::lock_guard lock(mutex);
  for (const auto& [address, allocation] : allocations()) {
    if (!allocation.is_hosts_to_free()) continue;
    visit(allocation.bytes,
          allocation.calls.empty() ? CallChain{allocation.site} : allocation.calls,
          area_of(heap_of(address)).kind, allocation.release_has_failed);
  }
}

bool is_kept_in_memory(const void* pointer) {
  const auto contains = [&](std::uintptr_t begin, std::uintptr_t end) {
    for (std::uintptr_t at = (begin + 7) / 8 * 8; at + 8 <= end; at += 8) {
      if (*reinterpret_cast<const void* const*>(at) == pointer) return true;
    }
    return false;
  };
  for (const auto& [begin, end] : sections_of_variables()) {
    if (contains(begin, end)) return true;
  }
  const std::lock_guard lock(mutex);
  for (const auto& [address, allocation] : allocations()) {
    if (!allocation.gone && contains(address, address + allocation.bytes)) return true;
  }
  return false;
}

void for_each_usable_range(const std::function<void(std::uintptr_t, std::size_t)>& visit) {
  const std::lock_guard lock(mutex);
  for (const auto& [address, allocation] : allocations()) {
    if (allocation.committed && !allocation.gone) visit(address, allocation.bytes);
  }
}

std::optional<LiveAllocation> find_allocation(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  if (it == allocations().end() || (it->second.freed_site != nullptr && !it->second.is_graphs) ||
      address - it->first >= it->second.bytes || heap_of(it->first) == Heap::kKernels) {
    return std::nullopt;
  }
  return LiveAllocation{it->first, it->second.bytes, heap_of(it->first), it->second.flags};
}

namespace {
bool has_structs = false;  // any allocation, ever: the others need not be looked at in every launch
}

void declare_elements(const void* pointer, Elements elements) {
  const std::lock_guard lock(mutex);
  if (Allocation* allocation = find(pointer)) allocation->elements = elements;
  has_structs |= elements.are_structs();
}

std::optional<ElementRange> allocated_range(std::uintptr_t address) {
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  if (it == allocations().end() || it->second.gone || address - it->first >= it->second.bytes) {
    return std::nullopt;
  }
  return ElementRange{it->first, it->first + it->second.bytes, it->second.elements};
}

void add_declared_ranges(std::vector<ElementRange>& ranges) {
  const std::lock_guard lock(mutex);
  if (!has_structs) return;
  for (const auto& [address, allocation] : allocations()) {
    if (allocation.gone || !allocation.elements.are_structs()) continue;
    ranges.push_back({address, address + allocation.bytes, allocation.elements});
  }
}

std::string global_position(std::uintptr_t address, const AllocationNote& note) {
  if (const auto range = registered_at(address, 1)) {
    return "byte " + std::to_string(address - range->address) + " of the " +
           bytes_text(range->bytes) + " that were registered at " + source_line(range->site);
  }
  if (address - kGlobalBase >= kGlobalBytes) {
    return variable_position(reinterpret_cast<const void*>(address));
  }
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  return "byte " + std::to_string(address - it->first) + " of " +
         allocation_text(it->first, it->second, note);
}

std::string describe_unreleasable(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_any_shared(address)) return "shared memory";
  if (address - kGlobalBase >= kGlobalBytes) return variable_position(pointer);
  const std::lock_guard lock(mutex);
  const auto it = allocation_before(address);
  if (it == allocations().end() || address - it->first >= it->second.bytes) {
    return "an address that was never allocated";
  }
  const Allocation& allocation = it->second;
  if (allocation.freed_site != nullptr) {
    return allocation_text(it->first, allocation, {}) + " and freed at " +
           source_line(allocation.freed_site);
  }
  return (address == it->first ? "" : "byte " + std::to_string(address - it->first) + " of ") +
         allocation_text(it->first, allocation, {});
}

namespace {

using Place = std::map<std::uintptr_t, Allocation>::const_iterator;

/// How far `address` is from an allocation; 0 inside of it.
std::size_t distance(std::uintptr_t address, Place place) {
  const auto& [begin, allocation] = *place;
  if (address < begin) return begin - address;
  const std::uintptr_t end = begin + allocation.bytes;
  return address < end ? 0 : address - end;
}

/// The allocation that an invalid address is in or next to. Where that is far away, the index may have led there
/// from anywhere: then it is one that `note` knows, a parameter of the kernel.
Place nearest_allocation(std::uintptr_t address, const AllocationNote& note) {
  constexpr std::size_t kFar = std::size_t{1} << 20;
  const auto& all = allocations();
  const auto known = [&](Place place) {
    return note && !note(place->first, place->first + place->second.bytes).empty();
  };
  const Place after = all.upper_bound(address);
  Place found = after;
  if (after != all.begin()) {
    const Place before = std::prev(after);
    if (after == all.end() || distance(address, before) <= distance(address, after)) found = before;
  }
  if (found == all.end() || distance(address, found) < kFar || known(found)) return found;
  std::size_t least = ~std::size_t{0};
  for (Place place = all.begin(); place != all.end(); ++place) {
    if (place->second.gone || distance(address, place) >= least || !known(place)) continue;
    least = distance(address, place);
    found = place;
  }
  return found;
}

}  // namespace

Whereabouts describe_global(std::uintptr_t address, std::string* advice,
                            const AllocationNote& note) {
  const std::lock_guard lock(mutex);
  const Place nearest = nearest_allocation(address, note);
  if (nearest == allocations().end()) {
    return {areas[static_cast<int>(Heap::kDevice)].name, "where nothing was ever allocated"};
  }
  const auto& [begin, allocation] = *nearest;
  const Heap heap = heap_of(begin);
  const std::string text = allocation_text(begin, allocation, note);
  const auto at = [&](const std::string& where) { return Whereabouts{area_of(heap).name, where}; };
  const std::size_t far = distance(address, nearest);
  if (address < begin) return at(bytes_text(far) + " before the start of " + text);
  if (address >= begin + allocation.bytes) return at(bytes_text(far) + " past the end of " + text);
  if (allocation.gone) {
    *advice =
        heap == Heap::kKernels
            ? "memory is gone with free() or delete: for all threads, and in all later kernels"
        : allocation.is_graphs
            ? "a graph's memory is there from the node that allocates it to the one that frees it: "
              "let the first come before all that use the memory, and the second behind them"
            : "free memory only after the last kernel that uses it has finished";
    return at("inside " + text + " and freed at " + source_line(allocation.freed_site));
  }
  if (!allocation.committed && allocation.is_graphs) {
    *advice =
        "only the launch of a graph allocates its memory: let the node that uses it depend on the "
        "one that allocates it, and use it elsewhere behind the launch";
    return at("inside " + text + ", before a graph has come to the allocation");
  }
  if (!allocation.committed) {
    *advice =
        "use the memory in the stream of its allocation, or after an event that was recorded "
        "there";
    return at("inside " + text + ", before that stream has come to the allocation");
  }
  return at("across the end of " + text);
}

}  // namespace simt

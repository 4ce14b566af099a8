#include "memory/pages.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "base/device.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/static_memory.h"
#include "base/symbol_table.h"
#include "base/symbols.h"

namespace simt {

PageTable page_table;
std::uintptr_t managed_variables_begin, managed_variables_end;

namespace {

void add(PageMigrations& to, const PageMigrations& moves) {
  to.to_device_by_fault += moves.to_device_by_fault;
  to.to_host_by_fault += moves.to_host_by_fault;
  to.to_device_by_prefetch += moves.to_device_by_prefetch;
  to.to_host_by_prefetch += moves.to_host_by_prefetch;
  to.in_place += moves.in_place;
  to.between_devices += moves.between_devices;
}

/// An allocation, or all variables: what the report has a row for.
struct Region {
  std::size_t bytes;
  const void* site;  ///< null: variables
  PageMigrations moves{};

  std::size_t pages() const { return (bytes + kManagedPage - 1) / kManagedPage; }
};

/// The accesses of one operation to a page.
struct Need {
  std::size_t page;
  bool by_host;
  int device;  ///< that uses it, unless the host does
  bool reads, writes, prefetches;
};

class Pages {
 public:
  Pages() {
    if (managed_variables_begin == managed_variables_end) return;
    region_of_[kHeapPages] = 0;
    regions_.push_back({managed_variables_end - managed_variables_begin, nullptr});
  }

  void add_allocation(std::uintptr_t address, std::size_t bytes, const void* site) {
    const std::lock_guard lock(mutex_);
    const Region region = {bytes, site};
    const std::size_t first = page_at(address), end = first + region.pages();
    for (std::size_t page = first; page < end; ++page) page_table[page] = 0;
    region_of_.erase(region_of_.lower_bound(first), region_of_.lower_bound(end));
    region_of_[first] = regions_.size();
    regions_.push_back(region);
    has_allocations_ = true;
  }

  bool has_allocations() const { return has_allocations_.load(std::memory_order_relaxed); }

  void use(std::vector<Need>& needs) {
    const auto key = [](const Need& need) {
      return std::tuple(need.page, need.by_host, need.device);
    };
    std::sort(needs.begin(), needs.end(),
              [&](const Need& a, const Need& b) { return key(a) < key(b); });
    const std::lock_guard lock(mutex_);
    for (auto it = needs.begin(); it != needs.end();) {
      Need need = *it;
      while (++it != needs.end() && key(*it) == key(need)) {
        need.reads |= it->reads;
        need.writes |= it->writes;
      }
      std::uint8_t bits = page_table[need.page];
      need.prefetches ? prefetch(need, bits) : use(need, bits);
      page_table[need.page] = bits;
    }
  }

  template <class Change>
  void change(std::size_t first, std::size_t last, const Change& change) {
    const std::lock_guard lock(mutex_);
    for (std::size_t page = first; page <= last; ++page) {
      page_table[page] = static_cast<std::uint8_t>(change(page_table[page].load()));
    }
  }

  PageMigrations total() {
    const std::lock_guard lock(mutex_);
    PageMigrations sum;
    for (const Region& region : regions_) add(sum, region.moves);
    return sum;
  }

  std::vector<Region> regions() {
    const std::lock_guard lock(mutex_);
    return regions_;
  }

 private:
  PageMigrations& moves_of(std::size_t page) {
    return regions_[std::prev(region_of_.upper_bound(page))->second].moves;
  }

  /// A page that is on devices comes to the one that needs it; a copy of a page that is mostly read stays where it was.
  void move_between_devices(const Need& need, std::uint8_t bits) {
    if (need.by_host || device_count() == 1) return;
    std::uint8_t& devices = devices_[need.page];
    const auto here = static_cast<std::uint8_t>(1u << need.device);
    if ((bits & kOnDevice) == 0) {
      devices = here;
      return;
    }
    const bool is_copied = (bits & kReadMostly) != 0 && !need.writes;
    moves_of(need.page).between_devices += (devices & here) == 0;
    devices = is_copied ? devices | here : here;
  }

  void use(const Need& need, std::uint8_t& bits) {
    const std::uint8_t here = need.by_host ? kOnHost : kOnDevice;
    const std::uint8_t elsewhere = need.by_host ? kOnDevice : kOnHost;
    const bool read_mostly = (bits & kReadMostly) != 0;
    // The device reaches the host's memory over the bus. On this system the host does not reach the
    // device's, whatever the program says.
    const bool may_stay = !need.by_host && !read_mostly &&
                          ((bits & kPrefersHost) != 0 ||
                           ((bits & kAccessedByDevice) != 0 && (bits & kPrefersDevice) == 0));
    move_between_devices(need, bits);
    if ((bits & (kOnHost | kOnDevice)) == 0) {  // first touch
      const bool at_home = may_stay && (bits & kPrefersHost) != 0;
      bits |= at_home ? elsewhere : here;
      moves_of(need.page).in_place += at_home;
      return;
    }
    if ((bits & here) == 0) {
      PageMigrations& moves = moves_of(need.page);
      if (may_stay) {
        ++moves.in_place;
        return;
      }
      ++(need.by_host ? moves.to_host_by_fault : moves.to_device_by_fault);
      bits |= here;
      if (!read_mostly) bits &= static_cast<std::uint8_t>(~elsewhere);
    }
    if (need.writes) bits &= static_cast<std::uint8_t>(~elsewhere);
  }

  void prefetch(const Need& need, std::uint8_t& bits) {
    const std::uint8_t there = need.by_host ? kOnHost : kOnDevice;
    const std::uint8_t elsewhere = need.by_host ? kOnDevice : kOnHost;
    move_between_devices(need, bits);
    if ((bits & there) != 0) return;
    if ((bits & elsewhere) != 0) {
      PageMigrations& moves = moves_of(need.page);
      ++(need.by_host ? moves.to_host_by_prefetch : moves.to_device_by_prefetch);
    }
    bits |= there;
    if ((bits & kReadMostly) == 0) bits &= static_cast<std::uint8_t>(~elsewhere);
  }

  std::atomic<bool> has_allocations_{false};
  std::mutex mutex_;
  std::vector<Region> regions_;                   ///< in the order in which they were made
  std::map<std::size_t, std::size_t> region_of_;  ///< by the first page
  std::map<std::size_t, std::uint8_t> devices_;   ///< a bit for each device that a page is on
};

Pages& pages() { return process().part<Pages>(); }

[[gnu::constructor(101)]] void find_variables() {
  const auto variables = managed_variables();
  if (!variables) return;
  managed_variables_begin = variables->first;
  managed_variables_end = variables->second;
}

// Reports --------------------------------------------------------------------------------------

struct PageColumn {
  const char* name;
  std::uint64_t PageMigrations::*value;
};
constexpr PageColumn kPageColumns[] = {
    {"to_device_by_fault", &PageMigrations::to_device_by_fault},
    {"to_host_by_fault", &PageMigrations::to_host_by_fault},
    {"to_device_by_prefetch", &PageMigrations::to_device_by_prefetch},
    {"to_host_by_prefetch", &PageMigrations::to_host_by_prefetch},
    {"in_place", &PageMigrations::in_place}};

/// Where the regions were made.
std::vector<std::string> places_of(const std::vector<Region>& regions) {
  std::vector<const void*> sites;
  for (const Region& region : regions) {
    if (region.site != nullptr) sites.push_back(region.site);
  }
  const std::vector<std::string> lines = source_lines(sites);
  std::vector<std::string> places;
  std::size_t next = 0;
  for (const Region& region : regions) {
    places.push_back(region.site != nullptr ? lines[next++] : "__managed__ variables");
  }
  return places;
}

/// Bytes that the program has asked for; those of variables are without the gaps between them.
std::size_t bytes_of(const Region& region) {
  if (region.site != nullptr) return region.bytes;
  std::size_t bytes = 0;
  for (const ProgramSymbol& variable : variables()) {
    const bool is_managed =
        variable.start >= managed_variables_begin && variable.start < managed_variables_end;
    if (is_managed && !is_gap(variable.name)) bytes += variable.end - variable.start;
  }
  return bytes;
}

void write_csv(const std::vector<Region>& regions) {
  std::FILE* file = std::fopen(settings().pages_csv.c_str(), "w");
  if (file == nullptr) return;  // it could be written when the program started
  std::fputs("allocated_at,bytes,pages", file);
  for (const PageColumn& column : kPageColumns) std::fprintf(file, ",%s", column.name);
  std::fputc('\n', file);
  const std::vector<std::string> places = places_of(regions);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    std::fprintf(file, "%s,%zu,%zu", places[i].c_str(), bytes_of(regions[i]), regions[i].pages());
    for (const PageColumn& column : kPageColumns) {
      std::fprintf(file, ",%" PRIu64, regions[i].moves.*column.value);
    }
    std::fputc('\n', file);
  }
  std::fclose(file);
}

constexpr std::size_t kMostRows = 40;

void write_text(const std::vector<Region>& regions) {
  const std::vector<Region> shown(
      regions.begin(),
      regions.begin() + static_cast<std::ptrdiff_t>(std::min(regions.size(), kMostRows)));
  const std::vector<std::string> places = places_of(shown);
  std::size_t width = 12;
  for (const std::string& place : places) width = std::max(width, place.size());
  const int w = static_cast<int>(width);
  const auto row = [w](const char* place, std::size_t bytes, std::size_t count,
                       const PageMigrations& moves) {
    std::fprintf(stderr, "  %-*s  %12zu %8zu", w, place, bytes, count);
    for (const PageColumn& column : kPageColumns)
      std::fprintf(stderr, " %10" PRIu64, moves.*column.value);
    std::fputc('\n', stderr);
  };
  std::fprintf(stderr, "simt: managed memory, in pages of %zu KiB\n", kManagedPage >> 10);
  std::fprintf(stderr, "  %-*s  %12s %8s %21s %21s %10s\n", w, "", "", "", "moved by faults",
               "by prefetches", "used");
  std::fprintf(stderr, "  %-*s  %12s %8s %10s %10s %10s %10s %10s\n", w, "allocated at", "bytes",
               "pages", "to device", "to host", "to device", "to host", "in place");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    row(places[i].c_str(), bytes_of(shown[i]), shown[i].pages(), shown[i].moves);
  }
  PageMigrations sum;
  std::size_t bytes = 0, count = 0;
  for (const Region& region : regions) {
    add(sum, region.moves);
    bytes += bytes_of(region);
    count += region.pages();
  }
  if (regions.size() > shown.size()) {
    std::fprintf(stderr, "  and %zu more allocations\n", regions.size() - shown.size());
  }
  row("total", bytes, count, sum);
}

}  // namespace

bool has_managed_memory() {
  return managed_variables_begin != managed_variables_end || pages().has_allocations();
}

void add_managed_allocation(const void* pointer, std::size_t bytes, const void* site) {
  pages().add_allocation(reinterpret_cast<std::uintptr_t>(pointer), bytes, site);
}

std::vector<PageUse> pages_of(const Footprint& footprint, bool by_host, int device) {
  std::vector<PageUse> uses;
  if (!has_managed_memory()) return uses;
  for (const FootprintPart& part : footprint.parts) {
    const Side side = by_host ? Side::kHost : part.side;
    std::size_t seen = kNoPage;
    for (const Range& range : part.ranges) {
      const std::size_t first = page_at(range.begin);
      if (first == kNoPage) continue;
      const std::size_t last = page_at(range.end - 1);
      if (last == seen) continue;
      if (!uses.empty() && seen != kNoPage && first <= seen + 1) {
        uses.back().last = last;
      } else {
        uses.push_back(
            {first, last, part.touch, side, part.to_device >= 0 ? part.to_device : device});
      }
      seen = last;
    }
  }
  return uses;
}

void use_pages(const std::vector<PageUse>& uses) {
  std::vector<Need> needs;
  for (const PageUse& use : uses) {
    const bool prefetches = use.touch == Touch::kPrefetch;
    const bool reads = is_read(use.touch);
    for (std::size_t page = use.first; page <= use.last; ++page) {
      const bool by_host =
          use.side == Side::kHost ||
          (use.side == Side::kHome && (page_table[page].load() & kPrefersHost) != 0);
      needs.push_back(
          {page, by_host, by_host ? 0 : use.device, reads, !reads && !prefetches, prefetches});
    }
  }
  pages().use(needs);
}

void advise_pages(const PageAdvice& advice) {
  const bool is_device = advice.of_device;
  const auto change = [&](unsigned bits) -> unsigned {
    switch (advice.advice) {
      case cudaMemAdviseSetReadMostly:
        return bits | kReadMostly;
      case cudaMemAdviseUnsetReadMostly:
        if ((bits & kOnHost) != 0 && (bits & kOnDevice) != 0) {  // one copy is left
          bits &= ~((bits & kPrefersDevice) != 0 ? kOnHost : kOnDevice);
        }
        return bits & ~kReadMostly;
      case cudaMemAdviseSetPreferredLocation:
        bits &= ~(kPrefersHost | kPrefersDevice);
        return bits | (is_device ? kPrefersDevice : kPrefersHost);
      case cudaMemAdviseUnsetPreferredLocation:
        return bits & ~(kPrefersHost | kPrefersDevice);
      case cudaMemAdviseSetAccessedBy:
        return is_device ? bits | kAccessedByDevice : bits;
      case cudaMemAdviseUnsetAccessedBy:
        return is_device ? bits & ~kAccessedByDevice : bits;
    }
    return bits;
  };
  pages().change(page_at(advice.address), page_at(advice.address + advice.bytes - 1), change);
}

PageMigrations page_migrations() {
  return has_managed_memory() ? pages().total() : PageMigrations();
}

void report_pages() {
  if (!settings().pages_text && settings().pages_csv.empty()) return;
  const std::vector<Region> regions = pages().regions();
  settings().pages_text ? write_text(regions) : write_csv(regions);
}

}  // namespace simt

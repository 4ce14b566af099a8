// The warning about memory that was never freed, when a process ends normally.
#include "leaks.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "../analysis/symbols.h"
#include "error.h"
#include "memory.h"
#include "settings.h"

namespace simt {
namespace {

constexpr std::size_t kMostLines = 10;

struct Block {
  std::size_t bytes;
  const void* site;
  const char* kind;
};

std::mutex mutex;
std::map<const void*, Block>& blocks() {
  static auto* instance = new std::map<const void*, Block>;
  return *instance;
}

struct Leak {
  std::size_t bytes = 0;
  std::size_t count = 0;
};

std::string text(const Leak& leak, const std::string& kind, const std::string& where) {
  std::string line = "simt: warning: " + std::to_string(leak.bytes) +
                     (leak.bytes == 1 ? " byte" : " bytes") + kind;
  if (leak.count > 1) line += " in " + std::to_string(leak.count) + " allocations";
  return line + ", allocated at " + where + ", were never freed\n";
}

/// After main, the handlers of atexit and the destructors of the program's objects. After a kernel's
/// failure nothing can be freed.
[[gnu::destructor(101)]] void report_leaks() {
  std::map<std::pair<std::string, const void*>, Leak> leaks;
  for_each_allocation([&](std::size_t bytes, const void* site) {
    Leak& leak = leaks[{"", site}];
    leak.bytes += bytes;
    ++leak.count;
  });
  for (const auto& [pointer, block] : blocks()) {
    Leak& leak = leaks[{block.kind, block.site}];
    leak.bytes += block.bytes;
    ++leak.count;
  }
  if (leaks.empty() || device_error() != cudaSuccess || !settings().check_leaks) return;
  std::vector<const void*> sites;
  for (const auto& [key, leak] : leaks) sites.push_back(key.second);
  const std::vector<std::string> places = source_lines(sites);
  // One line for what one source line has allocated.
  std::map<std::pair<std::string, std::string>, Leak> lines;
  std::size_t next = 0;
  for (const auto& [key, leak] : leaks) {
    Leak& line = lines[{places[next++], key.first}];
    line.bytes += leak.bytes;
    line.count += leak.count;
  }
  std::string report;
  std::size_t printed = 0;
  for (const auto& [key, leak] : lines) {
    if (++printed <= kMostLines) report += text(leak, key.second, key.first);
  }
  if (lines.size() > kMostLines) {
    report += "simt: warning: and " + std::to_string(lines.size() - kMostLines) +
              " more places whose memory was never freed\n";
  }
  std::fputs(report.c_str(), stderr);
}

}  // namespace

void note_allocated(const void* pointer, std::size_t bytes, const void* site, const char* kind) {
  const std::lock_guard lock(mutex);
  blocks()[pointer] = {bytes, site, kind};
}

void note_all_freed() {
  const std::lock_guard lock(mutex);
  blocks().clear();
}

bool note_freed(const void* pointer) {
  const std::lock_guard lock(mutex);
  return blocks().erase(pointer) > 0;
}

}  // namespace simt

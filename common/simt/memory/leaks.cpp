// The warning about memory that was never freed, when a process ends normally.
#include "memory/leaks.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "memory/memory.h"

namespace simt {
namespace {

constexpr std::size_t kMostLines = 10;

struct Leak {
  std::size_t bytes = 0;
  std::size_t count = 0;
};

std::string text(const Leak& leak, const std::string& kind, const std::string& where) {
  std::string line = std::to_string(leak.bytes) + (leak.bytes == 1 ? " byte" : " bytes") + kind;
  if (leak.count > 1) line += " in " + std::to_string(leak.count) + " allocations";
  return line + ", allocated at " + where + ", were never freed\n";
}

}  // namespace

void report_leaks() {
  std::map<std::pair<std::string, const void*>, Leak> leaks;
  const bool has_failed = device_error() != cudaSuccess;
  // Who has stopped because of the failure did not come to free anything.
  if (!settings().check_leaks || (has_failed && !failure_is_ignored())) return;
  for_each_allocation([&](std::size_t bytes, const void* site, const char* kind, bool tried) {
    if (has_failed && tried) return;
    Leak& leak = leaks[{kind, site}];
    leak.bytes += bytes;
    ++leak.count;
  });
  if (leaks.empty()) return;
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
  std::size_t printed = 0;
  for (const auto& [key, leak] : lines) {
    if (++printed <= kMostLines) warn(text(leak, key.second, key.first));
  }
  if (lines.size() > kMostLines) {
    warn("and " + std::to_string(lines.size() - kMostLines) +
         " more places whose memory was never freed\n");
  }
}

}  // namespace simt

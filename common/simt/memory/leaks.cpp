// The warning about memory that was never freed, when a process ends normally.
#include "memory/leaks.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/call_chain.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "memory/allocations.h"

namespace simt {
namespace {

constexpr std::size_t kMostLines = 10;

struct Leak {
  std::size_t bytes = 0;
  std::size_t count = 0;
};

std::string text(const Leak& leak, const std::string& kind, const std::string& where) {
  std::string line = bytes_text(leak.bytes) + kind;
  if (leak.count > 1) line += " in " + std::to_string(leak.count) + " allocations";
  return line + ", allocated at " + where + ", were never freed\n";
}

}  // namespace

void report_leaks() {
  std::map<std::pair<std::string, CallChain>, Leak> leaks;
  const bool has_failed = device_error() != cudaSuccess;
  // Who has stopped because of the failure did not come to free anything.
  if (!settings().check_leaks || (has_failed && !failure_is_ignored())) return;
  for_each_allocation([&](std::size_t bytes, const CallChain& calls, const char* kind, bool tried) {
    if (has_failed && tried) return;
    Leak& leak = leaks[{kind, calls}];
    leak.bytes += bytes;
    ++leak.count;
  });
  if (leaks.empty()) return;
  std::vector<const void*> addresses;
  std::vector<CallChain> chains;
  for (const auto& [key, leak] : leaks) {
    addresses.insert(addresses.end(), key.second.begin(), key.second.end());
    chains.push_back(key.second);
  }
  source_lines(addresses);  // all at once
  // One line for what one source line has allocated; where that is of a function that several have called, one
  // for each of them.
  std::map<std::pair<std::string, std::string>, Leak> lines;
  for (const auto& [key, leak] : leaks) {
    const std::string caller = distinguishing_line(key.second, chains);
    const std::string place =
        source_line(key.second.front()) + (caller.empty() ? "" : ", called at " + caller);
    Leak& line = lines[{place, key.first}];
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

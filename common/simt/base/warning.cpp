#include "base/warning.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "base/process.h"
#include "base/symbols.h"

namespace simt {

void warn(const std::string& text) { std::fputs(("simt: warning: " + text).c_str(), stderr); }

namespace {

struct GivenWarnings {
  std::mutex mutex;
  std::set<std::pair<std::string_view, const void*>> sites;  ///< spares most of them their line
  std::set<std::pair<std::string_view, std::string>> lines;
};

}  // namespace

bool is_first_warning(const char* kind, const void* site) {
  auto& [mutex, sites, lines] = process().part<GivenWarnings>();
  const std::lock_guard lock(mutex);
  return sites.emplace(kind, site).second && lines.emplace(kind, source_line(site)).second;
}

}  // namespace simt

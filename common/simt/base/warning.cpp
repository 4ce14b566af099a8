#include "base/warning.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "base/symbols.h"

namespace simt {

void warn(const std::string& text) { std::fputs(("simt: warning: " + text).c_str(), stderr); }

bool is_first_warning(const char* kind, const void* site) {
  static std::mutex mutex;
  static std::set<std::pair<std::string_view, const void*>>
      sites;  // spares most of them their line
  static std::set<std::pair<std::string_view, std::string>> lines;
  const std::lock_guard lock(mutex);
  return sites.emplace(kind, site).second && lines.emplace(kind, source_line(site)).second;
}

}  // namespace simt

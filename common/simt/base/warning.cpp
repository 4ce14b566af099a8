#include "base/warning.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

namespace simt {

void warn(const std::string& text) { std::fputs(("simt: warning: " + text).c_str(), stderr); }

void warn_once(const char* kind, const void* site, const std::string& text) {
  static std::mutex mutex;
  static std::set<std::pair<std::string_view, const void*>> warned;
  {
    const std::lock_guard lock(mutex);
    if (!warned.emplace(kind, site).second) return;
  }
  warn(text);
}

}  // namespace simt

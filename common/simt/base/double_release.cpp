#include "base/double_release.h"

#include <map>
#include <mutex>
#include <string>

#include "base/api_call.h"
#include "base/ignored_errors.h"
#include "base/process.h"
#include "base/symbols.h"
#include "base/warning.h"

namespace simt {
namespace {

struct ReleasedHandles {
  std::mutex mutex;
  std::map<const void*, const void*> sites;  ///< where each was given back
};
ReleasedHandles& released() { return process().part<ReleasedHandles>(); }

}  // namespace

void warn_of_double_release(const char* what, const void* first, const void* site) {
  warn_once("double release", site, [&] {
    return std::string(ApiCall::current().function) + "() gets " + what + " before\n  at      " +
           source_line(site) + "\n  first   " + source_line(first) +
           "\n  advice  give it back once, behind its last use, and set the variable to "
           "nullptr if others may look at it\n";
  });
  error_is_reported();
}

void record_release(const void* handle, const void* site) {
  const std::lock_guard lock(released().mutex);
  released().sites[handle] = site;
}

void forget_release(const void* handle) {
  const std::lock_guard lock(released().mutex);
  released().sites.erase(handle);
}

void check_double_release(const char* what, const void* handle, const void* site) {
  const void* first = nullptr;
  {
    const auto& sites = released().sites;
    const std::lock_guard lock(released().mutex);
    const auto found = sites.find(handle);
    if (found == sites.end()) return;
    first = found->second;
  }
  warn_of_double_release(what, first, site);
}

}  // namespace simt

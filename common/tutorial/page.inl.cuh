/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/page.cuh"

namespace tutorial {

TUTORIAL_INLINE Page& page() {
  static Page page;
  return page;
}

TUTORIAL_INLINE void begin_table() {
  if (page().has_table) std::puts("");
  page().has_table = true;
}

TUTORIAL_INLINE void leave_out(const std::string& what) {
  std::vector<std::string>& all = page().left_out;
  if (std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
}

TUTORIAL_INLINE std::string left_out_line() {
  std::string line;
  for (const std::string& what : page().left_out) line += (line.empty() ? "" : " · ") + what;
  if (line.empty()) return "";
  if (kHasModel) return "Only on a GPU: " + line + '\n';
  if (kCountsInsteadOfTimes)
    return "Not in a build that leaves the counting to ncu: " + line + '\n';
  line = "Only on the CPU backend (cmake --workflow --preset cpu): " + line + '\n';
  const std::string& why = page().no_counters;
  return why.empty() ? line : "The GPU's counters cannot be read: " + why + ".\n" + line;
}

}  // namespace tutorial

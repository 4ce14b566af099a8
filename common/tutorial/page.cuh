/// @file
/// @ingroup tutorial
/// What the tables of one program know of each other.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "tutorial/counters.cuh"

namespace tutorial {

/// What a program has printed, and what its backend could not.
struct Page {
  bool has_table = false;
  std::vector<std::string> left_out;
};

inline Page& page() {
  static Page page;
  return page;
}

/// An empty line between tables: above each but the first.
inline void begin_table() {
  if (page().has_table) std::puts("");
  page().has_table = true;
}

/// Remembers a column, a row or a table that only the other backend has.
inline void leave_out(const std::string& what) {
  std::vector<std::string>& all = page().left_out;
  if (std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
}

/// What was left out, in one line with its newline; empty if nothing was.
inline std::string left_out_line() {
  std::string line;
  for (const std::string& what : page().left_out) line += (line.empty() ? "" : " · ") + what;
  if (line.empty()) return "";
  return (kCountsInsteadOfTimes ? "Only on a GPU: "
                                : "Only on the CPU backend (cmake --workflow --preset cpu): ") +
         line + '\n';
}

}  // namespace tutorial

/// @file
/// @ingroup tutorial
/// What the tables of one program know of each other.
#pragma once

#include <string>
#include <vector>

namespace tutorial {

/// What a program has printed, and what its backend could not.
struct Page {
  bool has_table = false;
  std::vector<std::string> left_out;
  std::string no_counters;  ///< why the device's counters cannot be read; empty: nobody wanted to
};

/// This program's.
Page& page();

/// An empty line between tables: above each but the first.
void begin_table();

/// Remembers a column, a row or a table that only the other backend has.
void leave_out(const std::string& what);

/// What was left out, in one line with its newline; empty if nothing was.
std::string left_out_line();

}  // namespace tutorial

#ifndef TUTORIAL_COMPILED
#include "tutorial/page.inl.cuh"
#endif

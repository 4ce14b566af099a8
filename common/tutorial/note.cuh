/// @file
/// @ingroup tutorial
/// A word on the terminal while something takes its time.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

#include "tutorial/table.cuh"

/// Says on stderr what the program is doing, and is gone when that is done. Only on a terminal: what
/// a pipe or a file gets are results.
///
///     const Note note("multiplying on the host");
class Note {
 public:
  explicit Note(const std::string& what) : width_(tutorial::display_width(what + " …")) {
    if (!shown_) return;
    std::fflush(stdout);
    // The cursor goes back at once: an error message that ends the program writes over the note.
    std::fprintf(stderr, "%s …\r", what.c_str());
  }
  ~Note() {
    if (shown_) std::fprintf(stderr, "%*s\r", static_cast<int>(width_), "");
  }
  Note(const Note&) = delete;
  Note& operator=(const Note&) = delete;

 private:
  bool shown_ = isatty(STDERR_FILENO) == 1;
  std::size_t width_;
};

/// @file
/// @ingroup tutorial
/// A table as text: the first column to the left, the figures to the right.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/counters.cuh"
#include "tutorial/hardware_counters.cuh"

namespace tutorial {

/// Characters on the screen, not bytes: UTF-8 continuation bytes take no room.
std::size_t display_width(const std::string& text);

}  // namespace tutorial

/// A number with its unit, as printf's `format` for one double writes it; a dash if it is none.
std::string figure(const char* format, double value);

/// The head of a column: a text, and whether this backend has the column.
struct Heading {
  std::string text;
  bool is_shown = true;
  std::size_t width = 0;  ///< characters that the column has at least, for rows yet to come

  Heading(const char* text) : text(text) {}
  Heading(std::string text, bool is_shown = true, std::size_t width = 0)
      : text(std::move(text)), is_shown(is_shown), width(width) {}
};

/// The head of a column of times, or of what follows from them.
inline Heading timed(std::string text) { return {std::move(text), has_times()}; }

/// The head of a column of counters, or of what follows from them.
inline Heading counted(std::string text) { return {std::move(text), has_counters()}; }

/// The head of a column of what only the CPU backend knows.
inline Heading modelled(std::string text) { return {std::move(text), kHasModel}; }

/// Rows of text under headings. Columns that this backend does not have are left out, and so is a
/// table that would have none but its first; the end of the program says so (tutorial::leave_out).
///
///     Table table({"block", "blocks per SM", counted("sectors")});
///     table.add({"128", "16", "4096"});
///     table.print();
class Table {
 public:
  explicit Table(std::vector<Heading> headings);

  /// Appends a row; cells missing at its end stay empty, cells beyond the headings are not shown.
  void add(std::vector<std::string> cells);

  /// Characters per line, without the newline.
  std::size_t width() const;

  /// The line of the headings, which a table that is left out has, too.
  std::string head() const { return line(rows_.front()); }

  /// All lines, headings first, each ended by a newline and without spaces before it.
  std::string text() const;

  /// One such line, for a row that `add` does not know. A cell that is too wide for its column moves
  /// those behind it.
  std::string line(const std::vector<std::string>& row) const;

  /// Prints the table, under a line of its own if it has a title and an empty line if it is not the
  /// program's first.
  void print(const std::string& title = "") const;

  /// Remembers the columns that are not shown, for the end of the program.
  void leave_out_columns() const;

 private:
  static constexpr std::size_t kGap = 3;

  bool is_left_out() const;

  std::size_t column_width(std::size_t column) const;

  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;  // the headings are row 0
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/table.inl.cuh"
#endif

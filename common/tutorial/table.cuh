/// @file
/// @ingroup tutorial
/// A table as text: the first column to the left, the figures to the right.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/counters.cuh"
#include "tutorial/page.cuh"

namespace tutorial {

/// Characters on the screen, not bytes: UTF-8 continuation bytes take no room.
inline std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace tutorial

/// A number with its unit, as printf's `format` for one double writes it; a dash if it is none.
inline std::string figure(const char* format, double value) {
  if (!std::isfinite(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

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

/// Rows of text under headings. Columns that this backend does not have are left out, and so is a
/// table that would have none but its first; the end of the program says so (tutorial::leave_out).
///
///     Table table({"block", "blocks per SM", counted("sectors")});
///     table.add({"128", "16", "4096"});
///     table.print();
class Table {
 public:
  explicit Table(std::vector<Heading> headings) : headings_(std::move(headings)) {
    std::vector<std::string> texts;
    for (const Heading& heading : headings_) texts.push_back(heading.text);
    add(texts);
  }

  /// Appends a row; cells missing at its end stay empty, cells beyond the headings are not shown.
  void add(std::vector<std::string> cells) {
    cells.resize(headings_.size());
    rows_.push_back(std::move(cells));
  }

  /// Characters per line, without the newline.
  std::size_t width() const {
    std::size_t sum = 0;
    for (std::size_t column = 0; column < headings_.size(); ++column) {
      if (headings_[column].is_shown) sum += column_width(column) + (column == 0 ? 0 : kGap);
    }
    return sum;
  }

  /// The line of the headings, which a table that is left out has, too.
  std::string head() const { return line(rows_.front()); }

  /// All lines, headings first, each ended by a newline and without spaces before it.
  std::string text() const {
    std::string out;
    if (is_left_out()) return out;
    for (const auto& row : rows_) out += line(row);
    return out;
  }

  /// One such line, for a row that `add` does not know. A cell that is too wide for its column moves
  /// those behind it.
  std::string line(const std::vector<std::string>& row) const {
    std::string out;
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (!headings_[column].is_shown) continue;
      const std::size_t width = column_width(column), used = tutorial::display_width(row[column]);
      const std::string padding(width > used ? width - used : 0, ' ');
      out += column == 0 ? row[column] + padding : std::string(kGap, ' ') + padding + row[column];
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
  }

  /// Prints the table, under a line of its own if it has a title and an empty line if it is not the
  /// program's first.
  void print(const std::string& title = "") const {
    if (is_left_out()) return tutorial::leave_out(title.empty() ? headings_.front().text : title);
    leave_out_columns();
    tutorial::begin_table();
    if (!title.empty()) std::puts(title.c_str());
    std::fputs(text().c_str(), stdout);
  }

  /// Remembers the columns that are not shown, for the end of the program.
  void leave_out_columns() const {
    for (const Heading& heading : headings_) {
      if (!heading.is_shown) tutorial::leave_out(heading.text);
    }
  }

 private:
  static constexpr std::size_t kGap = 3;

  bool is_left_out() const {
    return headings_.size() > 1 && std::none_of(headings_.begin() + 1, headings_.end(),
                                                [](const Heading& h) { return h.is_shown; });
  }

  std::size_t column_width(std::size_t column) const {
    std::size_t width = headings_[column].width;
    for (const auto& row : rows_) width = std::max(width, tutorial::display_width(row[column]));
    return width;
  }

  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;  // the headings are row 0
};

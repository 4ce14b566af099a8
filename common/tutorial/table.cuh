/// @file
/// @ingroup tutorial
/// A table as text: the first column to the left, the figures to the right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tutorial {

/// Characters on the screen, not bytes: UTF-8 continuation bytes take no room.
inline std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace tutorial

/// Rows of text under headings.
///
///     Table table({"block", "blocks per SM"});
///     table.add({"128", "16"});
///     std::fputs(table.text().c_str(), stdout);
class Table {
 public:
  explicit Table(std::vector<std::string> headings) { rows_.push_back(std::move(headings)); }

  /// Appends a row; cells missing at its end stay empty, cells beyond the headings are not shown.
  void add(std::vector<std::string> cells) {
    cells.resize(rows_.front().size());
    rows_.push_back(std::move(cells));
  }

  /// Characters per line, without the newline.
  std::size_t width() const {
    std::size_t sum = 0;
    for (std::size_t column = 0; column < rows_.front().size(); ++column) {
      sum += column_width(column) + (column == 0 ? 0 : kGap);
    }
    return sum;
  }

  /// All lines, headings first, each ended by a newline and without spaces before it.
  std::string text() const {
    std::string out;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t column = 0; column < row.size(); ++column) {
        const std::string& cell = row[column];
        const std::string padding(column_width(column) - tutorial::display_width(cell), ' ');
        line += column == 0 ? cell + padding : std::string(kGap, ' ') + padding + cell;
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
    return out;
  }

 private:
  static constexpr std::size_t kGap = 3;

  std::size_t column_width(std::size_t column) const {
    std::size_t width = 0;
    for (const auto& row : rows_) width = std::max(width, tutorial::display_width(row[column]));
    return width;
  }

  std::vector<std::vector<std::string>> rows_;  // the headings are row 0
};

/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/page.cuh"
#include "tutorial/table.cuh"

namespace tutorial {

TUTORIAL_INLINE std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace tutorial

TUTORIAL_INLINE std::string figure(const char* format, double value) {
  if (!std::isfinite(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

TUTORIAL_INLINE Table::Table(std::vector<Heading> headings) : headings_(std::move(headings)) {
  std::vector<std::string> texts;
  for (const Heading& heading : headings_) texts.push_back(heading.text);
  add(texts);
}

TUTORIAL_INLINE void Table::add(std::vector<std::string> cells) {
  cells.resize(headings_.size());
  rows_.push_back(std::move(cells));
}

TUTORIAL_INLINE std::size_t Table::width() const {
  std::size_t sum = 0;
  for (std::size_t column = 0; column < headings_.size(); ++column) {
    if (headings_[column].is_shown) sum += column_width(column) + (column == 0 ? 0 : kGap);
  }
  return sum;
}

TUTORIAL_INLINE std::string Table::text() const {
  std::string out;
  if (is_left_out()) return out;
  for (const auto& row : rows_) out += line(row);
  return out;
}

TUTORIAL_INLINE std::string Table::line(const std::vector<std::string>& row) const {
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

TUTORIAL_INLINE void Table::print(const std::string& title) const {
  if (is_left_out()) return tutorial::leave_out(title.empty() ? headings_.front().text : title);
  leave_out_columns();
  tutorial::begin_table();
  if (!title.empty()) std::puts(title.c_str());
  std::fputs(text().c_str(), stdout);
}

TUTORIAL_INLINE void Table::leave_out_columns() const {
  for (const Heading& heading : headings_) {
    if (!heading.is_shown) tutorial::leave_out(heading.text);
  }
}

TUTORIAL_INLINE bool Table::is_left_out() const {
  return headings_.size() > 1 && std::none_of(headings_.begin() + 1, headings_.end(),
                                              [](const Heading& h) { return h.is_shown; });
}

TUTORIAL_INLINE std::size_t Table::column_width(std::size_t column) const {
  std::size_t width = headings_[column].width;
  for (const auto& row : rows_) width = std::max(width, tutorial::display_width(row[column]));
  return width;
}

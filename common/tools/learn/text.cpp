#include "text.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "files.h"

namespace learn {

namespace {

bool begins(const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; }

/// Characters, where a character of UTF-8 is one.
int length(const std::string& text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void erase_all(std::string& text, const std::string& words) {
  for (std::size_t at; (at = text.find(words)) != std::string::npos;) text.erase(at, words.size());
}

/// A line without what only a browser shows: marks, and where links lead.
std::string plain(std::string line) {
  for (const char* mark : {"<details>", "</details>", "<summary>", "</summary>", "**"}) {
    erase_all(line, mark);
  }
  for (std::size_t middle; (middle = line.find("](")) != std::string::npos;) {
    const std::size_t begin = line.rfind('[', middle), end = line.find(')', middle);
    if (begin == std::string::npos || end == std::string::npos) break;
    line.erase(middle, end + 1 - middle);
    line.erase(begin, 1);
  }
  return line;
}

/// The width of "- " or "12. " at the beginning of an item of a list; 0 of other lines.
std::size_t item_mark(const std::string& line) {
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (begins(line, "- ") || begins(line, "* ")) return 2;
  return digits > 0 && digits != std::string::npos && line.compare(digits, 2, ". ") == 0
             ? digits + 2
             : 0;
}

/// What is folded below a summary that begins like this: the summary, and the lines below it.
std::vector<std::string> folds(const std::string& markdown, const std::string& summary) {
  const std::string mark = "<details><summary>";
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string& line : lines_of(markdown)) {
    if (begins(line, mark + summary)) {
      found.push_back(line.substr(mark.size()));
      inside = true;
    } else if (begins(line, "</details>")) {
      inside = false;
    } else if (inside) {
      found.back() += "\n" + line;
    }
  }
  return found;
}

}  // namespace

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::vector<std::string> hints(const std::string& markdown) { return folds(markdown, "Hint"); }

std::string learned(const std::string& markdown) {
  const std::vector<std::string> found = folds(markdown, "What you learned");
  return found.empty() ? "" : found[0].substr(found[0].find('\n') + 1);
}

std::string section(const std::string& markdown, const std::string& heading) {
  std::string text;
  bool inside = false;
  for (const std::string& line : lines_of(markdown)) {
    if (begins(line, "## ")) {
      inside = line == heading;
    } else if (inside) {
      text += line + "\n";
    }
  }
  return text;
}

std::string heading_of(const std::string& lesson, const std::string& exercise) {
  std::string heading;
  for (const std::string& line : lines_of(lesson)) {
    if (begins(line, "## ")) heading = line.substr(3);
    if (line.find("/exercises/" + exercise + "/") == std::string::npos) continue;
    return heading == "Exercises" ? "" : heading;
  }
  return "";
}

namespace {

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::istringstream rest(row.substr(1)); std::getline(rest, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    const std::size_t last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : plain(cell.substr(first, last + 1 - first)));
  }
  return cells;
}

/// The rows of a table of Markdown, in columns.
std::vector<std::string> columns(const std::vector<std::string>& table) {
  std::vector<std::vector<std::string>> rows;
  std::vector<int> widths;
  for (const std::string& line : table) {
    if (line.find_first_not_of("|-: ") == std::string::npos) continue;
    rows.push_back(cells_of(line));
    widths.resize(std::max(widths.size(), rows.back().size()));
    for (std::size_t i = 0; i < rows.back().size(); ++i) {
      widths[i] = std::max(widths[i], length(rows.back()[i]));
    }
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "   ";
      line += row[i] + std::string(widths[i] - length(row[i]), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back("  " + line);
  }
  return lines;
}

}  // namespace

std::vector<std::string> fill(const std::string& markdown, int width) {
  width = std::min(width, 100);
  std::vector<std::string> lines;
  std::string indent;
  bool code = false, open = false;  // open: the last line is of a paragraph that goes on
  std::vector<std::string> table;
  for (const std::string& line : lines_of(markdown + "\n\n")) {  // so that a table ends
    if (!code && begins(line, "|")) {
      table.push_back(line);
      continue;
    }
    for (const std::string& row : columns(table)) lines.push_back(row);
    if (!table.empty()) open = false;
    table.clear();
    if (begins(line, "```")) {
      code = !code;
      open = false;
      continue;
    }
    if (code) {
      lines.push_back("    " + line);
      continue;
    }
    const bool item = item_mark(line) > 0;
    if (item) indent = std::string(item_mark(line), ' ');
    if (line.empty()) indent.clear();
    std::istringstream words(plain(line));
    std::string word;
    if (!(words >> word)) {
      open = false;
      if (!lines.empty() && !lines.back().empty()) lines.emplace_back();
      continue;
    }
    bool first = item || !open;
    do {
      if (!first && length(lines.back()) + 1 + length(word) <= width) {
        lines.back() += " " + word;
      } else {
        lines.push_back((item && first ? "" : indent) + word);
      }
      first = false;
    } while (words >> word);
    open = true;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
  return lines;
}

int rows(const std::vector<std::string>& lines, int width) {
  int count = 0;
  for (std::string line : lines) {
    for (std::size_t at; (at = line.find("\033[")) != std::string::npos;) {
      line.erase(at, line.find('m', at) + 1 - at);
    }
    count += std::max(1, (length(line) + width - 1) / width);
  }
  return count;
}

std::vector<std::string> wrap(const std::string& text, int width) {
  std::vector<std::string> rows;
  for (const std::string& line : lines_of(text)) {
    rows.emplace_back();
    int column = 0;
    std::size_t word_end = 0;
    bool path = false;  // the word that this character is in
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (i >= word_end) {
        word_end = std::min(std::max(line.find_first_of(" \t", i), i + 1), line.size());
        path = line.substr(i, word_end - i).find('/') != std::string::npos;
      }
      const bool starts = (c & 0xC0) != 0x80;
      const int step = c == '\t' ? 8 - column % 8 : starts;
      std::string& full = rows.back();
      const std::size_t space = c == ' ' ? std::string::npos : full.rfind(' ');
      const bool alone = space == std::string::npos || full.find_first_not_of(' ') > space;
      if (column + step > width && starts && !(path && alone)) {
        std::string word;
        if (space != std::string::npos && (path || space > full.size() / 2)) {
          word = full.substr(space + 1);
          full.erase(space);
        }
        column = length(word);
        rows.push_back(std::move(word));
        if (c == ' ') continue;  // the break stands for it
      }
      if (c == '\t') {
        rows.back() += std::string(static_cast<std::size_t>(step), ' ');
      } else {
        rows.back() += static_cast<unsigned char>(c) < ' ' || c == '\x7F' ? '?' : c;
      }
      column += step;
    }
  }
  return rows;
}

}  // namespace learn

#include "versions.h"

#include <cstdint>

#include "problem.h"
#include "text.h"

namespace learn {

namespace {

std::vector<std::string> columns_of(const std::string& row) {
  const std::string bar = " | ";
  std::vector<std::string> columns;
  std::size_t begin = 0;
  for (std::size_t end; (end = row.find(bar, begin)) != std::string::npos;
       begin = end + bar.size()) {
    columns.push_back(row.substr(begin, end - begin));
  }
  columns.push_back(row.substr(begin));
  return columns;
}

}  // namespace

Versions::Versions(const Exercise& exercise) : name_(exercise.name) {
  const fs::path file = exercise.folder() / "versions.txt";
  for (const std::string& line : lines_of(read_file(file))) {
    if (line.empty() || line.rfind("# ", 0) == 0) continue;
    rows_.push_back(columns_of(line));
    if (rows_.back().size() != rows_[0].size() || rows_[0].size() < 2) {
      throw Problem(shown(file) + ": a row has a column for each version: " + line);
    }
  }
}

std::size_t Versions::chosen(const std::string& seed) const {
  if (seed.empty() || rows_.empty()) return 0;
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const char c : seed + "/" + name_)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return 1 + static_cast<std::size_t>((hash >> 32) % (rows_[0].size() - 1));
}

std::string Versions::text(std::string original, std::size_t version) const {
  if (version == 0) return original;
  for (const std::vector<std::string>& row : rows_)
    original = replaced(std::move(original), row[0], row[version]);
  return original;
}

}  // namespace learn

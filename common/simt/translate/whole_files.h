/// @file
/// @ingroup simt_translate
/// Whole files and their lines, for the translator, simtcc and the tools.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace files {

/// The first `limit` bytes that are left in an open file; nothing if one cannot be read.
inline std::optional<std::string> read(std::FILE* in, std::size_t limit = std::string::npos) {
  std::string text;
  char bytes[1 << 14];
  for (std::size_t n; text.size() < limit && (n = std::fread(bytes, 1, sizeof bytes, in)) > 0;) {
    text.append(bytes, n);
  }
  if (std::ferror(in) != 0) return std::nullopt;
  text.resize(std::min(text.size(), limit));
  return text;
}

/// The first `limit` bytes of the file of this name; nothing if it cannot be read.
inline std::optional<std::string> read(const std::string& path,
                                       std::size_t limit = std::string::npos) {
  std::FILE* const in = std::fopen(path.c_str(), "rb");
  if (in == nullptr) return std::nullopt;
  std::optional<std::string> text = read(in, limit);
  std::fclose(in);
  return text;
}

/// Lines without their ends.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

}  // namespace files

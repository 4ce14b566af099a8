#pragma once

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

/// Whole files, for the tools.
namespace tools {

/// Nothing if it cannot be read.
inline std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace tools

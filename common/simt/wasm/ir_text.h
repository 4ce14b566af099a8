/// @file
/// Parts of LLVM IR as a text, for number_sites.
#pragma once

#include <cctype>
#include <cstring>
#include <string>
#include <string_view>

inline bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

/// The text between two others; empty if they are not there.
inline std::string_view between(std::string_view text, std::string_view before,
                                std::string_view after) {
  const std::size_t at = text.find(before);
  if (at == text.npos) return {};
  text.remove_prefix(at + before.size());
  return text.substr(0, text.find(after));
}

/// Up to the end of `@name`, `%name` or `@"any name"`, from where that begins.
inline std::string_view name_at(std::string_view text) {
  if (text.size() > 1 && text[1] == '"') return text.substr(0, text.find('"', 2) + 1);
  std::size_t end = 1;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                               std::strchr("._$-", text[end]) != nullptr)) {
    ++end;
  }
  return text.substr(0, end);
}

/// Without the sign in front and without quotes.
inline std::string plain(std::string_view name) {
  name.remove_prefix(1);
  if (!name.empty() && name[0] == '"') name = name.substr(1, name.size() - 2);
  return std::string(name);
}

/// Where the type ends that begins with the text.
inline std::size_t end_of_type(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (std::strchr("[{(<", c) != nullptr) ++depth;
    if (std::strchr("]})>", c) != nullptr) --depth;
    if (depth == 0 && (c == ' ' || c == ',')) return i;
  }
  return text.size();
}

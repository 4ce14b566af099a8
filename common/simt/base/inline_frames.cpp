#include "base/inline_frames.h"

#include <cctype>
#include <cstdlib>
#include <fstream>

namespace simt {
namespace {

/// "a<b>::c" of "a<b>::c(d) const".
std::string_view without_parameters(std::string_view function) {
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function[i] == '<') ++depth;
    if (function[i] == '>') --depth;
    if (function[i] == '(' && depth == 0) return function.substr(0, i);
  }
  return function;
}

/// Takes the last part off a qualified name and returns it, without template arguments.
std::string_view take_last_part(std::string_view& name) {
  int depth = 0;
  std::size_t begin = name.size();
  for (; begin > 0; --begin) {
    const char c = name[begin - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    if (depth == 0 && (c == ':' || c == ' ')) break;
  }
  std::string_view part = name.substr(begin);
  name = name.substr(0, begin >= 2 ? begin - 2 : 0);
  return part.substr(0, part.find('<'));
}

bool has_word(std::string_view text, std::string_view word) {
  const auto is_letter = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) return true;
  }
  return false;
}

std::string line_of_file(const std::string& location) {
  const std::size_t colon = location.rfind(':');
  if (colon == std::string::npos) return {};
  std::ifstream file(location.substr(0, colon));
  std::string line;
  for (long left = std::atol(location.c_str() + colon + 1); left > 0; --left) {
    if (!std::getline(file, line)) return {};
  }
  return line;
}

}  // namespace

bool is_special_member(std::string_view function) {
  std::string_view name = without_parameters(function);
  std::string_view last = take_last_part(name);
  if (last == "operator=") return true;
  if (!last.empty() && last[0] == '~') return true;
  return !last.empty() && last == take_last_part(name);
}

bool is_made_by_compiler(std::string_view function, const std::string& location) {
  if (!is_special_member(function)) return false;
  // What g++ makes has the line on which the class begins, or that of `= default`.
  return begins_class(location) || has_word(line_of_file(location), "default");
}

bool begins_class(const std::string& location) {
  const std::string text = line_of_file(location);
  return has_word(text, "struct") || has_word(text, "class") || has_word(text, "union");
}

}  // namespace simt

#include "ptx/asm.h"

#include <string_view>

namespace translator {
namespace {

/// The text of a string literal, without its escapes.
std::string plain_text(std::string_view literal) {
  std::string text;
  const bool is_raw = literal.substr(0, 2) == "R\"";
  if (is_raw) {  // R"name( … )name"
    const std::size_t open = literal.find('('), close = literal.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      return {};
    return std::string(literal.substr(open + 1, close - open - 1));
  }
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    char c = literal[i];
    if (c == '\\') {
      c = literal[++i];
      c = c == 'n' ? '\n' : c == 't' ? ' ' : c;
    }
    text += c;
  }
  return text;
}

bool is_literal(std::string_view token) {
  return token.front() == '"' || token.substr(0, 2) == "R\"";
}

}  // namespace

bool read_asm(const Source& source, std::size_t i, Asm& found) {
  std::size_t open = i + 1;
  while (source[open] == "volatile" || source[open] == "__volatile__" ||
         source[open] == "__volatile")
    ++open;
  const std::size_t close = source[open] == "(" ? source.closing(open) : kNone;
  if (close == kNone) return false;
  found.end = close + 1;
  std::size_t at = open + 1;
  for (; source.is_text(at); ++at) {
    if (!is_literal(source[at])) return false;
    found.text += plain_text(source[at]);
  }
  int section = 0;  // 1: outputs, 2: inputs
  while (at < close && section < 3) {
    if (source[at] == ":" || source[at] == "::") {
      section += static_cast<int>(source[at].size());
      ++at;
      continue;
    }
    if (section == 0 || section > 2) break;
    if (source[at] == ",") ++at;
    Asm::Operand operand{at, kNone, section == 1, {}};
    if (source[at] == "[") {
      found.has_names = true;
      at += 3;
    }
    if (!source.is_text(at) || source[at + 1] != "(" || source.closing(at + 1) == kNone)
      return false;
    operand.constraint = plain_text(source[at]);
    operand.open = at + 1;
    found.operands.push_back(operand);
    at = source.closing(at + 1) + 1;
  }
  return true;
}

}  // namespace translator

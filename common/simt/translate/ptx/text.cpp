#include "ptx/text.h"

#include <cctype>

namespace translator {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

std::string without_comments(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (text.substr(0, 2) == "//") {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.substr(0, 2) == "/*") {
      const std::size_t end = text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
      result += ' ';
    } else {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

class Parser {
 public:
  Parser(std::string_view text, std::vector<PtxStatement>& statements)
      : text_(text), statements_(statements) {}

  bool run() {
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      if (!statement()) return false;
    }
    return true;
  }

 private:
  bool statement() {
    const char c = text_[at_];
    if (c == ';') return ++at_, true;
    if (c == '{' || c == '}') {
      ++at_;
      statements_.push_back({c == '{' ? PtxStatement::kOpen : PtxStatement::kClose, {}, {}, {}});
      return true;
    }
    std::string guard;
    if (c == '@') {
      ++at_;
      skip_spaces();
      if (text_.substr(at_, 1) == "!") guard = "!", ++at_;
      skip_spaces();
      guard += word();
      skip_spaces();
    }
    std::string opcode = word_with_dots();
    if (opcode.empty()) return false;
    skip_spaces();
    if (guard.empty() && text_.substr(at_, 1) == ":" && text_.substr(at_, 2) != "::") {
      ++at_;
      statements_.push_back({PtxStatement::kLabel, {}, opcode, {}});
      return true;
    }
    const std::size_t end = text_.find(';', at_);
    if (end == std::string_view::npos) return false;  // `ptxas` asks for it, too
    std::string rest(text_.substr(at_, end - at_));
    at_ = end + 1;
    if (opcode != ".reg") {
      statements_.push_back({PtxStatement::kInstruction, guard, opcode, split(rest)});
      return true;
    }
    // `.reg .b32 a, b;`
    const std::size_t type = rest.find_first_of(" \t\n");
    if (type == std::string::npos) return false;
    statements_.push_back(
        {PtxStatement::kRegisters, {}, rest.substr(0, type), split(rest.substr(type))});
    return true;
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }
  /// With the `::` in `shared::cta`.
  std::string word_with_dots() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.')) {
      ++at_;
      if (text_.substr(at_, 2) == "::") at_ += 2;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  std::vector<PtxStatement>& statements_;
  std::size_t at_ = 0;
};

}  // namespace

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == '}') --depth;
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (const std::string last = trimmed(text.substr(begin)); !last.empty() || !parts.empty()) {
    parts.push_back(last);
  }
  return parts;
}

bool parse_ptx(std::string_view text, std::vector<PtxStatement>& statements) {
  const std::string plain = without_comments(text);
  return Parser(plain, statements).run();
}

}  // namespace translator

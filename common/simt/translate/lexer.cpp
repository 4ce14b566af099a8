#include "lexer.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace translator {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_identifier_start(char c) {
  // Bytes from 0x80 up belong to UTF-8 letters.
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80);
}

bool is_identifier(char c) { return is_identifier_start(c) || is_digit(c); }

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Longest first. No `>>`, `>=` and the like: `>` may close a template argument list.
constexpr std::string_view kPunctuators[] = {
    "<<<", "<<=", "<=>", "->*", "...", "<<", "<=", "->", "::", "&&", "||", "==", "!=",
    "+=",  "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "++", "--", ".*", "##",
};
/// The frequent ones that begin no longer one.
constexpr std::string_view kAlwaysAlone = "(){}[];,>";

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file, std::vector<Diagnostic>& errors,
        std::string_view other)
      : text_(text), errors_(errors) {
    lexed_.places.push_back({file, {}});
    system_files_.emplace(file, false);
    find_libraries(text_);
    find_libraries(other);
    lexed_.tokens.reserve(1024);
  }

  Lexed run() {
    while (at_ < text_.size()) step();
    return std::move(lexed_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      ++at_;
      line_is_empty_ = true;
    } else if (is_space(c)) {
      ++at_;
    } else if (c == '#' && line_is_empty_) {
      directive();
    } else if (c == '/' && peek(1) == '/') {
      skip_to_end_of_line();
    } else if (c == '/' && peek(1) == '*') {
      block_comment();
    } else {
      line_is_empty_ = false;
      token();
    }
  }

  void error(int line, const char* message) {
    errors_.push_back({unescape(lexed_.places.back().file), line, message});
  }

  /// Moves to `end` and counts the lines on the way.
  void advance_to(std::size_t end) {
    line_ += static_cast<int>(std::count(text_.begin() + at_, text_.begin() + end, '\n'));
    at_ = end;
  }

  /// Moves to the newline; one after a backslash does not end the line.
  void skip_to_end_of_line() {
    std::size_t end = at_;
    do {
      end = std::min(text_.find('\n', end + 1), text_.size());
    } while (end < text_.size() && text_[end - 1] == '\\');
    advance_to(end);
  }

  void block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) error(line_, "this comment has no end");
    advance_to(end == std::string_view::npos ? text_.size() : end + 2);
  }

  void directive() {
    const std::size_t begin = at_;
    Marker marker;
    if (read_marker(line_at(begin), marker)) {
      at_ += line_at(begin).size();
      enter(marker);
      return;
    }
    skip_to_end_of_line();
    const bool is_library = lexed_.places.back().is_library;
    if (is_left_out(text_.substr(begin, at_ - begin), is_library)) {
      lexed_.cuts.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
    }
  }

  /// g++ would warn about these, which nvcc understands; none of them changes what a program does. In
  /// libraries of device code, which unroll everything, g++ does not do so either.
  static bool is_left_out(std::string_view line, bool is_library) {
    const auto drop_spaces = [&line] {
      while (!line.empty() && is_space(line[0])) line.remove_prefix(1);
    };
    line.remove_prefix(1);
    drop_spaces();
    if (!starts_with(line, "pragma")) return false;
    line.remove_prefix(6);
    drop_spaces();
    for (std::string_view name : {"unroll", "nounroll", "nv_", "diag_", "hd_warning_disable"}) {
      if (starts_with(line, name)) return true;
    }
    return is_library && starts_with(line, "GCC unroll");
  }

  /// `# 12 "file" 1 3`: the next line is line 12 of the file.
  struct Marker {
    int line = 0;
    std::string_view file, flags;
  };

  std::string_view line_at(std::size_t at) const { return line_at(text_, at); }
  static std::string_view line_at(std::string_view text, std::size_t at) {
    return text.substr(at, text.find('\n', at) - at);
  }

  static bool read_marker(std::string_view line, Marker& marker) {
    if (!starts_with(line, "# ")) return false;
    std::size_t i = 2;
    for (; i < line.size() && is_digit(line[i]); ++i) {
      marker.line = static_cast<int>((marker.line * 10ll + (line[i] - '0')) % 1000000000);
    }
    if (i == 2 || line.substr(i, 2) != " \"") return false;
    std::size_t end = i += 2;
    while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
    if (end >= line.size()) return false;
    marker.file = line.substr(i, end - i);
    marker.flags = line.substr(end + 1);
    return marker.flags.find_first_not_of(" 1234") == std::string_view::npos;
  }

  void enter(Marker marker) {
    const bool from_system = marker.flags.find('3') != std::string_view::npos;
    if (starts_with(marker.flags, " 1") || starts_with(marker.flags, " 2")) {
      marker.flags.remove_prefix(2);
    }
    // A macro of a system header, used in the learner's file, puts the flag on that file too; so
    // what a file is was decided when it was first entered.
    const bool is_system = system_files_.emplace(marker.file, from_system).first->second;
    line_ = marker.line - 1;  // the newline at the end of the marker adds one
    lexed_.places.push_back({marker.file, marker.flags, is_system, from_system_[marker.file]});
    if (is_system) skip_system_text();
  }

  /// Libraries of device code (CUB, Thrust) are system headers, too: they have CUDA's words.
  void find_libraries(std::string_view text) {
    std::string_view file;
    std::size_t next = 0;
    for (std::size_t begin = 0; begin < text.size(); begin = next) {
      if (Marker marker; read_marker(line_at(text, begin), marker)) {
        file = marker.file;
        // A macro of the program's takes the flag away, one of the system's gives it: the first time counts.
        from_system_.emplace(file, marker.flags.find('3') != std::string_view::npos);
      }
      next = text.find("\n# ", begin);
      next = next == std::string_view::npos ? text.size() : next + 1;
      const std::string_view part = text.substr(begin, next - begin);
      for (const std::string_view word : {"__device__", "__host__", "__global__"}) {
        if (part.find(word) != std::string_view::npos) system_files_.emplace(file, false);
      }
    }
  }

  /// A million lines of the standard library need no tokens: moves to the next marker.
  void skip_system_text() {
    for (std::size_t next = at_; (next = text_.find("\n# ", next)) != std::string_view::npos;) {
      Marker marker;
      if (read_marker(line_at(++next), marker)) {
        at_ = next - 1;
        return;
      }
    }
    at_ = text_.size();
  }

  void token() {
    const std::size_t begin = at_;
    const int line = line_;
    const auto place = static_cast<std::uint32_t>(lexed_.places.size() - 1);
    const Kind kind = scan();
    if (kind == Kind::kPunctuator && ends_spaced_launch(begin)) {
      lexed_.tokens.back().end = static_cast<std::uint32_t>(at_);
      return;
    }
    lexed_.tokens.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), place, line, kind});
  }

  /// `<< <` and `< <<`, as some formatters write `<<<`: anywhere else it would be an error.
  bool ends_spaced_launch(std::size_t begin) const {
    if (lexed_.tokens.empty() || line_ != lexed_.tokens.back().line) return false;
    const Token& before = lexed_.tokens.back();
    if (before.place + 1 != lexed_.places.size()) return false;
    const std::string_view first = text_.substr(before.begin, before.end - before.begin);
    const std::string_view second = text_.substr(begin, at_ - begin);
    if (!(first == "<<" && second == "<") && !(first == "<" && second == "<<")) return false;
    for (std::size_t i = before.end; i < begin; ++i) {
      if (!is_space(text_[i])) return false;
    }
    return before.end < begin && !(lexed_.tokens.size() > 1 && follows_operator());
  }

  /// Is the last token that of `operator<<`?
  bool follows_operator() const {
    const Token& word = lexed_.tokens[lexed_.tokens.size() - 2];
    return text_.substr(word.begin, word.end - word.begin) == "operator";
  }

  /// The size of `\u00e9` or `\U0001f600` here, which is how g++ -E writes a letter; else 0.
  std::size_t universal_name() const {
    if (peek() != '\\' || (peek(1) != 'u' && peek(1) != 'U')) return 0;
    const std::size_t size = peek(1) == 'u' ? 6 : 10;
    for (std::size_t i = 2; i < size; ++i) {
      const char c = peek(i) | 0x20;
      if (!is_digit(c) && !(c >= 'a' && c <= 'f')) return 0;
    }
    return size;
  }

  Kind scan() {
    const char c = peek();
    if (is_identifier_start(c) || universal_name() > 0) {
      const std::size_t begin = at_;
      while (is_identifier(peek()) || universal_name() > 0)
        at_ += std::max<std::size_t>(1, universal_name());
      const std::string_view word = text_.substr(begin, at_ - begin);
      if (peek() == '"' && is_any_of(word, {"R", "LR", "uR", "UR", "u8R"})) return raw_string();
      if ((peek() == '"' || peek() == '\'') && is_any_of(word, {"L", "u", "U", "u8"})) {
        return quoted();
      }
      return Kind::kIdentifier;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return quoted();
    return punctuator();
  }

  static bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  Kind number() {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = peek();
      const char before = text_[at_ - 1] | 0x20;
      const bool exponent_sign = (c == '+' || c == '-') && (before == 'e' || before == 'p');
      const bool separator = c == '\'' && is_identifier(peek(1));
      if (!is_identifier(c) && c != '.' && !exponent_sign && !separator) break;
    }
    return Kind::kNumber;
  }

  Kind quoted() {
    const char quote = peek();
    const int line = line_;
    for (++at_; peek() != quote; ++at_) {
      if (peek() == '\\') {
        ++at_;
        if (peek() == '\n') ++line_;
      } else if (at_ >= text_.size() || peek() == '\n') {
        error(line, quote == '"' ? "this string has no end" : "this character has no end");
        at_ = std::min(at_, text_.size());
        return Kind::kText;
      }
    }
    ++at_;
    while (is_identifier(peek())) ++at_;  // the suffix of a user-defined literal
    return Kind::kText;
  }

  Kind raw_string() {
    const std::size_t open = text_.find('(', at_);
    const std::size_t delimiter_size = open - at_ - 1;
    std::size_t end = std::string_view::npos;
    if (open != std::string_view::npos && delimiter_size <= 16) {
      std::string close = ")";
      close += text_.substr(at_ + 1, delimiter_size);
      close += '"';
      end = text_.find(close, open);
      if (end != std::string_view::npos) end += close.size();
    }
    if (end == std::string_view::npos) {
      error(line_, "this raw string has no end");
      end = text_.size();
    }
    advance_to(end);
    while (is_identifier(peek())) ++at_;
    return Kind::kText;
  }

  Kind punctuator() {
    const std::string_view rest = text_.substr(at_, 3);
    for (std::string_view punctuator : kPunctuators) {
      if (kAlwaysAlone.find(rest[0]) != std::string_view::npos) break;
      if (!starts_with(rest, punctuator)) continue;
      if (punctuator == "<<<" && after_operator()) continue;  // operator<< <char>(...)
      at_ += punctuator.size();
      return Kind::kPunctuator;
    }
    ++at_;
    return Kind::kPunctuator;
  }

  bool after_operator() const {
    if (lexed_.tokens.empty()) return false;
    const Token& last = lexed_.tokens.back();
    return text_.substr(last.begin, last.end - last.begin) == "operator";
  }

  std::string_view text_;
  std::vector<Diagnostic>& errors_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool line_is_empty_ = true;  ///< up to here, but for spaces
  Lexed lexed_;
  std::unordered_map<std::string_view, bool> system_files_;  ///< is the file a system header?
  std::unordered_map<std::string_view, bool> from_system_;   ///< … or a library of device code?
};

}  // namespace

Lexed lex(std::string_view text, std::string_view file, std::vector<Diagnostic>& errors,
          std::string_view other) {
  return Lexer(text, file, errors, other).run();
}

std::vector<std::string_view> system_headers(const Lexed& lexed) {
  std::unordered_set<std::string_view> seen;
  std::vector<std::string_view> headers;
  bool was_system = false;
  for (const Place& place : lexed.places) {
    const bool is_first = seen.insert(place.file).second;
    if (place.is_system && is_first && !was_system) headers.push_back(place.file);
    was_system = place.is_system;
  }
  return headers;
}

std::string unescape(std::string_view literal) {
  std::string name;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size()) ++i;
    name += literal[i];
  }
  return name;
}

}  // namespace translator

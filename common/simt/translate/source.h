/// @file
/// @ingroup simt_translate
/// The tokens of a program, what belongs together among them, and the changes made to them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.h"

namespace translator {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// A program under translation. Tokens are named by their index; any index at or past size() is an
/// empty token, so looking ahead needs no bounds.
class Source {
 public:
  /// See lex().
  Source(std::string_view text, std::string_view file, std::vector<Diagnostic>& errors,
         std::string_view other = {});

  std::size_t size() const { return lexed_.tokens.size(); }
  std::string_view operator[](std::size_t i) const;
  /// Is this token `<<<` with a space in it?
  bool is_spaced_launch(std::size_t i) const;
  bool is_identifier(std::size_t i) const { return is(i, Kind::kIdentifier); }
  bool is_number(std::size_t i) const { return is(i, Kind::kNumber); }
  bool is_text(std::size_t i) const { return is(i, Kind::kText); }
  /// Does token i + 1 follow token i without a space?
  bool touches_next(std::size_t i) const;

  /// The bracket, of whatever kind, that closes the one at `open`, or kNone.
  std::size_t closing(std::size_t open) const;
  /// The bracket that opens the one at `close`, or kNone.
  std::size_t opening(std::size_t close) const;
  /// The bracket that token `i` is directly inside of, or kNone.
  std::size_t enclosing(std::size_t i) const;
  /// The `>` that closes the template argument list opened at `open`, or kNone.
  std::size_t closing_angle(std::size_t open) const;
  /// The `<` that opens the template argument list closed at `close`, or kNone.
  std::size_t opening_angle(std::size_t close) const;

  /// Is token `i` from a header that is not the program's own?
  bool is_library(std::size_t i) const { return place(i).is_library; }
  int line(std::size_t i) const { return lexed_.tokens[i].line; }
  /// As a string literal spells it, without quotes.
  std::string_view file(std::size_t i) const { return place(i).file; }

  /// Takes a token out, with all that was inserted around it so far.
  void erase(std::size_t i) { edits_[i] = {{}, {}, true}; }
  void erase(std::size_t first, std::size_t last);  ///< the tokens [first, last)
  bool is_erased(std::size_t i) const;
  void insert_before(std::size_t i, std::string_view text);
  void insert_after(std::size_t i, std::string_view text);
  void replace(std::size_t i, std::string_view text);
  /// In front of all that was inserted before token `i`.
  void insert_in_front(std::size_t i, std::string_view text);

  /// The changed text of the tokens [first, last) and of all that stands between them.
  std::string render(std::size_t first, std::size_t last) const;
  /// The whole changed text.
  std::string render() const;

  /// A line marker: what follows is on the line of token `i`.
  std::string marker(std::size_t i) const;
  /// `text` made to be on the line of token `i` although it stands after token `behind`.
  std::string on_line_of(std::size_t i, std::string text, std::size_t behind) const;

  void error(std::size_t i, std::string message) const;
  void warning(std::size_t i, std::string message) const;

 private:
  struct Edit {
    std::string before, after;
    bool erased = false;
  };

  bool is(std::size_t i, Kind kind) const { return i < size() && lexed_.tokens[i].kind == kind; }
  const Place& place(std::size_t i) const { return lexed_.places[lexed_.tokens[i].place]; }
  void find_partners();
  std::size_t closing_angle(std::size_t open, bool count_nested) const;
  void append(std::string& out, std::size_t begin, std::size_t end) const;
  void append_newlines(std::string& out, std::size_t begin, std::size_t end) const;
  void append_edited(std::string& out, std::size_t begin, std::size_t end, std::size_t first,
                     std::size_t last) const;

  std::string_view text_;
  std::vector<Diagnostic>& errors_;
  Lexed lexed_;
  std::vector<std::size_t> partners_;
  std::map<std::size_t, Edit> edits_;
};

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// Splits preprocessed C++ into tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.h"

namespace translator {

/// Of C++20, which this isn't.
inline bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// What a `# line "file" flags` marker says about the lines below it.
struct Place {
  std::string_view file;    ///< as in the marker, without its quotes but with its escapes
  std::string_view flags;   ///< ` 3 4` and the like: the text comes out of a system macro
  bool is_system = false;   ///< a header of the system's, but one of a CUDA library
  bool is_library = false;  ///< one of either
};

enum class Kind : std::uint8_t { kIdentifier, kNumber, kText, kPunctuator };

/// A piece of the text. Strings and characters are kText, with prefix and suffix. A `>` is always
/// a token of its own, `<<<` is one token.
struct Token {
  std::uint32_t begin, end;  ///< offsets in the text
  std::uint32_t place;       ///< index into Lexed::places
  std::int32_t line;         ///< in the file of that place
  Kind kind;
};

/// A part of the text to leave out: pragmas that are for nvcc.
struct Cut {
  std::uint32_t begin, end;
};

struct Lexed {
  std::vector<Token> tokens;
  std::vector<Place> places;
  std::vector<Cut> cuts;
};

/// The tokens of all text that is not from a system header, unless that has CUDA's words in it. Comments,
/// line markers and other directives are no tokens.
///
/// @param other  the same program, preprocessed otherwise: a header that has CUDA's words there counts, too
Lexed lex(std::string_view text, std::string_view file, std::vector<Diagnostic>& errors,
          std::string_view other = {});

/// The system headers that text which is none includes, as its markers spell them.
std::vector<std::string_view> system_headers(const Lexed& lexed);

/// A file name as a marker or a string literal spells it, without its escapes.
std::string unescape(std::string_view literal);

}  // namespace translator

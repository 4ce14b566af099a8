/// @file
/// @ingroup simt_translate
/// What a declaration is, as far as its first tokens tell.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "source.h"

namespace translator {

bool is_any_of(std::string_view token, std::initializer_list<std::string_view> words);

/// Is this the name of a specifier that takes parentheses, like `alignas(16)`?
bool takes_parentheses(std::string_view token);

/// Is this a word that types of the language are made of, like `unsigned`?
bool is_builtin_type(std::string_view token);

/// The first token of the declaration whose specifiers token `i` is among.
std::size_t first_specifier(const Source& source, std::size_t i);

/// The token after a type's name, `typename a::b<X>::c`, that begins with token `i`.
std::size_t skip_qualified_name(const Source& source, std::size_t i);

/// Is the name at token `i` one that is declared here: `int name`, `T* name = `, `auto name(`?
bool is_declared_name(const Source& source, std::size_t i);

/// Is token `i` in no operand of `sizeof`, `decltype` … , which is not evaluated? Looks at the whole
/// statement.
bool is_evaluated(const Source& source, std::size_t i);

struct Declaration {
  std::size_t first = 0;          ///< its first token
  std::size_t end = 0;            ///< the token that ended the look ahead: one of ( { = ; [ ,
  std::size_t name = kNone;       ///< the last identifier before `end`
  std::size_t inline_at = kNone;  ///< `inline`, if that stands there
  bool is_variable = false;       ///< else a function or a lambda
  bool is_constant = false;       ///< const, and not merely pointing to const
};

/// Looks at the declaration that has token `i` among its specifiers, up to the point where it is
/// known to be a function or a variable.
Declaration read_declaration(const Source& source, std::size_t i);

}  // namespace translator

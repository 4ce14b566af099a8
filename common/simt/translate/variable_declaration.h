/// @file
/// @ingroup simt_translate
/// Statements that declare variables.
#pragma once

#include <cstddef>
#include <vector>

#include "source.h"

namespace translator {

/// Does token `i` begin a statement of a block? The substatement of an `if`, `else`, `do` … is none:
/// a statement put after it would end it.
bool begins_statement(const Source& source, std::size_t i);

/// The declaration of variables that a statement is.
class VariableDeclaration {
 public:
  VariableDeclaration(const Source& source, std::size_t first) : source_(source), at_(first) {}

  /// False if this is no declaration, as far as that is decidable without knowing which names are types.
  bool read();

  struct Variable {
    std::size_t name;
    std::size_t first, last;  ///< the tokens of its initialiser, and the brackets after its name
    bool is_constant;
  };

  std::size_t end() const { return at_; }  ///< the semicolon
  const std::vector<Variable>& variables() const { return variables_; }
  /// The names of arrays, and of what may be one if its type is: `Matrix m`.
  const std::vector<std::size_t>& arrays() const { return arrays_; }
  const std::vector<std::size_t>& others() const { return others_; }
  /// The names of arrays of constants, which may be static.
  const std::vector<std::size_t>& tables() const { return tables_; }
  /// Are they of a type of the language's, and of each thread?
  bool is_plain() const { return !is_named_ && !is_class_ && !is_stored_elsewhere_; }

 private:
  bool skip_specifier();
  bool read_type();
  bool read_declarator();
  void skip_initialiser();

  const Source& source_;
  std::size_t at_;
  bool is_named_ = false;  ///< by a name that may stand for any type
  bool is_class_ = false;
  bool is_constant_ = false, type_is_constant_ = false;
  bool is_stored_elsewhere_ = false;
  std::vector<Variable> variables_;
  std::vector<std::size_t> arrays_, others_, tables_;
};

}  // namespace translator

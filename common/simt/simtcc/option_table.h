/// @file
/// @ingroup simt_simtcc
/// Every option that simtcc knows, with nvcc's spellings.
#pragma once

#include <string>

#include "options.h"

namespace simtcc {

struct Option;

/// An option on the command line.
struct Given {
  const Option* option = nullptr;  ///< nullptr: there is none of this name
  std::string_view name;           ///< as the caller has written it
  std::string_view value;          ///< empty if it has none
  bool has_value = false;
};

struct Option {
  /// Separated by spaces; what sets words for g++ has g++'s name first. A value may follow as the next word or after
  /// `=`; where the name ends in `*`, directly, if it is a number where that is asked for.
  std::string_view names;
  /// What the value is called, N if it is a number; empty if there is none. The option is then a word of its own.
  std::string_view value;
  /// What it changes; nullptr if it has no effect here.
  void (*set)(Options& options, const Given& given);
  /// For --help; why it is refused, if refuse() is what it does; empty if it has no effect.
  std::string_view meaning;
};

/// @throw Failure with the option's meaning
void refuse(Options& options, const Given& given);

struct OptionTable {
  const Option* first;
  const Option* last;
  const Option* begin() const { return first; }
  const Option* end() const { return last; }
};
OptionTable option_table();

}  // namespace simtcc

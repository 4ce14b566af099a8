/// @file
/// @ingroup simt_translate
/// What the translator has to say about a program it cannot translate.
#pragma once

#include <string>
#include <vector>

namespace translator {

/// One sentence about one line of the learner's file.
struct Diagnostic {
  std::string file;
  int line;
  std::string message;
  bool is_warning = false;  ///< the translation goes on, and is complete
};

/// Prints them like a compiler does, to stderr. @return whether there is an error among them
bool print(const std::vector<Diagnostic>& diagnostics);

}  // namespace translator

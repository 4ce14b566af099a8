/// @file
/// @ingroup simt_base
/// Warnings on stderr: what is most likely a mistake, and does not stop the program.
#pragma once

#include <string>

namespace simt {

/// @param text what happened, and further lines, each with its end. The exit code of the program stays what it is.
void warn(const std::string& text);
/// Whether this is the first time for this line of code, which may be several places in the program.
/// @param kind of the warning
/// @param site address of the code
bool is_first_warning(const char* kind, const void* site);
/// Prints a warning of this kind unless the program has already got one for the same line of code.
/// @param kind of the warning
/// @param site address of the code
/// @param text makes the text, if it is needed
template <class Text>
void warn_once(const char* kind, const void* site, Text text) {
  if (is_first_warning(kind, site)) warn(text());
}

}  // namespace simt

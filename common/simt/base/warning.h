/// @file
/// @ingroup simt_base
/// Warnings on stderr: what is most likely a mistake, and does not stop the program.
#pragma once

#include <string>

namespace simt {

/// @param text what happened, and further lines, each with its end. The exit code of the program stays what it is.
void warn(const std::string& text);
/// As `warn`, but only the first time for this line of code.
/// @param kind of the warning. @param site address of the code
void warn_once(const char* kind, const void* site, const std::string& text);

}  // namespace simt

/// @file
/// @ingroup simt_simtcc
/// C files that include headers of CUDA, which are C++ here.
#pragma once

#include <string>

#include "context.h"

namespace simtcc {

bool asks_for_cuda(const Context& context, const std::string& source);

/// The C file as C++ that has C's names for what it defines.
std::string c_as_cpp(const Context& context, const std::string& source);

/// For g++, to compile that: it may do what C does.
Words options_of_c_as_cpp(const Options& options, const std::string& source);

}  // namespace simtcc

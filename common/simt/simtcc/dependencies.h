/// @file
/// @ingroup simt_simtcc
/// Which headers a file includes, for make and ninja.
#pragma once

#include <string>

#include "context.h"

namespace simtcc {

/// Where they are written for `source`, if a file `target` is made of it; empty without -MD and its relatives.
std::string dependency_file(const Options& options, const std::string& source,
                            const std::string& target);

/// Options that make g++ write them.
Words dependency_options(const Options& options, const std::string& source,
                         const std::string& target);

}  // namespace simtcc

/// @file
/// @ingroup simt_simtcc
/// From one source file to an object, with g++.
#pragma once

#include <string>

#include "context.h"

namespace simtcc {

/// @param object what is written; `target` is what the dependencies are written for
/// @throw DoesNotCompile after its messages
void compile(const Context& context, const Input& input, const std::string& object,
             const std::string& target);

/// The compiler, with what launches it.
Words compile_command(const Installation& installation);

}  // namespace simtcc

/// @file
/// @ingroup simt_simtcc
/// How a call of simtcc ends early.
#pragma once

#include <stdexcept>
#include <string>

namespace simtcc {

/// simtcc cannot do what it was asked for: one sentence, and exit code 2.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file does not compile, and everything has been said: exit code 1.
struct DoesNotCompile {};

}  // namespace simtcc

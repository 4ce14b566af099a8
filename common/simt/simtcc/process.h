/// @file
/// @ingroup simt_simtcc
/// Runs g++ and its relatives; without a shell, so words may have anything in them.
#pragma once

#include <string>

#include "words.h"

namespace simtcc {

/// Where a command's output, or its messages, go: where those of simtcc go, into a string, or nowhere.
enum class To { kTerminal, kText, kNowhere };

struct Finished {
  bool found = true;     ///< there is such a program
  bool ok = false;       ///< it ended with exit code 0
  std::string output;    ///< with To::kText
  std::string messages;  ///< with To::kText
};

/// Runs the command to its end. @param locale of its messages, instead of the caller's
/// @throw Interrupted if simtcc is asked to end meanwhile
Finished run(const Words& command, To output, To messages, const char* locale = nullptr);

/// Runs the command, keeping nothing. @throw Failure if there is no such program, DoesNotCompile if it has failed
void run_or_fail(const Words& command);

/// A signal that ends simtcc: what it has begun is cleaned up first.
struct Interrupted {
  int signal;
};
void catch_signals();

}  // namespace simtcc

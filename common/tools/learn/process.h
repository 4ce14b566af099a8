// Runs a command with a time limit, and stops it with all that it has started; or becomes the command.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace learn {

struct Outcome {
  std::string output;  ///< stdout and stderr as they came, the beginning and the end of very much
  int exit_code = 0;   ///< 128 + the signal's number if one ended it
  bool timed_out = false;  ///< it was stopped at the limit
  bool stopped = false;    ///< it was stopped since it is not wanted any more

  bool ok() const { return exit_code == 0 && !timed_out && !stopped; }
};

/// Asked every 50 ms while a command runs: is its result still wanted?
using Wanted = std::function<bool()>;
inline bool always() { return true; }

/// What is wanted of the output: all that a learner should read, or stdout as it is, to work with.
enum class Output { kToRead, kStdout };

/// Becomes the command: input, output, signals and exit code are its own from here on.
[[noreturn]] void become(const std::vector<std::string>& command);

/// The command has neither input nor terminal, so it cannot wait for an answer.
Outcome run(const std::vector<std::string>& command, double seconds, const Wanted& wanted,
            Output output = Output::kToRead);

}  // namespace learn

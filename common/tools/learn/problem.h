// What ends learn early: a message for the learner and an exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace learn {

inline constexpr int kExitOk = 0;
inline constexpr int kExitNo = 1;            ///< not passed, not possible
inline constexpr int kExitBadArguments = 2;  ///< as of every program here
inline constexpr int kExitCannotRun = 77;    ///< this build or device cannot
inline constexpr int kExitInterrupted = 130;

struct Problem : std::runtime_error {
  explicit Problem(const std::string& message, int code = kExitNo)
      : std::runtime_error(message), exit_code(code) {}
  int exit_code;
};

}  // namespace learn

// The verdict on an exercise: builds its check with the learner's file, and runs it.
#pragma once

#include <string>

#include "course.h"
#include "process.h"

namespace learn {

enum class State {
  kUnknown,  ///< it has not been checked, or the check was stopped
  kNotStarted,
  kDoesNotCompile,
  kCrashes,
  kTakesTooLong,
  kWrong,
  kPasses,
  kCannotRun,  ///< this machine's device cannot
  kRefused,    ///< it was handed in, and does what an answer may not
};

struct Verdict {
  State state = State::kUnknown;
  std::string text;  ///< what the compiler or the check says, and nothing else
  /// One JSON object, which the check has written; empty if it did not come to its end.
  std::string from_check = {};
};

/// "does not compile"
std::string name_of(State state);
/// The state with this name, or kUnknown.
State state_named(const std::string& name);

/// The longest run of a check, in seconds: LEARN_SECONDS, or 60.
double check_seconds();

/// @param wanted asked all the time; if it says no, the state is kUnknown
Verdict check(const Course& course, const Exercise& exercise, const Wanted& wanted);

/// What an executed check means; used by check(). @param token which its PASS has to carry
Verdict judge(const Outcome& outcome, double limit, const std::string& token);

/// New each time, so that what a submission prints is not taken for the verdict of its check.
std::string new_token();

/// The text without its end of line, if it is one JSON object and has the token: brackets and quotation marks are
/// in pairs, so it can be part of another object.
std::string object_with_token(const std::string& text, const std::string& token);

}  // namespace learn

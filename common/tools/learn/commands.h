// The commands of learn, one function each. Each returns the program's exit code.
#pragma once

#include <string>
#include <vector>

#include "course.h"
#include "record.h"

namespace learn {

using Words = std::vector<std::string>;

struct Command {
  const char* name;       ///< one word or two: "check", "check --json"
  const char* arguments;  ///< as the usage has them, one word each; in brackets, it may be left out
  const char* help;
  /// @param words what follows the command, no more and no less than its arguments say
  int (*run)(const Course& course, Record& record, const Words& words);
  bool is_for_learners = true;
  bool passes_more_on = false;  ///< what follows its argument is that program's own, --help as well
};

/// The first one, without a name, is what `learn` alone does.
const std::vector<Command>& commands();

}  // namespace learn

// The commands of learn, one function each. Each returns the program's exit code.
#pragma once

#include <string>
#include <vector>

#include "course.h"
#include "record.h"

namespace learn {

struct Command {
  const char* name;
  const char* arguments;  ///< "", "[NAME]" or "NAME", as the usage has them
  const char* help;
  int (*run)(const Course& course, Record& record, const Exercise* exercise);
};

/// The first one, without a name, is what `learn` alone does.
const std::vector<Command>& commands();

}  // namespace learn

// Grades as programs read them: learn's own JSON, and what graders of others take.
#pragma once

#include <string>
#include <vector>

#include "grade.h"

namespace learn {

struct Format {
  const char* name;
  std::string (*write)(const Grades& grades);
  /// Whoever takes it wants to hear that grading went well, not that the answers are right.
  bool is_for_graders;
};

/// "table" for people, "json" (docs/pages/teaching.md has it), "junit", "gradescope" and "classroom50".
const std::vector<Format>& formats();

}  // namespace learn

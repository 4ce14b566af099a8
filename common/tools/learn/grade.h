// What answers that others have handed in are worth. Each is compiled and run in a sandbox by the check of the course
// that this learn belongs to, so nothing counts that a student may have changed but the file of the exercise.
#pragma once

#include <string>
#include <vector>

#include "check.h"
#include "plan.h"

namespace learn {

struct Grade {
  Assigned task;
  Verdict verdict;
  int points = 0;
  /// Where results were compared: "outside" the process of the answer, or "inside" it; empty if none was.
  std::string compared = {};
};

struct Grades {
  Plan plan;
  std::string student;  ///< the name of the folder
  bool is_safe = true;  ///< in a sandbox
  std::vector<Grade> all = {};

  int points() const;
  int of() const;
};

/// @param handed_in a folder: an answer is in it by its name, x.cu, or by its place in the course
/// @throw Problem if there can be no sandbox, unless that is not asked for
Grades grade(const Course& course, const Plan& plan, const fs::path& handed_in, bool is_safe);

}  // namespace learn

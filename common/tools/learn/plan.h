// What a class works on: which exercises, for how many points, until when. `learn export` reads a plan that a teacher
// has written, and writes it to class.txt at the top of the class, where `learn grade` finds it.
//
//     class     Parallel programming, autumn 2026
//     exercise  scale_vector  10  2026-10-05
//     chapter   03             5  2026-10-19     # every exercise of it, for 5 points each
#pragma once

#include <string>
#include <vector>

#include "course.h"

namespace learn {

struct Assigned {
  const Exercise* exercise;
  int points;
  std::string due;  ///< "2026-10-05"; empty if nothing says until when
};

struct Plan {
  std::string name;
  std::string seed;  ///< that private versions were chosen by; empty if there are none
  std::vector<Assigned> exercises;

  /// @throw Problem with the line that is wrong
  static Plan read(const fs::path& file, const Course& course);
  /// That of a class; of a course, every exercise is worth one point.
  static Plan of(const Course& course);
  /// A line for each exercise.
  std::string text() const;
  std::vector<std::string> chapters() const;
};

}  // namespace learn

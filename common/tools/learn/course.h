// The course as the build describes it: every exercise, in the order of the chapters.
//
// CMake writes <build>/course.txt: a line "source FOLDER", then a line CHAPTER/NAME per exercise.
#pragma once

#include <string>
#include <vector>

#include "files.h"

namespace learn {

struct Exercise {
  std::string chapter, name;
  fs::path source;  ///< the repository

  fs::path folder() const { return source / "exercises" / chapter / name; }
  fs::path file() const { return folder() / (name + ".cu"); }  ///< the learner's
  fs::path readme() const { return folder() / "README.md"; }
  fs::path hints() const { return folder() / "hints.md"; }  ///< and what was learned
  fs::path check() const { return folder() / "check.cu"; }
  fs::path solution() const { return source / "solutions" / chapter / (name + ".cu"); }
  /// Why the solutions of the chapter are good, a section each; not every chapter has one.
  fs::path reasons() const { return source / "solutions" / chapter / "README.md"; }
  fs::path lesson() const { return source / "chapters" / chapter / "README.md"; }
};

struct Course {
  fs::path source, build;
  std::vector<Exercise> exercises;

  /// @throw Problem if the folder is no build of a course
  static Course read(const fs::path& build);
  /// @param name as in `learn list`, or the path of the exercise's folder or file
  /// @throw Problem with the nearest name if there is no such exercise
  const Exercise& find(const std::string& name) const;
  /// Where an exercise is in its chapter: 2 and 5 for the second one of five.
  std::pair<int, int> place(const Exercise& exercise) const;
};

/// The word of `words` that is most like the wrong one, or an empty string.
std::string nearest(const std::string& wrong, const std::vector<std::string>& words);

}  // namespace learn

// The course as the build describes it: every program and exercise, in the order of the chapters.
//
// CMake writes <build>/course.txt: a line "source FOLDER", then a line "program CHAPTER/NAME" or
// "exercise CHAPTER/NAME" each. Behind a program that this build does not have, the line says why.
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
  /// The wrong answers that its check has to reject.
  fs::path variants() const { return source / "common/tests/graders" / chapter / (name + ".diff"); }
  fs::path lesson() const { return source / "chapters" / chapter / "README.md"; }
};

struct Program {
  std::string chapter, name;
  std::string why_not;  ///< why this build does not have it; empty if it does
  fs::path source;      ///< the repository

  fs::path file() const { return source / "chapters" / chapter / (name + ".cu"); }
};

struct Course {
  fs::path source, build;
  std::vector<Program> programs;
  std::vector<Exercise> exercises;

  /// @throw Problem if the folder is no build of a course
  static Course read(const fs::path& build);
  /// @param name as in `learn list`, or the path of the exercise's folder or file
  /// @throw Problem with the nearest name if there is no such exercise
  const Exercise& find(const std::string& name) const;
  /// Where an exercise is in its chapter: 2 and 5 for the second one of five.
  std::pair<int, int> place(const Exercise& exercise) const;
};

/// Whether a chapter is the one that was given, as "06_warp_shuffle", "06" or "6".
bool is_chapter(const std::string& chapter, const std::string& given);
/// The name of a program or an exercise that was given as such, or as the path of its folder or file.
std::string name_in(const std::string& path);

/// "there is no exercise 'frist'; did you mean 'first'?"
/// @param names those that there are
std::string there_is_no(const std::string& what, const std::string& wrong,
                        const std::vector<std::string>& names);

}  // namespace learn

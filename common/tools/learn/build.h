// Builds what the learner wants to run.
#pragma once

#include <string>

#include "course.h"
#include "process.h"

namespace learn {

/// The course of a build, as its lists of programs and exercises are now: if one has changed, CMake reads them again.
/// @throw Problem if it cannot
Course course_of(const fs::path& build, const Wanted& wanted);

/// Whether learn may build: not with LEARN_NO_BUILD.
bool may_build();

/// Whether a target of the build needs nothing to be done. Only ninja tells without doing it; of make,
/// and of a build that looks for new files first (TUTORIAL_PROOFS), the answer is no.
bool is_built(const Course& course, const std::string& target, const Wanted& wanted);

/// Builds a target. Of a build that fails, the output is what the compiler says and nothing else.
/// @param file which of the learner's files it belongs to, by its place in the repository
Outcome build(const Course& course, const std::string& target, const std::string& file,
              const Wanted& wanted);

}  // namespace learn

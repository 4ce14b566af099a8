// learn watch: checks an exercise whenever its file is saved.
#pragma once

#include "course.h"
#include "record.h"

namespace learn {

/// Runs until Ctrl-C or q. Saving another exercise's file goes there.
/// @return the exit code
int watch(const Course& course, Record& record, const Exercise& first);

}  // namespace learn

// What `learn variant` does, for those who write the course.
#pragma once

#include "commands.h"

namespace learn {

/// Prints a wrong answer to an exercise as the compiler sees it: the solution with what the variant changes.
/// @param words the exercise, and the variant's name
/// @throw Problem if there is no such variant
int print_variant(const Course& course, Record& record, const Words& words);

}  // namespace learn

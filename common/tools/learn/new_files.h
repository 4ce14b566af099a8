// What `learn new exercise` and `learn new program` do, for those who write the course.
#pragma once

#include "commands.h"

namespace learn {

/// Makes the files of a new exercise out of common/tools/learn/templates/exercise, and adds it to the files that name all
/// exercises of its chapter. Where something is to be written, a line says so behind "WRITE: ".
/// @param words its name, its chapter
/// @throw Problem before anything is written, if the name is none or is taken, or there is no such chapter
int new_exercise(const Course& course, Record& record, const Words& words);

/// The same for a program of a chapter, of common/tools/learn/templates/program.
int new_program(const Course& course, Record& record, const Words& words);

}  // namespace learn

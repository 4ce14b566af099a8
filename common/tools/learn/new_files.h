// What `learn new …` and `learn remove …` do, for those who write the course.
#pragma once

#include "commands.h"

namespace learn {

/// Makes the files of a new exercise out of common/tools/learn/templates/exercise, and adds it to the files that name
/// all exercises of its chapter. Where something is to be written, a line says so behind "WRITE: ".
/// @param words its name, its chapter
/// @throw Problem before anything is written, if the name is none or is taken, or there is no such chapter
int new_exercise(const Course& course, Record& record, const Words& words);

/// The same for a program of a chapter, of common/tools/learn/templates/program.
int new_program(const Course& course, Record& record, const Words& words);

/// Removes the files of an exercise and what the others have of it, and prints the lines that still name it. What is
/// removed is kept in .learn/kept.
/// @param words its name
/// @throw Problem if there is none
int remove_exercise(const Course& course, Record& record, const Words& words);

/// The same for a program of a chapter. A section of the lesson that was written stays.
int remove_program(const Course& course, Record& record, const Words& words);

}  // namespace learn

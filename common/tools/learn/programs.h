// learn run: builds a program of a chapter if that has to be done, and runs it.
#pragma once

#include "commands.h"

namespace learn {

/// Becomes the program that the first word names, with the other words as its arguments. Without a word it
/// lists all programs; for a chapter's folder or number, that chapter's.
/// @throw Problem if there is no such program, this build does not have it, or it cannot be built
int run_program(const Course& course, Record& record, const Words& words);

}  // namespace learn

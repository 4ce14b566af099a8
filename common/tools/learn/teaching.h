// The commands of those who teach: learn export, learn grade and learn class.
#pragma once

#include "commands.h"

namespace learn {

int export_class(const Course& course, Record& record, const Words& words);

int export_with_seed(const Course& course, Record& record, const Words& words);
int print_key(const Course& course, Record& record, const Words& words);
int grade_answers(const Course& course, Record& record, const Words& words);
int grade_unsafely(const Course& course, Record& record, const Words& words);
int show_class(const Course& course, Record& record, const Words& words);
int print_class_as_csv(const Course& course, Record& record, const Words& words);

}  // namespace learn

// What the learner reads about one exercise: where it is, the verdict, and the next step.
#pragma once

#include <string>
#include <vector>

#include "check.h"
#include "course.h"
#include "progress.h"
#include "record.h"

namespace learn {

/// "scale_vector · chapter 01, exercise 1 of 5"
std::string title(const Course& course, const Exercise& exercise);
/// The state in its colour.
std::string painted(State state);

/// A verdict in three parts; a small window cuts the one in the middle.
struct Page {
  std::vector<std::string> head, body, foot;
};
Page page(const Course& course, Record& record, const Exercise& exercise, const Verdict& verdict,
          int width);

/// Shows one more hint. @return its lines; if there is none left, all of them again
std::vector<std::string> one_more_hint(Record& record, const Exercise& exercise, int width);

/// How to call learn, as the learner did: "build/bin/learn".
void set_program(const std::string& name);
std::string call(const std::string& arguments);

}  // namespace learn

#include "teaching.h"

#include <iostream>

#include "export.h"
#include "formats.h"
#include "page.h"
#include "plan.h"
#include "problem.h"
#include "results.h"
#include "terminal.h"
#include "versions.h"

namespace learn {

namespace {

int export_plan(const Course& course, const Plan& plan, const fs::path& folder) {
  write_class(course, plan, folder);
  std::cout
      << shown(folder) << " has " << plan.exercises.size() << " exercises of "
      << plan.chapters().size() << " chapters. To see that it builds:\n\n  cd " << shown(folder)
      << "\n  cmake --preset tour && cmake --build build --target learn && build/bin/learn list\n";
  return kExitOk;
}

int grade_in_format(const Course& course, const Words& words, bool is_safe) {
  const std::string wanted = words.size() > 1 ? words[1] : "table";
  Words names;
  for (const Format& format : formats()) {
    names.emplace_back(format.name);
    if (format.name != wanted) continue;
    const Grades grades = grade(course, Plan::of(course), words[0], is_safe);
    std::cout << format.write(grades) << std::flush;
    return format.is_for_graders || grades.points() == grades.of() ? kExitOk : kExitNo;
  }
  throw Problem(there_is_no("format", wanted, names), kExitBadArguments);
}

}  // namespace

int export_class(const Course& course, Record&, const Words& words) {
  return export_plan(course, Plan::read(words[0], course), words[1]);
}

int export_with_seed(const Course& course, Record&, const Words& words) {
  Plan plan = Plan::read(words[1], course);
  plan.seed = words[0];
  return export_plan(course, plan, words[2]);
}

int print_key(const Course& course, Record&, const Words& words) {
  const Exercise& exercise = course.find(words[1]);
  const Versions versions(exercise);
  const std::size_t version = versions.chosen(words[0]);
  if (version == 0) std::cerr << exercise.name << " has one version only\n";
  std::cout << versions.text(read_file(exercise.solution()), version);
  return kExitOk;
}

int grade_answers(const Course& course, Record&, const Words& words) {
  return grade_in_format(course, words, true);
}

int grade_unsafely(const Course& course, Record&, const Words& words) {
  return grade_in_format(course, words, false);
}

int show_class(const Course&, Record&, const Words& words) {
  std::cout << table_of_class(read_results(words[0]));
  return kExitOk;
}

int print_class_as_csv(const Course&, Record&, const Words& words) {
  std::cout << csv_of_class(read_results(words[0]));
  return kExitOk;
}

}  // namespace learn

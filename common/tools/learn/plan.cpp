#include "plan.h"

#include <algorithm>
#include <regex>
#include <sstream>

#include "problem.h"

namespace learn {

namespace {

constexpr int kMostPoints = 1000;

void assign(Plan& plan, const Exercise& exercise, int points, const std::string& due) {
  for (const Assigned& other : plan.exercises) {
    if (other.exercise == &exercise) throw Problem(exercise.name + " is there twice");
  }
  plan.exercises.push_back({&exercise, points, due});
}

void read_line(Plan& plan, const std::string& line, const Course& course) {
  std::istringstream words(line);
  std::string what, which, points, due, more;
  words >> what;
  if (what.empty()) return;
  if (what == "class") {
    std::getline(words >> std::ws, plan.name);
    if (plan.name.empty()) throw Problem("the class has no name");
    return;
  }
  words >> which >> points >> due >> more;
  if (what == "seed") {
    plan.seed = which;
    return;
  }
  if ((what != "exercise" && what != "chapter") || !more.empty()) {
    throw Problem(
        "a line is `class NAME`, or `exercise NAME POINTS [YYYY-MM-DD]`, or the same for a "
        "chapter");
  }
  if (!std::regex_match(points, std::regex("\\d{1,4}")) || std::stoi(points) > kMostPoints) {
    throw Problem("points are a number from 0 to " + std::to_string(kMostPoints) + ", not '" +
                  points + "'");
  }
  if (!due.empty() &&
      !std::regex_match(due, std::regex(R"(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))"))) {
    throw Problem("'" + due + "' is no date like 2026-10-05");
  }
  if (what == "exercise") return assign(plan, course.find(which), std::stoi(points), due);
  bool is_there = false;
  for (const Exercise& exercise : course.exercises) {
    if (!is_chapter(exercise.chapter, which)) continue;
    is_there = true;
    assign(plan, exercise, std::stoi(points), due);
  }
  if (!is_there) throw Problem("there is no chapter '" + which + "' with exercises");
}

}  // namespace

Plan Plan::read(const fs::path& file, const Course& course) {
  if (!fs::exists(file)) throw Problem("there is no file " + file.string(), kExitBadArguments);
  Plan plan;
  int number = 0;
  for (const std::string& line : lines_of(read_file(file))) {
    ++number;
    try {
      read_line(plan, line.substr(0, line.find('#')), course);
    } catch (const Problem& problem) {
      throw Problem(shown(file) + ":" + std::to_string(number) + ": " + problem.what(),
                    kExitBadArguments);
    }
  }
  if (plan.exercises.empty()) throw Problem(shown(file) + " names no exercise", kExitBadArguments);
  if (plan.name.empty()) plan.name = "CUDA by Chapter";
  return plan;
}

Plan Plan::of(const Course& course) {
  if (const fs::path file = course.source / "class.txt"; fs::exists(file))
    return read(file, course);
  Plan plan;
  plan.name = "CUDA by Chapter";
  for (const Exercise& exercise : course.exercises) plan.exercises.push_back({&exercise, 1, ""});
  return plan;
}

std::string Plan::text() const {
  std::string text = "class " + name + "\n";
  if (!seed.empty()) text += "seed " + seed + "\n";
  for (const Assigned& one : exercises) {
    text += "exercise " + one.exercise->name + " " + std::to_string(one.points) +
            (one.due.empty() ? "" : " " + one.due) + "\n";
  }
  return text;
}

std::vector<std::string> Plan::chapters() const {
  std::vector<std::string> chapters;
  for (const Assigned& one : exercises) chapters.push_back(one.exercise->chapter);
  std::sort(chapters.begin(), chapters.end());
  chapters.erase(std::unique(chapters.begin(), chapters.end()), chapters.end());
  return chapters;
}

}  // namespace learn

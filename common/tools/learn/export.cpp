#include "export.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "additions.h"
#include "git.h"
#include "problem.h"
#include "terminal.h"
#include "text.h"
#include "versions.h"

namespace learn {

namespace {

constexpr const char* kClassTemplate = "common/tools/learn/templates/class";

bool is_below(const std::string& place, const std::string& folder) {
  return place.rfind(folder + "/", 0) == 0;
}

/// Copies a file or a folder of the course, but for what only its own tests need.
void copy(const fs::path& source, const fs::path& folder, const std::string& place) {
  const auto copy_file = [&](const fs::path& file) {
    const std::string name = fs::relative(file, source).generic_string();
    for (const char* without : {"common/tests", "common/simt/tests", "common/tools/mutations"}) {
      if (is_below(name, without)) return;
    }
    write_file(folder / name, read_file(file));
    fs::permissions(folder / name, fs::status(file).permissions());
  };
  if (!fs::is_directory(source / place)) return copy_file(source / place);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source / place)) {
    if (entry.is_regular_file() && !entry.is_symlink()) copy_file(entry.path());
  }
}

bool is_in(const Plan& plan, const Exercise& exercise) {
  return std::any_of(plan.exercises.begin(), plan.exercises.end(),
                     [&](const Assigned& one) { return one.exercise == &exercise; });
}

/// The chapter's list of exercises without those that are not in the plan.
std::string list_of_exercises(const Course& course, const Plan& plan, const std::string& chapter) {
  const std::string place = "exercises/NN_topic/CMakeLists.txt";
  const auto without = kExercise.additions.at(place).remove;
  std::string text = read_file(course.source / "exercises" / chapter / "CMakeLists.txt");
  for (const Exercise& exercise : course.exercises) {
    if (exercise.chapter != chapter || is_in(plan, exercise)) continue;
    text = without(text, "", {course.source, chapter, exercise.name});
  }
  return text;
}

std::string list_of_chapters(const Plan& plan) {
  std::string text;
  for (const std::string& chapter : plan.chapters()) text += "add_subdirectory(" + chapter + ")\n";
  return text;
}

/// The file as it is handed out, whatever whoever exports it has written there.
std::string stub_of(const Course& course, const Exercise& exercise) {
  if (fs::exists(exercise.folder() / "stub.cu")) return read_file(exercise.folder() / "stub.cu");
  return Git(course.source, not_interrupted).stub(exercise).text;
}

void write_exercise(const Course& course, const Plan& plan, const Exercise& exercise,
                    const fs::path& folder) {
  const fs::path place = folder / "exercises" / exercise.chapter / exercise.name;
  copy(course.source, folder, "exercises/" + exercise.chapter + "/" + exercise.name);
  fs::remove(place / "versions.txt");
  for (const std::string& file : std::vector<std::string>{exercise.name + ".cu", "stub.cu"}) {
    write_file(place / file, stub_of(course, exercise));
  }
  const Versions versions(exercise);
  const std::size_t version = versions.chosen(plan.seed);
  for (const std::string& file : std::vector<std::string>{"README.md", "hints.md", "check.cu",
                                                          "stub.cu", exercise.name + ".cu"}) {
    if (fs::exists(place / file))
      write_file(place / file, versions.text(read_file(place / file), version));
  }
}

std::string table_of(const Plan& plan) {
  std::string text = "| exercise | points | until |\n|---|---|---|\n";
  for (const Assigned& one : plan.exercises) {
    const std::string place = one.exercise->chapter + "/" + one.exercise->name;
    text += "| [" + one.exercise->name + "](exercises/" + place + "/README.md) | " +
            std::to_string(one.points) + " | " + one.due + " |\n";
  }
  return text;
}

void write_templates(const Course& course, const Plan& plan, const fs::path& folder) {
  const fs::path root = course.source / kClassTemplate;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const fs::path place = folder / fs::relative(entry.path(), root);
    std::string text = replaced(read_file(entry.path()), "@CLASS@", plan.name);
    write_file(place, replaced(std::move(text), "@EXERCISES@\n", table_of(plan)));
    fs::permissions(place, entry.status().permissions());
  }
}

}  // namespace

void write_class(const Course& course, const Plan& plan, const fs::path& folder) {
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder))) {
    throw Problem(folder.string() + " is there already", kExitBadArguments);
  }
  for (const char* place : {"CMakeLists.txt", "CMakePresets.json", "LICENSE", ".gitignore",
                            ".clang-format", ".clangd", "common"}) {
    if (fs::exists(course.source / place)) copy(course.source, folder, place);
  }
  for (const std::string& chapter : plan.chapters()) {
    copy(course.source, folder, "chapters/" + chapter);
    write_file(folder / "exercises" / chapter / "CMakeLists.txt",
               list_of_exercises(course, plan, chapter));
  }
  for (const Assigned& one : plan.exercises) write_exercise(course, plan, *one.exercise, folder);
  write_file(folder / "chapters/CMakeLists.txt", list_of_chapters(plan));
  write_file(folder / "exercises/CMakeLists.txt", list_of_chapters(plan) + "\nadd_course()\n");
  write_templates(course, plan, folder);
  write_file(folder / "class.txt",
             "# learn grade reads this. See docs/pages/teaching.md of the course.\n" + plan.text());
}

}  // namespace learn

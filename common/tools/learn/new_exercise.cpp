#include "new_exercise.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <regex>

#include "problem.h"
#include "text.h"

namespace learn {

namespace {

// The template is an exercise of this name in a chapter of this name, in a small tree like the repository's.
constexpr const char* kTemplate = "common/tools/learn/template";
constexpr const char* kName = "new_exercise";
constexpr const char* kChapter = "NN_topic";

/// A text of the template as it is for an exercise.
std::string adapted(const std::string& text, const Exercise& exercise) {
  const std::string number = "Chapter " + exercise.chapter.substr(0, 2);
  return replaced(replaced(replaced(text, "Chapter NN", number), kChapter, exercise.chapter), kName,
                  exercise.name);
}

/// A lesson with one more row in the table of its exercises.
std::string with_row(const fs::path& lesson, const std::string& row) {
  std::string text;
  std::size_t end = 0;  // of the table
  bool is_below = false;
  for (const std::string& line : lines_of(read_file(lesson))) {
    if (line.rfind("## ", 0) == 0) is_below = line == "## Exercises";
    text += line + "\n";
    if (is_below && line.rfind('|', 0) == 0) end = text.size();
  }
  if (end == 0) throw Problem(shown(lesson) + " has no table below \"## Exercises\"");
  return text.insert(end, row);
}

/// The course's README.md with the number of the chapter's exercises in its row, behind that of its programs.
std::string with_count(const std::string& readme, const std::string& chapter, int count) {
  const std::regex row("(\\(chapters/" + chapter + "/README\\.md\\) \\| \\d+ \\| )\\d+");
  return std::regex_replace(readme, row, "$01" + std::to_string(count));
}

int exercises_in(const fs::path& folder) {
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    count += entry.is_directory();
  }
  return count;
}

std::string chapter_named(const fs::path& exercises, const std::string& given) {
  std::vector<std::string> chapters;
  for (const fs::directory_entry& entry : fs::directory_iterator(exercises)) {
    if (!fs::exists(entry.path() / "CMakeLists.txt")) continue;
    chapters.push_back(entry.path().filename().string());
    if (is_chapter(chapters.back(), name_in(given))) return chapters.back();
  }
  throw Problem(there_is_no("chapter", given, chapters), kExitBadArguments);
}

void check_name(const Course& course, const std::string& name) {
  if (!std::regex_match(name, std::regex("[a-z][a-z0-9]*(_[a-z0-9]+)*"))) {
    throw Problem(
        "'" + name + "' is no name of an exercise: those are in snake_case, as in scale_vector",
        kExitBadArguments);
  }
  for (const fs::directory_entry& chapter : fs::directory_iterator(course.source / "exercises")) {
    if (!fs::exists(chapter.path() / name)) continue;
    throw Problem("there is an exercise " + name + " already: " + shown(chapter.path() / name),
                  kExitBadArguments);
  }
}

/// What the exercise's files are to be, and those that name it.
std::map<fs::path, std::string> files_of(const Exercise& exercise) {
  const fs::path root = exercise.source / kTemplate;
  if (!fs::is_directory(root)) throw Problem("there is no template " + root.string());
  std::map<fs::path, std::string> files;
  const fs::path readme = exercise.source / "README.md";
  const std::string text_before = read_file(readme);
  const std::string counted =
      with_count(text_before, exercise.chapter, exercises_in(exercise.folder().parent_path()) + 1);
  if (counted != text_before) files[readme] = counted;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string place = fs::relative(entry.path(), root).generic_string();
    const fs::path file = exercise.source / adapted(place, exercise);
    const std::string text = adapted(read_file(entry.path()), exercise);
    if (file == exercise.lesson()) {
      files[file] = with_row(file, text);
    } else if (file == exercise.reasons()) {
      if (fs::exists(file)) files[file] = read_file(file) + text;
    } else if (file.filename() == "CMakeLists.txt") {
      files[file] = read_file(file) + text;
    } else if (fs::exists(file)) {
      throw Problem(shown(file) + " is there already", kExitBadArguments);
    } else {
      files[file] = text;
    }
  }
  return files;
}

}  // namespace

int new_exercise(const Course& course, Record&, const Words& words) {
  const std::string& name = words[0];
  const std::string chapter = chapter_named(course.source / "exercises", words[1]);
  check_name(course, name);
  const Exercise exercise{chapter, name, course.source};
  const std::map<fs::path, std::string> files = files_of(exercise);
  for (const auto& [file, text] : files) {
    const bool is_new = !fs::exists(file);
    write_file(file, text);
    std::cout << (is_new ? "new      " : "added to ") << shown(file) << "\n";
  }
  std::cout
      << "\nIt compiles, and its tests fail. Lines with \"WRITE: \" say what is to be written:\n\n"
         "  cmake --preset check && cmake --build build-check\n"
         "  ctest --test-dir build-check --output-on-failure -R '[.]"
      << name << "([.]|$)|maintainer.rules$'\n\n"
      << "The line in " << shown(course.source / "exercises" / chapter / "CMakeLists.txt")
      << " stands where the exercise comes in the chapter.\n";
  return kExitOk;
}

}  // namespace learn

#include "new_files.h"

#include <iostream>
#include <map>
#include <regex>

#include "../counts/counts.h"
#include "additions.h"
#include "problem.h"
#include "text.h"

namespace learn {

namespace {

// A template is an exercise or a program of this name in a chapter of this name, in a small tree like the repository's.
// Of a file that the repository has already, it has what is added to it.
constexpr const char* kTemplates = "common/tools/learn/templates";
constexpr const char* kChapter = "NN_topic";

/// A text of the template as it is for what is made.
std::string adapted(const std::string& text, const Kind& kind, const New& made) {
  const std::string number = "Chapter " + made.chapter.substr(0, 2);
  return replaced(replaced(replaced(text, "Chapter NN", number), kChapter, made.chapter),
                  kind.stands, made.name);
}

/// A file of the template: where it goes, its text, and how it is an addition to a file, if it is one.
struct Part {
  fs::path file;
  std::string text;
  const Addition* addition;
};

std::vector<Part> parts_of(const Kind& kind, const New& made) {
  const fs::path root = made.source / kTemplates / kind.name;
  if (!fs::is_directory(root)) throw Problem("there is no template " + root.string());
  std::vector<Part> parts;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string place = fs::relative(entry.path(), root).generic_string();
    const auto addition = kind.additions.find(place);
    parts.push_back({made.source / adapted(place, kind, made),
                     adapted(read_file(entry.path()), kind, made),
                     addition == kind.additions.end() ? nullptr : &addition->second});
  }
  return parts;
}

/// What the files are to be that are made or added to.
std::map<fs::path, std::string> files_of(const Kind& kind, const New& made) {
  std::map<fs::path, std::string> files;
  for (const Part& part : parts_of(kind, made)) {
    if (part.addition == nullptr) {
      if (fs::exists(part.file)) {
        throw Problem(shown(part.file) + " is there already", kExitBadArguments);
      }
      files[part.file] = part.text;
    } else if (fs::exists(part.file)) {  // not every chapter has a README.md of its solutions
      const auto whole = part.addition->add(read_file(part.file), part.text, made);
      if (!whole) throw Problem(shown(part.file) + " has no place for a new " + kind.name);
      files[part.file] = *whole;
    }
  }
  return files;
}

std::string chapter_named(const fs::path& folder, const std::string& given) {
  std::vector<std::string> chapters;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!fs::exists(entry.path() / "CMakeLists.txt")) continue;
    chapters.push_back(entry.path().filename().string());
    if (is_chapter(chapters.back(), name_in(given))) return chapters.back();
  }
  throw Problem(there_is_no("chapter", given, chapters), kExitBadArguments);
}

/// The one of this name, in any chapter; empty if there is none.
fs::path found(const Kind& kind, const std::string& name, const fs::path& source) {
  for (const fs::directory_entry& chapter : fs::directory_iterator(source / kind.chapters)) {
    if (fs::path one = chapter.path() / (name + kind.suffix); fs::exists(one)) return one;
  }
  return {};
}

void check_name(const Kind& kind, const std::string& name, const fs::path& source) {
  if (!std::regex_match(name, std::regex("[a-z][a-z0-9]*(_[a-z0-9]+)*"))) {
    throw Problem("'" + name + "' cannot be the name of a new " + kind.name +
                      ": names are in snake_case, as scale_vector is",
                  kExitBadArguments);
  }
  if (const fs::path other = found(kind, name, source); !other.empty()) {
    throw Problem(name + " is the name of another " + kind.name + ": " + shown(other),
                  kExitBadArguments);
  }
}

void write_all(const std::map<fs::path, std::string>& files) {
  for (const auto& [file, text] : files) {
    const bool is_new = !fs::exists(file);
    write_file(file, text);
    std::cout << (is_new ? "new      " : "added to ") << shown(file) << "\n";
  }
}

/// Which console block of a lesson, from 1, runs the program.
int console_block_of(const std::string& lesson, const std::string& program) {
  int block = 0;
  for (const std::string& line : lines_of(lesson)) {
    block += line.rfind("```console", 0) == 0;
    if (line == "$ build/bin/" + program) break;
  }
  return block;
}

/// Brings the numbers of programs and exercises up to date.
void count_again(const fs::path& source) {
  const counts::Course course = counts::count(source);
  for (const std::string& name : counts::pages()) {
    const std::string text = read_file(source / name);
    const std::string counted = counts::with_counts(text, course);
    if (counted == text) continue;
    write_file(source / name, counted);
    std::cout << "counted  " << shown(source / name) << "\n";
  }
}

constexpr const char* kNextSteps =
    "\nIt compiles, and its tests fail. Lines with \"WRITE: \" say what is to be written:\n\n"
    "  cmake --preset check && cmake --build build-check --target ";

New make(const Kind& kind, const Course& course, const Words& words) {
  New made{course.source, chapter_named(course.source / kind.chapters, words[1]), words[0]};
  check_name(kind, made.name, course.source);
  write_all(files_of(kind, made));
  count_again(course.source);
  return made;
}

/// Prints the lines of pages that still link to it, run it or name it as code, and the commands of CMake that name it.
void print_mentions(const New& gone) {
  const std::regex on_page("[`/]" + gone.name + "\\b"), in_list("\\b" + gone.name + "\\b");
  for (const char* folder : {"chapters", "exercises", "docs/pages"}) {
    if (!fs::is_directory(gone.source / folder)) continue;
    for (const fs::directory_entry& page : fs::recursive_directory_iterator(gone.source / folder)) {
      const bool is_list = page.path().filename() == "CMakeLists.txt";
      if (page.path().extension() != ".md" && !is_list) continue;
      int number = 0;
      for (const std::string& line : lines_of(read_file(page.path()))) {
        ++number;
        if (!std::regex_search(line, is_list ? in_list : on_page)) continue;
        std::cout << "still in " << shown(page.path()) << ":" << number << "\n";
      }
    }
  }
}

void take_away(const fs::path& source, const fs::path& file) {
  keep(source, file);
  fs::remove(file);
  std::cout << "removed  " << shown(file) << "\n";
}

int remove(const Kind& kind, const Course& course, const std::string& name) {
  const fs::path place = found(kind, name_in(name), course.source);
  if (place.empty()) {
    throw Problem(std::string("there is no ") + kind.name + " '" + name + "'", kExitBadArguments);
  }
  const New gone{course.source, place.parent_path().filename().string(), place.stem().string()};
  for (const Part& part : parts_of(kind, gone)) {
    if (!fs::exists(part.file)) continue;
    if (part.addition == nullptr) {
      take_away(course.source, part.file);
      continue;
    }
    const std::string text = read_file(part.file);
    const std::string rest = part.addition->remove(text, part.text, gone);
    if (rest == text) continue;
    write_file(part.file, rest);
    std::cout << "out of   " << shown(part.file) << "\n";
  }
  const fs::path versions = place / "versions.txt";  // which not every exercise has
  if (fs::exists(versions)) take_away(course.source, versions);
  std::error_code not_empty;
  fs::remove(place,
             not_empty);  // the folder of an exercise; a file of the author's own stays there
  count_again(course.source);
  print_mentions(gone);
  std::cout << "\nWhat was removed is kept in " << shown(course.source / ".learn/kept") << ".\n";
  return kExitOk;
}

}  // namespace

int new_exercise(const Course& course, Record&, const Words& words) {
  const New made = make(kExercise, course, words);
  std::cout << kNextSteps << "all_of_" << made.name
            << "\n  ctest --test-dir build-check --output-on-failure -R '[.]" << made.name
            << "([.]|$)|maintainer.rules$'\n\n"
            << "The line in "
            << shown(course.source / "exercises" / made.chapter / "CMakeLists.txt")
            << " stands where the exercise comes in the chapter.\n";
  return kExitOk;
}

int new_program(const Course& course, Record&, const Words& words) {
  const New made = make(kProgram, course, words);
  const fs::path lesson = course.source / "chapters" / made.chapter / "README.md";
  const std::string block = std::to_string(console_block_of(read_file(lesson), made.name));
  std::cout << kNextSteps << made.name << " check_console check_rules"
            << "\n  build-check/bin/check_console --build build-check --update " << shown(lesson)
            << " " << block << "\n  ctest --test-dir build-check --output-on-failure -R '"
            << made.chapter << "[.](" << made.name << "|" << block << ")$|maintainer.rules$'\n\n"
            << "Its section is the lesson's last. Move it to where it belongs, or to DEEPER.md.\n";
  return kExitOk;
}

int remove_exercise(const Course& course, Record&, const Words& words) {
  return remove(kExercise, course, words[0]);
}

int remove_program(const Course& course, Record&, const Words& words) {
  return remove(kProgram, course, words[0]);
}

}  // namespace learn

#include "new_files.h"

#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <regex>

#include "../counts/counts.h"
#include "problem.h"
#include "text.h"

namespace learn {

namespace {

// A template is an exercise or a program of this name in a chapter of this name, in a small tree like the repository's.
// Of a file that the repository has already, it has what is added to it.
constexpr const char* kTemplates = "common/tools/learn/templates";
constexpr const char* kChapter = "NN_topic";

/// What is made: its chapter and its name.
struct New {
  fs::path source;
  std::string chapter, name;
};

/// The text of a file with an addition; nothing if it has no place for it.
using Add = std::optional<std::string> (*)(const std::string& text, const std::string& addition,
                                           const New& made);

struct Kind {
  const char* name;                      ///< also the template's folder
  const char* stands;                    ///< in the template, for the name of what is made
  std::map<std::string, Add> additions;  ///< by their place in the template
};

/// The text with an addition behind the last line that this is true of, and is below a heading if there is one.
std::optional<std::string> behind_last(const std::string& text, const std::string& addition,
                                       const std::function<bool(const std::string&)>& is_one) {
  std::string result;
  std::size_t end = std::string::npos;
  for (const std::string& line : lines_of(text)) {
    result += line + "\n";
    if (is_one(line)) end = result.size();
  }
  if (end == std::string::npos) return {};
  return result.insert(end, addition);
}

std::optional<std::string> at_end(const std::string& text, const std::string& addition,
                                  const New&) {
  return text + addition;
}

/// As one more row of the table of exercises.
std::optional<std::string> as_row(const std::string& lesson, const std::string& row, const New&) {
  bool is_below = false;
  return behind_last(lesson, row, [&](const std::string& line) {
    if (line.rfind("## ", 0) == 0) is_below = line == "## Exercises";
    return is_below && line.rfind('|', 0) == 0;
  });
}

/// At the end of the chapter's row.
std::optional<std::string> to_topics(const std::string& page, const std::string& topic,
                                     const New& made) {
  const std::size_t row = page.find("](../chapters/" + made.chapter + "/README.md");
  if (row == std::string::npos) return {};
  const std::size_t end = page.rfind(" |", page.find('\n', row));
  return std::string(page).insert(end, topic.substr(0, topic.find('\n')));
}

/// As the last section in front of what every lesson ends with.
std::optional<std::string> as_section(const std::string& lesson, const std::string& section,
                                      const New&) {
  for (const char* heading : {"\n## What to remember\n", "\n## Exercises\n"}) {
    const std::size_t at = lesson.find(heading);
    if (at != std::string::npos) return std::string(lesson).insert(at + 1, section);
  }
  return {};
}

/// Behind the chapter's other programs.
std::optional<std::string> as_program(const std::string& list, const std::string& line,
                                      const New&) {
  return behind_last(list, line, [](const std::string& other) {
    return other.rfind("add_chapter_program(", 0) == 0 && other.find(')') != std::string::npos;
  });
}

const Kind kExercise = {"exercise",
                        "new_exercise",
                        {{"exercises/NN_topic/CMakeLists.txt", at_end},
                         {"exercises/README.md", to_topics},
                         {"chapters/NN_topic/README.md", as_row},
                         {"solutions/NN_topic/README.md", at_end}}};
const Kind kProgram = {"program",
                       "new_program",
                       {{"chapters/NN_topic/CMakeLists.txt", as_program},
                        {"chapters/NN_topic/README.md", as_section}}};

/// A text of the template as it is for what is made.
std::string adapted(const std::string& text, const Kind& kind, const New& made) {
  const std::string number = "Chapter " + made.chapter.substr(0, 2);
  return replaced(replaced(replaced(text, "Chapter NN", number), kChapter, made.chapter),
                  kind.stands, made.name);
}

/// What the files of the template are to be, and those that name it.
std::map<fs::path, std::string> files_of(const Kind& kind, const New& made) {
  const fs::path root = made.source / kTemplates / kind.name;
  if (!fs::is_directory(root)) throw Problem("there is no template " + root.string());
  std::map<fs::path, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string place = fs::relative(entry.path(), root).generic_string();
    const fs::path file = made.source / adapted(place, kind, made);
    const std::string text = adapted(read_file(entry.path()), kind, made);
    const auto addition = kind.additions.find(place);
    if (addition == kind.additions.end()) {
      if (fs::exists(file)) throw Problem(shown(file) + " is there already", kExitBadArguments);
      files[file] = text;
    } else if (fs::exists(file)) {  // not every chapter has a README.md of its solutions
      const auto whole = addition->second(read_file(file), text, made);
      if (!whole) throw Problem(shown(file) + " has no place for a new " + kind.name);
      files[file] = *whole;
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

/// @param folder of all chapters @param suffix of a file or folder with this name in one of them
void check_name(const Kind& kind, const std::string& name, const fs::path& folder,
                const char* suffix) {
  if (!std::regex_match(name, std::regex("[a-z][a-z0-9]*(_[a-z0-9]+)*"))) {
    throw Problem("'" + name + "' cannot be the name of a new " + kind.name +
                      ": names are in snake_case, as scale_vector is",
                  kExitBadArguments);
  }
  for (const fs::directory_entry& chapter : fs::directory_iterator(folder)) {
    const fs::path other = chapter.path() / (name + suffix);
    if (!fs::exists(other)) continue;
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

}  // namespace

int new_exercise(const Course& course, Record&, const Words& words) {
  const fs::path exercises = course.source / "exercises";
  const New made{course.source, chapter_named(exercises, words[1]), words[0]};
  check_name(kExercise, made.name, exercises, "");
  write_all(files_of(kExercise, made));
  count_again(course.source);
  std::cout << kNextSteps << "all_of_" << made.name
            << "\n  ctest --test-dir build-check --output-on-failure -R '[.]" << made.name
            << "([.]|$)|maintainer.rules$'\n\n"
            << "The line in " << shown(exercises / made.chapter / "CMakeLists.txt")
            << " stands where the exercise comes in the chapter.\n";
  return kExitOk;
}

int new_program(const Course& course, Record&, const Words& words) {
  const fs::path chapters = course.source / "chapters";
  const New made{course.source, chapter_named(chapters, words[1]), words[0]};
  check_name(kProgram, made.name, chapters, ".cu");
  write_all(files_of(kProgram, made));
  count_again(course.source);
  const fs::path lesson = chapters / made.chapter / "README.md";
  const std::string block = std::to_string(console_block_of(read_file(lesson), made.name));
  std::cout << kNextSteps << made.name << " check_console check_rules"
            << "\n  build-check/bin/check_console --build build-check --update " << shown(lesson)
            << " " << block << "\n  ctest --test-dir build-check --output-on-failure -R '"
            << made.chapter << "[.](" << made.name << "|" << block << ")$|maintainer.rules$'\n\n"
            << "Its section is the lesson's last. Move it to where it belongs, or to DEEPER.md.\n";
  return kExitOk;
}

}  // namespace learn

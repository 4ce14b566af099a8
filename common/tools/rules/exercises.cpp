// For every folder exercises/<chapter>/<name>:
//   README.md, hints.md, check.cu and <name>.cu are there, and the chapter's CMakeLists.txt adds it
//   the stub has at least one TODO region, from "// TODO (about N lines)" to "// END"
//   the solution is there, and differs from the stub inside of TODO regions only, in each of them
//   README.md says its chapter and its level, 1 to 4 ("**Chapter 01, level 2.**"), and what it trains, skills of
//   docs/site/exercises.py ("<!-- trains: bounds, errors -->")
//   README.md has "## Task", says where hints are, and has neither a fold nor what was learned
//   hints.md has two folded hints or more, numbered, and at its end, folded, what was learned; in an
//   editor each fold is a screen below the one before
//   what check.cu has behind the answer is in namespace check, so the answer may use the same names
//   at least two wrong answers are there (variants/variants.h), each of which changes what the solution has, and
//   says what it expects and what rejects it
//   no file of it reaches a solution: no include with ".." or "solutions"
//   solutions/<chapter>/README.md, where there is one, says in a section why its solution is good
//   the table of exercises in the chapter's lesson has it
//   nothing in these files is still to be written ("WRITE: …", as `learn new exercise` leaves it)
// And every solution, every such section, every wrong answer and every row of such a table belongs to an exercise.
#include <algorithm>
#include <iostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "rules.h"
#include "variants/variants.h"

namespace rules {

namespace {

constexpr const char* kGraders = "common/tests/graders";
const std::string kFold = "<details><summary>";
constexpr std::size_t kScreen = 40;  // lines of an editor

bool has_line(const fs::path& path, const std::string& text) {
  const std::vector<std::string> lines = lines_of(path);
  return std::find(lines.begin(), lines.end(), text) != lines.end();
}

/// A file in pieces: outside of regions, in the first one, outside, in the second one, …
struct Pieces {
  std::vector<std::vector<std::string>> pieces{1};
  bool is_well_formed = true;
};

Pieces split(const fs::path& path) {
  Pieces result;
  bool inside = false;
  for (const std::string& line : lines_of(path)) {
    const bool begins = has(line, "// TODO (about "), ends = has(line, "// END");
    if ((begins && inside) || (ends && !inside)) result.is_well_formed = false;
    if (ends) result.pieces.emplace_back();
    result.pieces.back().push_back(line);
    if (begins) result.pieces.emplace_back();
    inside = begins || (inside && !ends);
  }
  result.is_well_formed &= !inside && result.pieces.size() > 1;
  return result;
}

void compare(const fs::path& stub_path, const fs::path& solution_path) {
  const Pieces stub = split(stub_path), solution = split(solution_path);
  if (!stub.is_well_formed) complain(stub_path, "has no TODO region, or one that does not end");
  if (!solution.is_well_formed || solution.pieces.size() != stub.pieces.size()) {
    complain(solution_path, "does not have the TODO regions of the stub");
    return;
  }
  for (std::size_t i = 0; i < stub.pieces.size(); ++i) {
    const bool same = stub.pieces[i] == solution.pieces[i];
    if (i % 2 == 0 && !same) {
      complain(solution_path, "differs from the stub outside of the TODO regions");
      return;
    }
    if (i % 2 == 1 && same) complain(stub_path, "a TODO region is the solution's already");
  }
}

/// The skills that the site's table of exercises has.
std::set<std::string> skills_of_site(const fs::path& root) {
  static const std::regex row(R"re( {4}"([^"]+)": ".*)re");
  std::set<std::string> skills;
  bool inside = false;
  for (const std::string& line : lines_of(root / "docs/site/exercises.py")) {
    inside = line == "SKILLS = {" || (inside && line != "}");
    std::smatch found;
    if (inside && std::regex_match(line, found, row)) skills.insert(found[1]);
  }
  return skills;
}

/// What the site's table of exercises is made of.
void check_lead(const fs::path& root, const fs::path& readme, const std::string& chapter) {
  const std::string text = read_file(readme);
  static const std::regex lead(
      R"re(\n\*\*Chapter (\d\d), level ([1-4])(?:–([1-4]))?(?:, [^*]+)?\.\*\* )re");
  std::smatch found;
  if (!std::regex_search(text, found, lead) || found[1] != chapter.substr(0, 2) ||
      (found[3].matched && found[3].str() <= found[2].str())) {
    complain(readme, "does not say its chapter and its level: \"**Chapter " + chapter.substr(0, 2) +
                         ", level 2.** …\", of 1 to 4");
  }
  static const std::regex trains("\n<!-- trains: (.*) -->\n");
  if (!std::regex_search(text, found, trains)) {
    complain(readme, "does not say what it trains: \"<!-- trains: bounds, errors -->\"");
    return;
  }
  static const std::set<std::string> skills = skills_of_site(root);
  if (skills.empty()) return;  // a course without a site has no list
  static const std::regex comma(", *");
  const std::string list = found[1];
  if (begins(list, "WRITE: ")) return;  // that is told
  for (std::sregex_token_iterator skill(list.begin(), list.end(), comma, -1), end; skill != end;
       ++skill) {
    if (skills.count(*skill) == 0) {
      complain(readme,
               "trains \"" + skill->str() + "\", which is no skill of docs/site/exercises.py");
    }
  }
}

void check_readme(const fs::path& readme, const std::string& name) {
  if (count_lines(readme, "## Task") == 0) complain(readme, "has no \"## Task\"");
  if (count_lines(readme, "learn hint " + name + "`") == 0 ||
      count_lines(readme, "[hints.md](hints.md)") == 0) {
    complain(readme, "does not say where hints are");
  }
  // What a fold hides, an editor shows.
  if (count_lines(readme, "<details") > 0) complain(readme, "has a fold: hints.md is for that");
  if (count_lines(readme, "What you learned") > 0) complain(readme, "has what was learned");
}

void check_hints(const fs::path& hints, const std::string& name) {
  const std::vector<std::string> lines = lines_of(hints);
  if (lines.empty() || lines[0] != "# Hints for " + name) {
    complain(hints, "does not begin with \"# Hints for " + name + "\"");
  }
  int count = 0, folds = 0;
  std::size_t blank = 0;  // lines before this one
  std::string last;
  for (const std::string& line : lines) {
    if (begins(line, kFold)) {
      if (folds++ > 0 && blank < kScreen) complain(hints, "in an editor shows two folds at once");
      if (begins(line, kFold + "Hint") &&
          !begins(line, kFold + "Hint " + std::to_string(++count) + ": ")) {
        complain(hints, "does not number its hints 1, 2, 3, …");
      }
      last = line;
    }
    blank = line.empty() ? blank + 1 : 0;
  }
  if (count < 2) complain(hints, "has no two folded hints");
  if (last != kFold + "What you learned</summary>") {
    complain(hints, "does not end with what was learned, folded");
  }
}

bool is_in_table(const fs::path& lesson, const std::string& link) {
  const std::vector<std::string> lines = lines_of(lesson);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return begins(line, "| [") && has(line, link);
  });
}

void check_includes(const fs::path& file) {
  for (const std::string& line : lines_of(file)) {
    if (has(line, "#include") && (has(line, "..") || has(line, "solutions"))) {
      complain(file, "includes what is not its own");
    }
  }
}

void check_wrong_answer(const fs::path& file, const variants::Variant& variant) {
  long expectations = 0, reasons = 0;
  for (const std::string& line : variant.comment) {
    expectations += begins(line, "// expect: ");
    for (const char* reason :
         {"result", "hardware counter", "compute-sanitizer memcheck", "compute-sanitizer racecheck",
          "compute-sanitizer synccheck", "model"}) {
      reasons += line == std::string("// rejected by: ") + reason;
    }
  }
  const std::string name = file.generic_string() + ":" + std::to_string(variant.line);
  if (expectations == 0) complain(name, variant.name + " does not say why it is rejected");
  if (reasons != 1) complain(name, variant.name + " does not say what rejects it");
}

void check_wrong_answers(const fs::path& file, const fs::path& solution) {
  check_written(file);
  const std::string name = file.generic_string(), text = read_file(solution);
  try {
    const std::vector<variants::Variant> all = variants::read(read_file(file), name);
    for (const variants::Variant& variant : all) {
      check_wrong_answer(file, variant);
      variants::whole_text(variant, all, text, name);
    }
    if (all.size() < 2) complain(file, "has fewer than two wrong answers");
  } catch (const variants::Problem& problem) {
    complain(problem.what());
  }
}

void check_exercise(const fs::path& root, const std::string& chapter, const std::string& name) {
  const fs::path folder = root / "exercises" / chapter / name;
  const fs::path stub = folder / (name + ".cu"), solutions = root / "solutions" / chapter;
  for (const fs::path& file :
       {folder / "README.md", folder / "hints.md", folder / "check.cu", stub}) {
    if (!fs::exists(file)) complain(file, "is missing");
  }
  const fs::path lists = folder.parent_path() / "CMakeLists.txt";
  if (count_lines(lists, "add_exercise(" + name + ")") +
          count_lines(lists, "add_exercise(" + name + " ") !=
      1) {
    complain(folder, "is not added by the chapter's CMakeLists.txt");
  }
  if (read_file(folder / "check.cu").find("\nnamespace check {") == std::string::npos) {
    complain(folder / "check.cu",
             "has names that an answer may have, too: put them into namespace check");
  }
  check_lead(root, folder / "README.md", chapter);
  check_readme(folder / "README.md", name);
  check_hints(folder / "hints.md", name);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    check_includes(entry.path());
    check_written(entry.path());
  }
  const fs::path lesson = root / "chapters" / chapter / "README.md";
  if (!is_in_table(lesson, "](../../exercises/" + chapter + "/" + name + "/README.md)")) {
    complain(lesson, "has no " + name + " in its table of exercises");
  }
  if (!fs::exists(solutions / (name + ".cu"))) {
    complain(solutions / (name + ".cu"), "is missing");
  } else {
    compare(stub, solutions / (name + ".cu"));
    check_written(solutions / (name + ".cu"));
  }
  const fs::path reasons = solutions / "README.md";
  if (fs::exists(reasons) && !has_line(reasons, "## " + name)) {
    complain(reasons, "has no section \"## " + name + "\"");
  }
  check_wrong_answers(root / kGraders / chapter / (name + ".diff"), solutions / (name + ".cu"));
}

/// What is in `solutions`, and in the graders' tests, belongs to an exercise.
void check_owner(const fs::path& root, const fs::path& entry, const std::string& chapter) {
  const std::string name = entry.stem().string();
  if (!fs::is_directory(root / "exercises" / chapter / name)) {
    complain(entry, "belongs to no exercise");
  }
}

void check_reasons(const fs::path& root, const fs::path& reasons, const std::string& chapter) {
  for (const std::string& line : lines_of(reasons)) {
    if (begins(line, "## ")) check_owner(root, reasons / line.substr(3), chapter);
  }
}

/// The rows of the table of exercises in a chapter's lesson.
void check_rows(const fs::path& root, const std::string& chapter) {
  const fs::path lesson = root / "chapters" / chapter / "README.md";
  const std::string link = "](../../exercises/" + chapter + "/";
  for (const std::string& line : lines_of(lesson)) {
    const std::size_t at = line.find(link);
    if (!begins(line, "| [") || at == std::string::npos) continue;
    const std::size_t name = at + link.size();
    check_owner(root, lesson / line.substr(name, line.find('/', name) - name), chapter);
  }
}

void check_solutions(const fs::path& root, const fs::path& folder) {
  const std::string chapter = folder.filename().string();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() == "README.md") {
      check_reasons(root, entry.path(), chapter);
    } else {
      check_owner(root, entry.path(), chapter);
    }
  }
}

}  // namespace

int check_exercises(const fs::path& root) {
  int count = 0;
  for (const fs::directory_entry& chapter : fs::directory_iterator(root / "exercises")) {
    if (!chapter.is_directory()) continue;
    check_written(root / "solutions" / chapter.path().filename() / "README.md");
    check_rows(root, chapter.path().filename().string());
    for (const fs::directory_entry& exercise : fs::directory_iterator(chapter)) {
      if (!exercise.is_directory()) continue;
      ++count;
      check_exercise(root, chapter.path().filename().string(), exercise.path().filename().string());
    }
  }
  check_written(root / "exercises/README.md");
  if (fs::is_directory(root / "solutions")) {
    for (const fs::directory_entry& chapter : fs::directory_iterator(root / "solutions")) {
      if (chapter.is_directory()) check_solutions(root, chapter.path());
    }
  }
  if (fs::is_directory(root / kGraders)) {
    for (const fs::directory_entry& chapter : fs::directory_iterator(root / kGraders)) {
      for (const fs::directory_entry& entry : fs::directory_iterator(chapter)) {
        check_owner(root, entry.path(), chapter.path().filename().string());
        if (entry.path().extension() != ".diff")
          complain(entry.path(), "is no .diff of a solution");
      }
    }
  }
  return count;
}

}  // namespace rules

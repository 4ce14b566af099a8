#include "programs.h"

#include <algorithm>
#include <iomanip>
#include <iostream>

#include "build.h"
#include "page.h"
#include "problem.h"
#include "terminal.h"
#include "text.h"

namespace learn {

namespace {

/// The first sentence of what a program says about itself, below "// Chapter 01 · vector_add" and an empty
/// line; empty if it says nothing.
std::string summary(const Program& program) {
  const std::vector<std::string> lines = lines_of(read_file(program.file()));
  std::string text;
  for (std::size_t i = 2; i < lines.size() && lines[i].rfind("// ", 0) == 0; ++i) {
    text += lines[i].substr(3) + " ";
  }
  return text.substr(0, std::min({text.find(". "), text.find("? "), text.size()}) + 1);
}

int list_programs(const std::vector<Program>& programs) {
  constexpr int kNameColumns = 25;
  const int room = std::max(window().columns - kNameColumns - 5, 20);
  std::string chapter;
  for (const Program& program : programs) {
    if (program.chapter != chapter) std::cout << paint(Color::kBold, program.chapter) << "\n";
    chapter = program.chapter;
    const std::vector<std::string> lines = wrap(summary(program), room);
    std::cout << "  " << std::left << std::setw(lines.empty() ? 0 : kNameColumns) << program.name;
    if (!lines.empty()) std::cout << " " << lines[0] << (lines.size() > 1 ? " …" : "");
    std::cout << "\n";
  }
  std::cout << "\n" << call("run PROGRAM") << " builds a program, if need be, and runs it.\n";
  return kExitOk;
}

void build_program(const Course& course, const Program& program) {
  if (!program.why_not.empty()) {
    throw Problem(program.name + " does not run here: " + program.why_not, kExitCannotRun);
  }
  if (!may_build()) return;
  if (is_built(course, program.name, not_interrupted)) return;
  std::cerr << "building " << program.name << " …" << std::endl;
  const std::string file = fs::relative(program.file(), course.source).string();
  const Outcome built = build(course, program.name, file, not_interrupted);
  if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
  if (built.ok()) return;
  std::cerr << built.output;
  throw Problem(program.name + " could not be built, so it was not run");
}

}  // namespace

int run_program(const Course& course, Record&, const Words& words) {
  if (words.empty()) return list_programs(course.programs);
  const std::string wanted = name_in(words[0]);
  std::vector<std::string> names;
  std::vector<Program> of_chapter;
  for (const Program& program : course.programs) {
    if (program.name == wanted) {
      build_program(course, program);
      Words command = words;
      command[0] = (course.build / "bin" / program.name).string();
      become(command);
    }
    if (is_chapter(program.chapter, wanted)) of_chapter.push_back(program);
    names.push_back(program.name);
    names.push_back(program.chapter);
  }
  if (!of_chapter.empty()) return list_programs(of_chapter);
  throw Problem(there_is_no("program", words[0], names) + " (learn run lists them)",
                kExitBadArguments);
}

}  // namespace learn

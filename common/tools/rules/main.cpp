// check_rules REPOSITORY: prints a line for each rule that a program or an exercise breaks; programs.cpp and
// exercises.cpp have the rules. Exit code 1 if one is broken.
#include <algorithm>
#include <iostream>

#include "rules.h"
#include "translate/whole_files.h"

namespace rules {

namespace {

int broken = 0;

}  // namespace

void complain(const std::string& line) {
  std::cout << line << "\n";
  ++broken;
}

void complain(const fs::path& file, const std::string& rule) {
  complain(file.generic_string() + ": " + rule);
}

std::string read_file(const fs::path& path) { return files::read(path).value_or(""); }

std::vector<std::string> lines_of(const fs::path& path) { return files::lines_of(read_file(path)); }

bool has(const std::string& line, const std::string& text) {
  return line.find(text) != std::string::npos;
}

bool begins(const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; }

long count_lines(const fs::path& path, const std::string& text) {
  const std::vector<std::string> lines = lines_of(path);
  return std::count_if(lines.begin(), lines.end(),
                       [&](const std::string& line) { return has(line, text); });
}

void check_written(const fs::path& file) {
  const std::string mark = "WRITE: ";
  int number = 0;
  for (const std::string& line : lines_of(file)) {
    ++number;
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    std::string what = line.substr(at + mark.size());
    for (const char* rest : {"</", " -->", " |"})
      what.resize(std::min(what.size(), what.find(rest)));
    complain(file.generic_string() + ":" + std::to_string(number), "to be written: " + what);
  }
}

void check_helpers(const fs::path& root) {
  const fs::path folder = root / "common/tutorial";
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    const std::string name = file.path().stem().string();  // of x.inl.cuh: x.inl
    if (file.path().extension() != ".cuh" || has(name, ".inl")) continue;
    if (count_lines(folder / "README.md", "`" + name + "`") == 0) {
      complain(folder / "README.md", "has no " + name + " in its table");
    }
  }
}

}  // namespace rules

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 2 || !fs::is_directory(fs::path(argv[1]) / "exercises")) {
    std::cerr << "usage: check_rules REPOSITORY\n";
    return 2;
  }
  rules::check_helpers(argv[1]);
  const int programs = rules::check_programs(argv[1]), exercises = rules::check_exercises(argv[1]);
  std::cout << programs << " programs, " << exercises << " exercises, " << rules::broken
            << " broken rules\n";
  return rules::broken == 0 && programs > 0 && exercises > 0 ? 0 : 1;
}

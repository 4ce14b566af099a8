// learn: runs the course. See learn --help, and common/tools/learn/course.h for what it reads.
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "commands.h"
#include "files.h"
#include "page.h"
#include "problem.h"
#include "terminal.h"

namespace {

using namespace learn;

void print_usage() {
  std::cout << "usage: learn [--build FOLDER] [COMMAND] [NAME]\n\n";
  for (const Command& command : commands()) {
    const std::string words = std::string("learn ") + command.name +
                              (*command.arguments != '\0' ? " " : "") + command.arguments;
    std::cout << "  " << std::left << std::setw(22) << words << command.help << "\n";
  }
  std::cout
      << "\nNAME is an exercise, as learn list has it; without one it is the current exercise.\n"
         "FOLDER is a build of the course, by default the one that learn belongs to.\n"
         "A check may run for 60 s; LEARN_SECONDS=N sets another limit.\n"
         "What learn remembers and keeps is in .learn at the top of the course.\n";
}

[[noreturn]] void bad(const std::string& message) {
  throw Problem(message + " (learn --help)", kExitBadArguments);
}

const Command& command_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string like = nearest(name, names);
  bad("there is no command '" + name + "'" +
      (like.empty() ? "" : "; did you mean '" + like + "'?"));
}

int run(std::vector<std::string> words) {
  std::string build = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  if (!words.empty() && words[0] == "--build") {
    if (words.size() < 2) bad("--build needs a folder");
    build = words[1];
    set_program(call("--build " + build));
    words.erase(words.begin(), words.begin() + 2);
  }
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h" || word == "help") {
      print_usage();
      return kExitOk;
    }
  }
  const Command& command = command_named(words.empty() ? "" : words[0]);
  const std::string arguments = command.arguments;
  const std::string usage = std::string("learn ") + command.name;
  if (words.size() > (arguments.empty() ? 1 : 2)) {
    bad(usage + (arguments.empty() ? " takes no name" : " takes one name"));
  }
  if (words.size() < 2 && arguments == "NAME") bad(usage + " needs the name of an exercise");
  const Course course = Course::read(build);
  Record record(course);
  const Exercise* const exercise = words.size() > 1 ? &course.find(words[1]) : nullptr;
  return command.run(course, record, exercise);
}

}  // namespace

int main(int argc, char** argv) {
  catch_signals();
  set_program(argv[0]);
  setenv("SIMT_TIMEOUT", "10", 0);        // a kernel that never ends is told of before the limit
  setenv("GIT_TERMINAL_PROMPT", "0", 0);  // git has no terminal to ask at
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const Problem& problem) {
    (problem.exit_code == kExitOk ? std::cout : std::cerr << "learn: ") << problem.what() << "\n";
    return problem.exit_code;
  } catch (const std::exception& error) {
    std::cerr << "learn: " << error.what() << "\n";
    return kExitNo;
  }
}

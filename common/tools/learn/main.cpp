// learn: runs the course. See learn --help, and common/tools/learn/course.h for what it reads.
#include <algorithm>
#include <exception>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "build.h"
#include "commands.h"
#include "files.h"
#include "page.h"
#include "problem.h"
#include "terminal.h"

namespace {

using namespace learn;

std::string usage_of(const Command& command) {
  return std::string("learn ") + command.name + (*command.arguments != '\0' ? " " : "") +
         command.arguments;
}

void print_commands(bool of_learners) {
  for (const Command& command : commands()) {
    if (command.is_for_learners != of_learners) continue;
    std::cout << "  " << std::left << std::setw(of_learners ? 28 : 41) << usage_of(command)
              << command.help << "\n";
  }
}

void print_usage() {
  std::cout << "usage: learn [--build FOLDER] [COMMAND] [NAME]\n\n";
  print_commands(true);
  std::cout
      << "\nPROGRAM is a program of a chapter. What follows is its own: learn run vector_add "
         "--size 1000.\n"
         "learn run 06 lists the programs of chapter 06. With LEARN_NO_BUILD=1 nothing is built.\n"
         "NAME is an exercise, as learn list has it; without one it is the current exercise.\n"
         "FOLDER is a build of the course, by default the one that learn belongs to.\n"
         "A check may run for 60 s; LEARN_SECONDS=N sets another limit.\n"
         "What learn remembers and keeps is in .learn at the top of the course.\n"
         "\nFor those who write the course (CONTRIBUTING.md) or teach it "
         "(docs/pages/teaching.md):\n\n";
  print_commands(false);
}

[[noreturn]] void bad(const std::string& message) {
  throw Problem(message + " (learn --help)", kExitBadArguments);
}

Words words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The command that these words begin with, if any; of "check" and "check --json" the longer one.
const Command* command_of(const Words& words) {
  const Command* best = nullptr;
  std::size_t most = 0;
  for (const Command& command : commands()) {
    const Words name = words_of(command.name);
    if (name.size() > words.size() || !std::equal(name.begin(), name.end(), words.begin()))
      continue;
    if (name.empty() && !words.empty()) continue;  // learn alone
    if (best != nullptr && name.size() <= most) continue;
    best = &command;
    most = name.size();
  }
  return best;
}

[[noreturn]] void bad_command(const Words& words) {
  Words names;
  std::string given = words[0];
  for (const Command& command : commands()) {
    const Words name = words_of(command.name);
    if (name.size() == 2 && words.size() > 1 && name[0] == words[0])
      given = words[0] + " " + words[1];
    names.emplace_back(command.name);
  }
  bad(there_is_no("command", given, names));
}

/// Are there as many words as the usage has, but for those in brackets?
bool fit(std::size_t words, const Command& command) {
  const Words arguments = words_of(command.arguments);
  const auto needed = std::count_if(arguments.begin(), arguments.end(),
                                    [](const std::string& argument) { return argument[0] != '['; });
  return words >= static_cast<std::size_t>(needed) &&
         (words <= arguments.size() || command.passes_more_on);
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

int run(Words words) {
  std::string build = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  if (!words.empty() && words[0] == "--build") {
    if (words.size() < 2) bad("--build needs a folder");
    build = words[1];
    set_program(call("--build " + build));
    words.erase(words.begin(), words.begin() + 2);
  }
  const Command* const command = command_of(words);
  const std::size_t own = command != nullptr && command->passes_more_on ? 2 : words.size();
  if (std::any_of(words.begin(), words.begin() + std::min(own, words.size()), is_help)) {
    print_usage();
    return kExitOk;
  }
  if (command == nullptr) bad_command(words);
  words.erase(words.begin(), words.begin() + words_of(command->name).size());
  if (!fit(words.size(), *command)) bad("it is called " + usage_of(*command));
  const Course course = course_of(build, not_interrupted);
  Record record(course);
  return command->run(course, record, words);
}

}  // namespace

int main(int argc, char** argv) {
  catch_signals();
  set_program(argv[0]);
  try {
    return run(Words(argv + 1, argv + argc));
  } catch (const Problem& problem) {
    (problem.exit_code == kExitOk ? std::cout : std::cerr << "learn: ") << problem.what() << "\n";
    return problem.exit_code;
  } catch (const std::exception& error) {
    std::cerr << "learn: " << error.what() << "\n";
    return kExitNo;
  }
}

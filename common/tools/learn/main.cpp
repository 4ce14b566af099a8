// learn: runs the course. See learn --help, and common/tools/learn/course.h for what it reads.
#include <algorithm>
#include <cctype>
#include <exception>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

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
    std::cout << "  " << std::left << std::setw(of_learners ? 28 : 33) << usage_of(command)
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
         "\nFor those who write the course (CONTRIBUTING.md):\n\n";
  print_commands(false);
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
  bad(there_is_no("command", name, names));
}

/// Are there as many words as the usage has, and is each that it has in small letters the same?
bool fit(const Words& words, const std::string& arguments) {
  std::istringstream usage(arguments);
  const Words expected(std::istream_iterator<std::string>(usage), {});
  return std::equal(words.begin(), words.end(), expected.begin(), expected.end(),
                    [](const std::string& word, const std::string& argument) {
                      return std::isupper(static_cast<unsigned char>(argument[0])) ||
                             word == argument;
                    });
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
  const bool runs = words.size() > 1 && words[0] == "run";  // what follows is the program's own
  if (std::any_of(words.begin(), runs ? words.begin() + 2 : words.end(), is_help)) {
    print_usage();
    return kExitOk;
  }
  const Command& command = command_named(words.empty() ? "" : words[0]);
  const std::string arguments = command.arguments;
  const std::string usage = std::string("learn ") + command.name;
  if (!words.empty()) words.erase(words.begin());
  if (command.is_for_learners) {
    const bool has_option =
        !words.empty() && words[0] == "--json" && arguments.rfind("[--json]", 0) == 0;
    const std::size_t most = (arguments.empty() ? 0 : 1) + (has_option ? 1 : 0);
    if (!runs && words.size() > most) {
      bad(usage + (arguments.empty() ? " takes no name" : " takes one name"));
    }
    if (words.empty() && arguments == "NAME") bad(usage + " needs the name of an exercise");
  } else if (!fit(words, arguments)) {
    bad("it is called " + usage_of(command));
  }
  const Course course = Course::read(build);
  Record record(course);
  return command.run(course, record, words);
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

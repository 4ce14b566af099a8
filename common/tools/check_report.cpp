// Runs a program and compares what it is told with what its source expects.
//
//   check_report PROGRAM SOURCE [JUDGE...]     a program that must be caught
//   check_report --clean PROGRAM SOURCE        one that is right: no report may be made of it
//
// With a judge, that is run, with the program as its last argument.
// In the source:
//   // environment: SIMT_TIMEOUT=1     variables for the run
//   // expect: words of the report     must appear on stderr, in this order; in the words, @name
//                                      stands for the file and line that ends in `// @name`
//   // exit: 3                         the exit code, 1 if not given
//   // prints: 64 64                   with --clean: one line of all that the program writes
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

struct Expectation {
  std::string environment;
  std::vector<std::string> words;
  std::string output;
  int exit_code = 1;
};

std::string after(const std::string& line, const std::string& prefix) {
  return line.rfind(prefix, 0) == 0 ? line.substr(prefix.size()) : std::string();
}

Expectation read_source(const std::string& path) {
  Expectation expectation;
  std::map<std::string, std::string> places;
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (const std::string setting = after(line, "// environment: "); !setting.empty()) {
      expectation.environment = setting;
    } else if (const std::string words = after(line, "// expect: "); !words.empty()) {
      expectation.words.push_back(words);
    } else if (const std::string line_of_output = after(line, "// prints: ");
               !line_of_output.empty()) {
      expectation.output += line_of_output + "\n";
    } else if (const std::string code = after(line, "// exit: "); !code.empty()) {
      expectation.exit_code = std::stoi(code);
    } else if (const std::size_t mark = line.rfind("// @"); mark != std::string::npos) {
      const std::string base = path.substr(path.rfind('/') + 1);
      places[line.substr(mark + 3)] = base + ":" + std::to_string(number);
    }
  }
  for (std::string& words : expectation.words) {
    for (const auto& [name, place] : places) {
      for (std::size_t at; (at = words.find(name)) != std::string::npos;) {
        words.replace(at, name.size(), place);
      }
    }
  }
  return expectation;
}

/// Runs a command.
/// @param output receives what it writes
/// @return its exit code, or -1
int run(const std::string& command, std::string* output) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    std::perror("popen");
    return -1;
  }
  char chunk[4096];
  for (std::size_t n; (n = std::fread(chunk, 1, sizeof chunk, pipe)) > 0;) output->append(chunk, n);
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A program that is right ends with 0, and writes what it is meant to write and nothing else.
int check_clean(const std::string& program, const std::string& source) {
  const Expectation expectation = read_source(source);
  std::string output;
  const int code = run(expectation.environment + " '" + program + "' 2>&1 </dev/null", &output);
  if (code == 0 && output == expectation.output) return 0;
  std::cout << "exit code " << code << "\nexpected:\n"
            << expectation.output << "it wrote:\n"
            << output;
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "--clean") return check_clean(argv[2], argv[3]);
  if (argc < 3) {
    std::cerr << "usage: check_report PROGRAM SOURCE [JUDGE...]\n"
                 "       check_report --clean PROGRAM SOURCE\n";
    return 2;
  }
  const Expectation expectation = read_source(argv[2]);
  if (expectation.words.empty()) {
    std::cerr << argv[2] << " expects nothing\n";
    return 2;
  }
  std::string command = expectation.environment;
  for (int i = 3; i < argc; ++i) command += std::string(" '") + argv[i] + "'";
  command += std::string(" '") + argv[1] + "' 2>&1 >/dev/null </dev/null";
  std::string report;
  const int code = run(command, &report);

  bool right = true;
  std::size_t from = 0;
  for (const std::string& words : expectation.words) {
    const std::size_t at = report.find(words, from);
    if (at == std::string::npos) {
      std::cout << "missing: " << words << "\n";
      right = false;
    } else {
      from = at + words.size();
    }
  }
  if (code != expectation.exit_code) {
    std::cout << "exit code " << code << ", expected " << expectation.exit_code << "\n";
    right = false;
  }
  std::cout << "the report was:\n" << report;
  return right ? 0 : 1;
}

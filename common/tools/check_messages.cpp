// Compiles a program and compares what the compiler says with what its source expects.
//
//   check_messages SIMTCC SOURCE           all errors and warnings, no more and no fewer; one that is
//                                          repeated word for word counts once (g++ 12 repeats some)
//   check_messages --nvcc NVCC SOURCE      whether nvcc has an error, a warning or nothing
//
// In the source:
//   // options: --extended-lambda          of the compiler
//   // error: @name words                  an error that has the words, in the line that ends in
//                                          `// @name`
//   // warning: @name words                the same
//   // nvcc: error                         or: warning, nothing
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

struct Message {
  std::string place;  ///< `@name`, then `FILE:LINE: error: `
  std::string words;
};

struct Expectation {
  std::string options;
  std::string nvcc;
  std::vector<Message> messages;
};

std::string after(const std::string& line, const std::string& prefix) {
  return line.rfind(prefix, 0) == 0 ? line.substr(prefix.size()) : std::string();
}

Expectation read_source(const std::string& path) {
  Expectation expectation;
  std::map<std::string, std::string> places;
  std::vector<std::string> kinds;
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    for (const std::string kind : {"error", "warning"}) {
      const std::string message = after(line, "// " + kind + ": ");
      if (message.empty()) continue;
      const std::size_t space = message.find(' ');
      expectation.messages.push_back(
          {message.substr(0, space), space == std::string::npos ? "" : message.substr(space + 1)});
      kinds.push_back(kind);
    }
    if (const std::string options = after(line, "// options: "); !options.empty()) {
      expectation.options = options;
    } else if (const std::string nvcc = after(line, "// nvcc: "); !nvcc.empty()) {
      expectation.nvcc = nvcc;
    } else if (const std::size_t mark = line.rfind("// @"); mark != std::string::npos) {
      places[line.substr(mark + 3)] =
          path.substr(path.rfind('/') + 1) + ":" + std::to_string(number) + ": ";
    }
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    std::string& place = expectation.messages[i].place;
    if (places.count(place) == 0) {
      std::cerr << path << " has no line " << place << "\n";
      std::exit(2);
    }
    place = places[place] + kinds[i] + ": ";
  }
  return expectation;
}

/// Compiles.
/// @param messages receives the lines with an error or a warning
/// @return the exit code
int compile(const std::string& command, std::vector<std::string>* messages) {
  FILE* pipe = popen((command + " 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) {
    std::perror("popen");
    std::exit(2);
  }
  std::string output;
  char chunk[4096];
  for (std::size_t n; (n = std::fread(chunk, 1, sizeof chunk, pipe)) > 0;) output.append(chunk, n);
  const int status = pclose(pipe);
  std::cout << output;
  std::string line;
  for (const char c : output) {
    if (c != '\n') {
      line += c;
      continue;
    }
    for (const char* kind : {"error: ", "error ", "fatal error: ", "warning: ", "warning "}) {
      if (line.find(std::string(": ") + kind) == std::string::npos) continue;
      if (std::find(messages->begin(), messages->end(), line) == messages->end()) {
        messages->push_back(line);
      }
      break;
    }
    line.clear();
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

constexpr int kSkipped = 77;  // nvcc is here, a library is not

int check_nvcc(const std::string& command, const std::string& expected) {
  std::vector<std::string> messages;
  const int code = compile(command, &messages);
  const std::string found = code != 0 ? "error" : messages.empty() ? "nothing" : "warning";
  if (found == expected) return 0;
  for (const std::string& message : messages) {
    if (message.find("No such file or directory") != std::string::npos) return kSkipped;
  }
  std::cout << "nvcc has: " << found << ", expected: " << expected << "\n";
  return 1;
}

/// Every expected message has a line of its own, and no line is left.
int check_simtcc(const std::string& command, const Expectation& expectation) {
  std::vector<std::string> messages;
  const int code = compile(command, &messages);
  bool right = true, has_error = false;
  for (const Message& expected : expectation.messages) {
    has_error |= expected.place.find(": error: ") != std::string::npos;
    const auto found =
        std::find_if(messages.begin(), messages.end(), [&](const std::string& message) {
          const std::size_t at = message.find(expected.place);
          return at != std::string::npos && message.find(expected.words, at) != std::string::npos;
        });
    if (found == messages.end()) {
      std::cout << "missing: " << expected.place << expected.words << "\n";
      right = false;
    } else {
      messages.erase(found);
    }
  }
  for (const std::string& message : messages) {
    std::cout << "not expected: " << message << "\n";
    right = false;
  }
  if ((code != 0) != has_error) {
    std::cout << "exit code " << code << "\n";
    right = false;
  }
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_nvcc = argc == 4 && std::string(argv[1]) == "--nvcc";
  if (!is_nvcc && argc != 3) {
    std::cerr << "usage: check_messages SIMTCC SOURCE\n"
                 "       check_messages --nvcc NVCC SOURCE\n";
    return 2;
  }
  const std::string compiler = argv[argc - 2], source = argv[argc - 1];
  const Expectation expectation = read_source(source);
  if (expectation.nvcc.empty()) {
    std::cerr << source << " does not say what nvcc does\n";
    return 2;
  }
  char object[] = "/tmp/check_messages_XXXXXX.o";
  const int file = mkstemps(object, 2);
  if (file < 0) {
    std::perror("mkstemps");
    return 2;
  }
  const std::string command = "'" + compiler + "' -std=c++20 -arch=sm_90 " + expectation.options +
                              " -c '" + source + "' -o " + object;
  const int result =
      is_nvcc ? check_nvcc(command, expectation.nvcc) : check_simtcc(command, expectation);
  std::remove(object);
  return result;
}

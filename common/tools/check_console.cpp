// check_console: the console blocks of a README are tests, and this runs them.
//
// A block starts with ```console. A line `$ command` is run by sh from the current folder; the
// lines below it are what it must print, stderr included. In an expected line `…` stands for any
// text; a line that is only `…` stands for any number of lines. `$ command  # exit 2` expects that
// exit code instead of 0. Commands say build/; --build tells where that really is. What they run is built
// before: `learn run` builds nothing here, since tests run side by side, and two builds in one folder would
// spoil each other's files.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

const char* const kUsage =
    R"(usage: check_console [options] README.md [k]    run its blocks, or only the k-th (from 1)
       check_console --update README.md [k]      and write down what they print now, if they end well
       check_console --pass PROGRAM [ARGUMENT]...
                  run one program: it must exit with 0 and print PASS once, as its last line
       check_console --verdict PROGRAM
                  run the check of an exercise: only its own PASS counts, with a token that is
                  new each time (EXERCISE_TOKEN)
options: --build DIR    what build/ in a command means (build)
         --timeout S    seconds for one block (120)
)";

const std::string kAny = "…";

struct Settings {
  std::string build = "build";
  int timeout_seconds = 120;
};

// ---- running a command

struct Result {
  std::string output;  // stdout and stderr as they came
  int exit_code = 0;   // 128 + the signal's number if one ended it
  bool timed_out = false;
};

[[noreturn]] void run_child(const Lines& command, int output) {
  setpgid(0, 0);  // so that a timeout ends what the command started, too
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close(output);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  std::cerr << "cannot run " << command[0] << ": " << std::strerror(errno) << std::endl;
  _exit(127);
}

Result run(const Lines& command, std::chrono::steady_clock::time_point deadline) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    run_child(command, ends[1]);
  }
  close(ends[1]);
  Result result;
  char buffer[1 << 16];
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd readable{ends[0], POLLIN, 0};
    if (left.count() <= 0 || poll(&readable, 1, static_cast<int>(left.count())) == 0) {
      result.timed_out = true;
      kill(-child, SIGKILL);
      break;
    }
    const ssize_t count = read(ends[0], buffer, sizeof buffer);
    if (count <= 0) break;
    result.output.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

// ---- comparing

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(" \t\r") + 1);
  return line;
}

Lines split(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(without_trailing_space(line));
  return lines;
}

/// Whether `…` in the pattern can stand for something that makes it the line.
bool matches(const std::string& pattern, const std::string& line) {
  std::size_t any = pattern.find(kAny);
  if (any == std::string::npos) return pattern == line;
  if (line.compare(0, any, pattern, 0, any) != 0) return false;
  std::size_t at = any;
  for (;;) {
    const std::size_t begin = any + kAny.size();
    any = pattern.find(kAny, begin);
    if (any == std::string::npos) {
      const std::size_t rest = pattern.size() - begin;
      return line.size() >= at + rest &&
             line.compare(line.size() - rest, rest, pattern, begin) == 0;
    }
    const std::size_t found = line.find(pattern.substr(begin, any - begin), at);
    if (found == std::string::npos) return false;
    at = found + (any - begin);
  }
}

/// One line of the alignment of what is expected with what was printed.
struct Step {
  enum Kind { kSame, kAnyLines, kMissing, kUnexpected } kind;
  std::string line;  // as the README has it, if it has it
};

/// The alignment with the fewest missing and unexpected lines.
std::vector<Step> align(const Lines& expected, const Lines& printed) {
  const std::size_t n = expected.size(), m = printed.size();
  // cost[i][j]: differences between expected[i…] and printed[j…]
  std::vector<std::vector<int>> cost(n + 1, std::vector<int>(m + 1, 0));
  for (std::size_t i = n + 1; i-- > 0;) {
    for (std::size_t j = m + 1; j-- > 0;) {
      if (i == n) {
        cost[i][j] = static_cast<int>(m - j);
      } else if (expected[i] == kAny) {
        cost[i][j] = std::min(cost[i + 1][j], j < m ? cost[i][j + 1] : cost[i + 1][j]);
      } else {
        cost[i][j] = 1 + std::min(cost[i + 1][j], j < m ? cost[i][j + 1] : cost[i + 1][j]);
        if (j < m && matches(expected[i], printed[j])) {
          cost[i][j] = std::min(cost[i][j], cost[i + 1][j + 1]);
        }
      }
    }
  }
  std::vector<Step> steps;
  std::size_t i = 0, j = 0;
  while (i < n || j < m) {
    if (i < n && expected[i] == kAny) {
      while (cost[i][j] != cost[i + 1][j]) ++j;  // the lines it stands for
      steps.push_back({Step::kAnyLines, expected[i++]});
    } else if (i < n && j < m && matches(expected[i], printed[j]) &&
               cost[i][j] == cost[i + 1][j + 1]) {
      steps.push_back({Step::kSame, expected[i++]});
      ++j;
    } else if (i < n && cost[i][j] == 1 + cost[i + 1][j]) {
      steps.push_back({Step::kMissing, expected[i++]});
    } else {
      steps.push_back({Step::kUnexpected, printed[j++]});
    }
  }
  return steps;
}

// ---- the blocks of a README

struct Command {
  std::string line;  // after "$ "
  Lines expected;
};

struct Block {
  std::size_t begin = 0, end = 0;  // indices of its first line and of the closing fence
  std::vector<Command> commands;
};

struct Readme {
  std::string name;
  Lines lines;
  std::vector<Block> blocks;
};

Readme read_readme(const std::string& name) {
  std::ifstream file(name);
  if (!file) throw std::runtime_error("cannot read " + name);
  Readme readme{name, {}, {}};
  for (std::string line; std::getline(file, line);) readme.lines.push_back(line);
  const auto place = [&](std::size_t i) { return name + ":" + std::to_string(i + 1) + ": "; };
  for (std::size_t i = 0; i < readme.lines.size(); ++i) {
    if (readme.lines[i].rfind("```console", 0) != 0) continue;
    Block block;
    block.begin = ++i;
    for (; i < readme.lines.size() && readme.lines[i].rfind("```", 0) != 0; ++i) {
      const std::string line = without_trailing_space(readme.lines[i]);
      if (line.rfind("$ ", 0) == 0) {
        block.commands.push_back({line.substr(2), {}});
      } else if (block.commands.empty()) {
        throw std::runtime_error(place(i) + "a console block starts with a line `$ command`");
      } else {
        block.commands.back().expected.push_back(line);
      }
    }
    if (i == readme.lines.size()) {
      throw std::runtime_error(place(block.begin - 1) + "this block does not end");
    }
    block.end = i;
    readme.blocks.push_back(block);
  }
  return readme;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

int expected_exit_code(const std::string& command) {
  static const std::regex pattern("# exit ([0-9]+)$");
  std::smatch match;
  return std::regex_search(command, match, pattern) ? std::stoi(match[1]) : 0;
}

/// The command with the real build folder, and its output with the README's paths again.
Result run_command(const std::string& command, const Settings& settings,
                   std::chrono::steady_clock::time_point deadline) {
  const std::string build = std::filesystem::absolute(settings.build).lexically_normal();
  static const std::regex leading_build("(^|[\\s=;&|(])build/");
  const std::string real = std::regex_replace(command, leading_build, "$1'" + build + "'/");
  Result result = run({"sh", "-c", real}, deadline);
  replace_all(result.output, build + "/", "build/");
  replace_all(result.output, std::filesystem::current_path().string() + "/", "");
  return result;
}

/// The programs in build/bin that a command calls, and which are not there.
Lines not_built(const std::string& command, const Settings& settings) {
  Lines missing;
  for (const char* pattern : {"(?:^|\\s)build/bin/(\\w+)", "learn run (\\w+)"}) {
    const std::regex called(pattern);
    for (std::sregex_iterator i(command.begin(), command.end(), called), end; i != end; ++i) {
      const std::string name = (*i)[1];
      if (!std::filesystem::exists(settings.build + "/bin/" + name)) missing.push_back(name);
    }
  }
  return missing;
}

/// Runs one block; prints what differs. With `update`, it becomes the lines that the block should have.
bool check_block(const Readme& readme, std::size_t k, const Settings& settings, Lines* update) {
  const Block& block = readme.blocks[k];
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(settings.timeout_seconds);
  bool good = true;
  for (const Command& command : block.commands) {
    const Result result = run_command(command.line, settings, deadline);
    const Lines missing = not_built(command.line, settings);
    const int exit_code = expected_exit_code(command.line);
    const bool ended_well = !result.timed_out && result.exit_code == exit_code;
    // What stands behind it in a pipe may have taken the shell's words.
    if (!missing.empty() && (!ended_well || result.output.find("not found") != std::string::npos)) {
      std::cout << readme.name << ':' << block.begin << ": console block " << k + 1
                << " is not built: cmake --build " << settings.build << " --target";
      for (const std::string& name : missing) std::cout << ' ' << name;
      std::cout << '\n';
      return false;
    }
    const std::vector<Step> steps = align(command.expected, split(result.output));
    const bool same = std::none_of(steps.begin(), steps.end(), [](const Step& step) {
      return step.kind == Step::kMissing || step.kind == Step::kUnexpected;
    });
    if (update != nullptr) {
      update->push_back("$ " + command.line);
      for (const Step& step : steps) {
        if (step.kind != Step::kMissing) update->push_back(step.line);
      }
    }
    if (ended_well && (same || update != nullptr)) continue;
    good = false;
    std::cout << readme.name << ':' << block.begin << ": console block " << k + 1 << "\n$ "
              << command.line << '\n';
    for (const Step& step : steps) {
      const char* marks[] = {"  ", "  ", "- ", "+ "};
      std::cout << marks[step.kind] << step.line << '\n';
    }
    if (!same) std::cout << "(- the README has it, + the command printed it)\n";
    if (result.timed_out) {
      std::cout << "did not end within " << settings.timeout_seconds << " s\n";
    } else if (!ended_well) {
      std::cout << "exit code " << result.exit_code << ", expected " << exit_code << '\n';
    }
  }
  return good;
}

int check_readme(const Readme& readme, std::size_t only, const Settings& settings) {
  bool good = true;
  for (std::size_t k = 0; k < readme.blocks.size(); ++k) {
    if (only == 0 || only == k + 1) good &= check_block(readme, k, settings, nullptr);
  }
  return good ? 0 : 1;
}

/// What a failed command prints is nothing to write down: its block stays as it is.
int update_readme(const Readme& readme, std::size_t only, const Settings& settings) {
  Lines lines;
  std::size_t copied = 0;
  const auto copy_up_to = [&](std::size_t end) {
    lines.insert(lines.end(), readme.lines.begin() + static_cast<std::ptrdiff_t>(copied),
                 readme.lines.begin() + static_cast<std::ptrdiff_t>(end));
    copied = end;
  };
  bool good = true;
  for (std::size_t k = 0; k < readme.blocks.size(); ++k) {
    if (only != 0 && only != k + 1) continue;
    const Block& block = readme.blocks[k];
    copy_up_to(block.begin);
    Lines printed;
    if (check_block(readme, k, settings, &printed)) {
      lines.insert(lines.end(), printed.begin(), printed.end());
      copied = block.end;
    } else {
      good = false;
    }
  }
  copy_up_to(readme.lines.size());
  if (lines != readme.lines) {
    std::ofstream file(readme.name);
    for (const std::string& line : lines) file << line << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write " + readme.name);
  }
  return good ? 0 : 1;
}

int check_pass(const Lines& command, const Settings& settings) {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(settings.timeout_seconds);
  const Result result = run(command, deadline);
  std::cout << result.output;
  if (result.timed_out) {
    std::cout << "did not end within " << settings.timeout_seconds << " s\n";
    return 1;
  }
  if (result.exit_code != 0) return result.exit_code;
  const Lines lines = split(result.output);
  if (std::count(lines.begin(), lines.end(), "PASS") == 1 && lines.back() == "PASS") return 0;
  std::cout << "exit code 0, but PASS is not the last line, printed once\n";
  return 1;
}

/// The check's output goes to stderr, where a failed check says why.
int check_verdict(const Lines& command, const Settings& settings) {
  std::random_device random;
  const std::string token = std::to_string(random()) + std::to_string(random());
  setenv("EXERCISE_TOKEN", token.c_str(), 1);
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(settings.timeout_seconds);
  const Result result = run(command, deadline);
  const std::string verdict = "PASS " + token + "\n";
  const std::size_t at = result.output.rfind(verdict);
  const bool passes = at != std::string::npos;
  std::cerr << result.output.substr(0, at) << (passes ? "PASS\n" : "");
  if (passes) std::cerr << result.output.substr(at + verdict.size());
  if (result.timed_out) {
    std::cerr << "FAILED  it takes too long: it was stopped after " << settings.timeout_seconds
              << " s\n";
    return 1;
  }
  if (result.exit_code != 0 || passes) return result.exit_code;
  std::cerr << "FAILED  the program ended before its check did: a submission must not end it\n";
  return 1;
}

unsigned number(const std::string& what, const std::string& text) {
  if (text.empty() || text.size() > 6 ||
      text.find_first_not_of("0123456789") != std::string::npos) {
    throw std::runtime_error(what + " " + text + ": a number is needed");
  }
  return static_cast<unsigned>(std::stoul(text));
}

int usage() {
  std::cerr << kUsage;
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  setenv("LEARN_NO_BUILD", "1", 1);
  Settings settings;
  bool update = false;
  Lines words(argv + 1, argv + argc);
  while (!words.empty() && words[0].rfind("--", 0) == 0) {
    const std::string option = words[0];
    words.erase(words.begin());
    if (option == "--update") {
      update = true;
    } else if (option == "--pass") {
      return words.empty() ? usage() : check_pass(words, settings);
    } else if (option == "--verdict") {
      return words.empty() ? usage() : check_verdict(words, settings);
    } else if ((option == "--build" || option == "--timeout") && !words.empty()) {
      if (option == "--build") settings.build = words[0];
      if (option == "--timeout")
        settings.timeout_seconds = static_cast<int>(number(option, words[0]));
      words.erase(words.begin());
    } else {
      return usage();
    }
  }
  if (words.empty() || words.size() > 2) return usage();
  const Readme readme = read_readme(words[0]);
  const std::size_t only = words.size() == 2 ? number("block", words[1]) : 0;
  if (only > readme.blocks.size()) {
    throw std::runtime_error(readme.name + " has " + std::to_string(readme.blocks.size()) +
                             " console blocks");
  }
  return update ? update_readme(readme, only, settings) : check_readme(readme, only, settings);
} catch (const std::exception& error) {
  std::cerr << "check_console: " << error.what() << '\n';
  return 2;
}

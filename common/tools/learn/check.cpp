#include "check.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

#include "build.h"
#include "files.h"
#include "problem.h"
#include "text.h"

namespace learn {

namespace {

constexpr std::array<std::pair<State, const char*>, 8> kNames = {{
    {State::kNotStarted, "not started"},
    {State::kDoesNotCompile, "does not compile"},
    {State::kCrashes, "crashes"},
    {State::kTakesTooLong, "takes too long"},
    {State::kWrong, "wrong"},
    {State::kPasses, "passes"},
    {State::kCannotRun, "cannot run here"},
    {State::kRefused, "refused"},
}};

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

/// Messages name files by their place in the repository.
std::string with_short_paths(const std::string& text, const fs::path& source) {
  return replaced(text, source.string() + "/", "");
}

/// Where hints are is what learn says itself, below each verdict.
std::string without_hints_line(std::string text) {
  const std::size_t begin = text.rfind("\n        hints: ");
  if (begin != std::string::npos) {
    text.erase(begin + 1, text.find('\n', begin + 1) - begin);
  }
  return text;
}

/// For what a check writes; goes with its folder.
struct ScratchFile {
  ScratchFile() {
    std::string folder = (fs::temp_directory_path() / "learn-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw Problem("cannot make a folder like " + folder);
    path = fs::path(folder) / "verdict.json";
  }
  ~ScratchFile() {
    std::error_code error;
    fs::remove_all(path.parent_path(), error);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  fs::path path;
};

}  // namespace

std::string object_with_token(const std::string& text, const std::string& token) {
  const std::string object = text.substr(0, text.find('\n'));
  if (!has(object, "\"token\": \"" + token + "\"")) return "";
  std::string open;  // brackets
  bool is_quoted = false;
  for (std::size_t i = 0; i < object.size(); ++i) {
    const char c = object[i];
    if (is_quoted) {
      if (c == '\\') ++i;
      is_quoted = c != '"';
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == '{' || c == '[') {
      open += c;
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != (c == '}' ? '{' : '[')) return "";
      open.pop_back();
      if (open.empty() && i + 1 != object.size()) return "";
    }
  }
  return open.empty() && !is_quoted && !object.empty() && object[0] == '{' ? object : "";
}

std::string new_token() {
  std::random_device random;
  return std::to_string(random()) + std::to_string(random());
}

std::string name_of(State state) {
  for (const auto& [known, name] : kNames) {
    if (known == state) return name;
  }
  return "not checked";
}

State state_named(const std::string& name) {
  for (const auto& [state, known] : kNames) {
    if (known == name) return state;
  }
  return State::kUnknown;
}

double check_seconds() {
  const char* const given = std::getenv("LEARN_SECONDS");
  const double seconds = given == nullptr ? 0 : std::atof(given);
  return seconds > 0 ? seconds : 60;
}

Verdict judge(const Outcome& outcome, double limit, const std::string& token) {
  const std::string& text = outcome.output;
  if (outcome.stopped) return {};
  if (outcome.timed_out) {
    char line[80];
    std::snprintf(line, sizeof line, "It was stopped after %g s.\n", limit);
    return {State::kTakesTooLong, text + line};
  }
  switch (outcome.exit_code) {
    case 0:
      if (has(text, "PASS " + token + "\n")) return {State::kPasses, ""};
      return {State::kWrong, text + "The program ended before its check did.\n"};
    case 1:
      // What the check says of a kernel that did not run to its end.
      if (has(text, "cudaErrorLaunchTimeout")) return {State::kTakesTooLong, text};
      if (has(text, "cudaErrorIllegalAddress")) return {State::kCrashes, text};
      return {State::kWrong, text};
    case 77:
      if (has(text, "not started")) return {State::kNotStarted, ""};
      return {State::kCannotRun, text};
    default:
      if (outcome.exit_code <= 128) {
        return {State::kCrashes, text + "The program ended with exit code " +
                                     std::to_string(outcome.exit_code) + ".\n"};
      }
      const char* const signal = strsignal(outcome.exit_code - 128);
      return {State::kCrashes, text + "The program was ended by a signal: " + signal + ".\n"};
  }
}

Verdict check(const Course& course, const Exercise& exercise, const Wanted& wanted) {
  const std::string target = "exercise_" + exercise.name;
  const std::string file = fs::relative(exercise.file(), course.source).string();
  if (!fs::exists(exercise.file())) {
    return {State::kNotStarted,
            file + " is missing; `learn reset " + exercise.name + "` brings it back.\n"};
  }
  const Outcome built = build(course, target, file, wanted);
  if (built.stopped) return {};
  if (!built.ok()) return {State::kDoesNotCompile, with_short_paths(built.output, course.source)};
  const double limit = check_seconds();
  const std::string token = new_token();
  setenv("EXERCISE_TOKEN", token.c_str(), 1);
  setenv("SIMT_TIMEOUT", "10", 0);  // a kernel that never ends is told of before the limit
  const ScratchFile written;
  setenv("EXERCISE_VERDICT", written.path.c_str(), 1);
  Verdict verdict =
      judge(run({(course.build / "bin" / target).string()}, limit, wanted), limit, token);
  verdict.text = with_short_paths(without_hints_line(verdict.text), course.source);
  verdict.from_check = object_with_token(read_file(written.path), token);
  return verdict;
}

}  // namespace learn

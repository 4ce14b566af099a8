#include "verdict_json.h"

#include <regex>
#include <system_error>

#include "json.h"

namespace learn {

namespace {

/// What was given in JSON, or null.
std::string or_null(const std::string& json) { return json.empty() ? "null" : json; }

/// Why it does not pass, in JSON; empty if there is none.
struct Reason {
  std::string text, file, line;
};

/// A report names files as seen from where the check runs.
std::string in_repository(const std::string& file, const fs::path& source) {
  std::error_code error;
  if (fs::exists(source / file, error)) return file;
  return fs::proximate(file, source, error).string();
}

Reason first_reason(const Verdict& verdict, const fs::path& source) {
  const bool is_not_started = verdict.state == State::kNotStarted && verdict.text.empty();
  if (verdict.state == State::kPasses || is_not_started) return {};
  static const std::regex compiler(R"((?:^|\n)([^\s:]+):(\d+):(?:\d+:)? (?:fatal )?error: (.*))");
  static const std::regex report(R"((?:^|\n)simt: (?!warning)(.*)\n  at +(.*):(\d+))");
  static const std::regex failed(R"((?:^|\n)FAILED  (.*))");
  std::smatch match;
  const std::string& text = verdict.text;
  if (verdict.state == State::kDoesNotCompile && std::regex_search(text, match, compiler)) {
    return {json_text(match[3]), json_text(in_repository(match[1], source)), match[2]};
  }
  if (std::regex_search(text, match, report)) {
    return {json_text(match[1]), json_text(in_repository(match[2], source)), match[3]};
  }
  if (std::regex_search(text, match, failed)) return {json_text(match[1]), "", ""};
  const std::size_t last = text.find_last_not_of('\n');
  if (last == std::string::npos) return {json_text(name_of(verdict.state)), "", ""};
  const std::size_t before = text.rfind('\n', last);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return {json_text(text.substr(begin, last + 1 - begin)), "", ""};
}

std::string number_in(const std::string& json, const std::string& name) {
  std::smatch match;
  return std::regex_search(json, match, std::regex("\"" + name + R"(": (\d+))")) ? match[1].str()
                                                                                 : "";
}

}  // namespace

std::string json(const Exercise& exercise, const Verdict& verdict) {
  const Reason reason = first_reason(verdict, exercise.source);
  const std::string points = number_in(verdict.from_check, "points");
  return "{\"exercise\": " + json_text(exercise.chapter + "/" + exercise.name) +
         ", \"state\": " + json_text(name_of(verdict.state)) +
         ", \"points\": " + (points.empty() ? "0" : points) +
         ", \"of\": " + or_null(number_in(verdict.from_check, "of")) +
         ", \"reason\": " + or_null(reason.text) + ", \"file\": " + or_null(reason.file) +
         ", \"line\": " + or_null(reason.line) + ", \"check\": " + or_null(verdict.from_check) +
         "}";
}

}  // namespace learn

#include "verdict_json.h"

#include <cstdio>
#include <regex>
#include <system_error>

namespace learn {

namespace {

/// How many bytes the character has that begins there; 0 if they are no UTF-8.
std::size_t length_of_character(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xC2 && first <= 0xDF ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(at + i) < 0x80 || byte(at + i) > 0xBF) return 0;
  }
  return length;
}

std::string text_of(const std::string& text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_character(text, at);
    const auto c = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      result += '?';
    } else if (c == '"' || c == '\\') {
      result += std::string("\\") + text[at];
    } else if (c < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      result += code;
    } else {
      result += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return result + "\"";
}

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
  if (verdict.state == State::kPasses || verdict.state == State::kNotStarted) return {};
  static const std::regex compiler(R"((?:^|\n)([^\s:]+):(\d+):(?:\d+:)? (?:fatal )?error: (.*))");
  static const std::regex report(R"((?:^|\n)simt: (?!warning)(.*)\n  at +(.*):(\d+))");
  static const std::regex failed(R"((?:^|\n)FAILED  (.*))");
  std::smatch match;
  const std::string& text = verdict.text;
  if (verdict.state == State::kDoesNotCompile && std::regex_search(text, match, compiler)) {
    return {text_of(match[3]), text_of(in_repository(match[1], source)), match[2]};
  }
  if (std::regex_search(text, match, report)) {
    return {text_of(match[1]), text_of(in_repository(match[2], source)), match[3]};
  }
  if (std::regex_search(text, match, failed)) return {text_of(match[1]), "", ""};
  const std::size_t last = text.find_last_not_of('\n');
  if (last == std::string::npos) return {text_of(name_of(verdict.state)), "", ""};
  const std::size_t before = text.rfind('\n', last);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return {text_of(text.substr(begin, last + 1 - begin)), "", ""};
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
  return "{\"exercise\": " + text_of(exercise.chapter + "/" + exercise.name) +
         ", \"state\": " + text_of(name_of(verdict.state)) +
         ", \"points\": " + (points.empty() ? "0" : points) +
         ", \"of\": " + or_null(number_in(verdict.from_check, "of")) +
         ", \"reason\": " + or_null(reason.text) + ", \"file\": " + or_null(reason.file) +
         ", \"line\": " + or_null(reason.line) + ", \"check\": " + or_null(verdict.from_check) +
         "}";
}

}  // namespace learn

/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "tutorial/check.cuh"
#include "tutorial/exit_code.cuh"
#include "tutorial/verdict.cuh"

namespace tutorial {

inline std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      result += code;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

/// JSON has no infinity and nothing that is unknown.
inline std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

[[noreturn]] inline void end_with_problem(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::_Exit(kExitBadArguments);
}

}  // namespace tutorial

TUTORIAL_INLINE const std::string& tutorial::token() {
  static std::string token;
  if (char* const given = std::getenv("EXERCISE_TOKEN"); given != nullptr) {
    token = given;
    std::memset(given, 0, std::strlen(given));  // /proc/self/environ has it, too
    unsetenv("EXERCISE_TOKEN");
  }
  return token;
}

#ifdef TUTORIAL_COMPILED
/// Before any constructor of an answer's.
[[gnu::constructor(101)]] static void take_token() { tutorial::token(); }
#endif

TUTORIAL_INLINE void tutorial::Assessment::set_parts(std::vector<Part> parts) {
  parts_ = std::move(parts);
  present_ = 0;
}

TUTORIAL_INLINE void tutorial::Assessment::begin_part(const std::string& name) {
  const auto found =
      std::find_if(parts_.begin() + static_cast<std::ptrdiff_t>(present_), parts_.end(),
                   [&](const Part& part) { return part.name == name; });
  if (found == parts_.end()) end_with_problem("the check has no part '" + name + "' here");
  present_ = static_cast<std::size_t>(found - parts_.begin());
}

TUTORIAL_INLINE void tutorial::Assessment::note_limit(const std::string& counter,
                                                      const std::string& at, double value,
                                                      double at_most) {
  const auto known = std::find_if(limits_.begin(), limits_.end(),
                                  [&](const Limit& limit) { return limit.counter == counter; });
  if (known == limits_.end()) {
    limits_.push_back({counter, at, value, at_most});
  } else if (std::isnan(known->value) || value * known->at_most > known->value * at_most) {
    *known = {counter, at, value, at_most};
  }
}

TUTORIAL_INLINE std::string tutorial::Assessment::json(const std::string& state,
                                                       const std::string& failure) const {
  int points = 0, of = 0;
  std::string parts, limits;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const bool has_passed = state == "passes" || (state == "wrong" && i < present_);
    const int its = has_passed ? parts_[i].points : 0;
    points += its;
    of += parts_[i].points;
    parts += (i == 0 ? "" : ", ") + ("{\"name\": " + json_text(parts_[i].name)) +
             ", \"points\": " + std::to_string(its) +
             ", \"of\": " + std::to_string(parts_[i].points) + "}";
  }
  for (const Limit& limit : limits_) {
    limits += (limits.empty() ? "" : ", ") + ("{\"counter\": " + json_text(limit.counter)) +
              ", \"case\": " + json_text(limit.at) + ", \"value\": " + json_number(limit.value) +
              ", \"at_most\": " + json_number(limit.at_most) + "}";
  }
  return "{\"state\": " + json_text(state) + ", \"points\": " + std::to_string(points) +
         ", \"of\": " + std::to_string(of) + ", \"parts\": [" + parts +
         "], \"failure\": " + (failure.empty() ? "null" : json_text(failure)) + ", \"limits\": [" +
         limits + "], \"token\": " + (token().empty() ? "null" : json_text(token())) + "}\n";
}

TUTORIAL_INLINE void tutorial::Assessment::write(const std::string& state,
                                                 const std::string& failure) const {
  const char* const name = std::getenv("EXERCISE_VERDICT");
  if (name == nullptr || *name == '\0') return;
  const std::string text = json(state, failure);
  std::FILE* const file = std::fopen(name, "w");
  const bool is_written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
  if (file == nullptr || std::fclose(file) != 0 || !is_written) {
    end_with_problem("EXERCISE_VERDICT: cannot write " + std::string(name) + ": " +
                     std::strerror(errno));
  }
}

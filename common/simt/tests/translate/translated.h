/// @file
/// What the translator's tests share.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "lexer.h"
#include "translate.h"

inline const std::string kMarker = "# 1 \"a.cu\"\n";

/// How often each token stands on each line of each file.
using Lines = std::map<std::tuple<std::string, int, std::string>, int>;

inline Lines lines_of(std::string_view text) {
  std::vector<translator::Diagnostic> errors;
  const translator::Lexed lexed = translator::lex(text, "<none>", errors);
  EXPECT_TRUE(errors.empty()) << text;
  Lines lines;
  for (const translator::Token& token : lexed.tokens) {
    ++lines[{std::string(lexed.places[token.place].file), token.line,
             std::string(text.substr(token.begin, token.end - token.begin))}];
  }
  return lines;
}

/// Every token of the input is in the output, in the same line of the same file, unless its text
/// is among `gone`.
inline void expect_lines_kept(std::string_view input, std::string_view output,
                              const std::set<std::string>& gone) {
  const Lines before = lines_of(input), after = lines_of(output);
  for (const auto& [where, count] : before) {
    const auto& [file, line, token] = where;
    if (gone.count(token) > 0) continue;
    const auto found = after.find(where);
    EXPECT_GE(found == after.end() ? 0 : found->second, count)
        << file << ":" << line << ": lost `" << token << "` of\n"
        << input << "\nwhich became\n"
        << output;
  }
}

/// Translates `code`, the lines of "a.cu". The test fails if there are errors, or if a token is not
/// on its line; but CUDA's words and brackets may go, and so may the tokens in `also_gone`.
inline std::string translated(const std::string& code,
                              const std::vector<std::string>& also_gone = {}) {
  const std::string input = kMarker + code;
  std::vector<translator::Diagnostic> errors;
  std::string output = translator::translate(input, errors);
  for (const translator::Diagnostic& error : errors) {
    ADD_FAILURE() << error.file << ":" << error.line << ": " << error.message;
  }
  std::set<std::string> gone = {"<<<",
                                ">",
                                "__global__",
                                "__device__",
                                "__host__",
                                "__constant__",
                                "__managed__",
                                "__shared__",
                                "__forceinline__",
                                "__noinline__",
                                "__launch_bounds__",
                                "__maxnreg__",
                                "__cluster_dims__",
                                "__grid_constant__",
                                "__align__"};
  gone.insert(also_gone.begin(), also_gone.end());
  expect_lines_kept(input, output, gone);
  if (output.compare(0, kMarker.size(), kMarker) != 0) return output;
  return output.substr(kMarker.size());
}

/// The errors of `code`, the lines of "a.cu", each as "3: sentence\n".
inline std::string errors_of(const std::string& code) {
  std::vector<translator::Diagnostic> errors;
  translator::translate(kMarker + code, errors);
  std::string text;
  for (const translator::Diagnostic& error : errors) {
    EXPECT_EQ("a.cu", error.file);
    text += std::to_string(error.line) + ": " + error.message + "\n";
  }
  return text;
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Without the names of kernels' parameters, which each test of something else would have to repeat.
inline std::string without_parameter_names(std::string text) {
  const std::string begin = " [[gnu::used]] static constexpr char simt_parameters[]";
  for (std::size_t at; (at = text.find(begin)) != std::string::npos;) {
    text.erase(at, text.find(';', at) + 1 - at);
  }
  return text;
}

/// `text` with runs of spaces made one, and none in front: how much space a removed word leaves is
/// of no interest.
inline std::string squeezed(const std::string& with_names) {
  const std::string text = without_parameter_names(with_names);
  std::string out;
  for (char c : text) {
    if (c == ' ' && (out.empty() || out.back() == ' ' || out.back() == '\n')) continue;
    out += c;
  }
  return out;
}

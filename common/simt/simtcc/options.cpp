#include "options.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "failure.h"
#include "files.h"
#include "flags.h"
#include "option_table.h"

namespace simtcc {
namespace {

/// Is the value one of `[a|b]`?
bool is_one_of(std::string_view value, std::string_view choices) {
  for (const std::string& one : split(std::string(choices), "[|]")) {
    if (value == one) return true;
  }
  return false;
}

bool may_follow_directly(const Option& option, std::string_view value) {
  return option.value != "N" || value.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_optional(const Option& option) { return starts_with(option.value, "["); }

/// What `argument` is as one spelling of this option: exact, NAME=VALUE, or NAMEVALUE.
Given match(const Option& option, std::string_view spelling, std::string_view argument) {
  const bool may_be_joined = spelling.back() == '*';
  const std::size_t length = spelling.size() - (may_be_joined ? 1 : 0);
  if (!starts_with(argument, spelling.substr(0, length))) return {};
  const std::string_view name = argument.substr(0, length), rest = argument.substr(length);
  if (rest.empty()) return {&option, name, {}, false};
  if (option.value.empty()) {
    if (may_be_joined) return {&option, argument, {}, false};
  } else if (rest.front() == '=' &&
             (!is_optional(option) || is_one_of(rest.substr(1), option.value))) {
    return {&option, name, rest.substr(1), true};
  } else if (may_be_joined && may_follow_directly(option, rest)) {
    return {&option, name, rest, true};
  }
  return {};
}

/// The longest name wins: -lib is no library, -Wl, no warning.
Given find(std::string_view argument) {
  Given best;
  std::size_t longest = 0;
  for (const Option& option : option_table()) {
    for (const std::string& spelling : split(std::string(option.names), " ")) {
      if (spelling.size() <= longest) continue;
      const Given given = match(option, spelling, argument);
      if (given.option == nullptr) continue;
      best = given;
      longest = spelling.size();
    }
  }
  return best;
}

/// How many letters have to be replaced, added or left out to make one word of the other.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char c : one) {
    std::size_t diagonal = row[0]++;
    for (std::size_t i = 0; i < other.size(); ++i) {
      const std::size_t replaced = std::exchange(diagonal, row[i + 1]) + (c != other[i] ? 1 : 0);
      row[i + 1] = std::min({replaced, row[i] + 1, row[i + 1] + 1});
    }
  }
  return row.back();
}

/// ": did you mean -std?" if that is nearly what it says.
std::string suggestion(std::string_view argument) {
  const std::string_view given = argument.substr(0, argument.find('='));
  std::string nearest;
  std::size_t least = given.size() / 7 + 1;  // one in seven letters may be wrong
  for (const Option& option : option_table()) {
    for (const std::string& spelling : split(std::string(option.names), " ")) {
      const std::size_t letters = distance(given, spelling);
      if (letters >= least || spelling.back() == '*') continue;
      least = letters;
      nearest = spelling;
    }
  }
  return nearest.empty() ? "" : ": did you mean " + nearest + "?";
}

/// What a file is. After -x, that holds for all but objects and libraries.
Language language_of(const std::string& file, const std::string& language) {
  const std::string ending = file.substr(file.rfind('.') + 1);
  if (ending == "o" || ending == "a" || ending == "so" || contains(file, ".so.")) {
    return Language::kObject;
  }
  const std::string& kind = language.empty() ? ending : language;
  if (kind == "cu") return Language::kCuda;
  if (kind == "c") return Language::kC;
  for (const char* cpp : {"cpp", "cc", "cxx", "c++", "C"}) {
    if (kind == cpp) return Language::kCpp;
  }
  throw Failure(file + " is no .cu, .cpp, .c, .o, .a or .so file");
}

/// Appends words in lines of at most 100 columns; those that follow begin in column `indent`.
void wrap(std::string& text, const std::string& words, std::size_t indent) {
  constexpr std::size_t kColumns = 100;
  const std::size_t line_begin = text.rfind('\n') + 1;
  std::size_t column = text.size() - line_begin;
  for (const std::string& word : split(words, " ")) {
    if (column > indent && column + 1 + word.size() > kColumns) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  text += '\n';
}

/// `-o, --output-file FILE`; of `-std` and `--std` the first is enough.
std::string spelling(const Option& option) {
  std::string text;
  std::string one_hyphen;
  for (std::string name : split(std::string(option.names), " ")) {
    if (name == "-" + one_hyphen) continue;
    one_hyphen = name;
    const bool is_word = option.value.empty() && name.back() == '*';
    if (name.back() == '*') name.pop_back();
    text += (text.empty() ? "" : ", ") + name + (is_word ? "..." : "");
  }
  const std::string_view value = is_optional(option) ? "[KIND]" : option.value;
  return value.empty() ? text : text + " " + std::string(value);
}

/// The value of one of the macros that say which nvcc this would be.
std::string version_macro(const std::string& name) {
  for (const std::string macro : kVersionMacros) {
    if (starts_with(macro, "-D" + name + "=")) return macro.substr(macro.find('=') + 1);
  }
  throw Failure("there is no macro " + name);
}

}  // namespace

void refuse(Options&, const Given& given) {
  throw Failure(std::string(given.name) + ": " + std::string(given.option->meaning));
}

Options parse(const Words& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument.empty() || argument[0] != '-') {
      options.inputs.push_back({argument, language_of(argument, options.language)});
      continue;
    }
    Given given = find(argument);
    if (given.option == nullptr) {
      const std::string near = suggestion(argument);
      throw Failure("unknown option " + argument + (near.empty() ? ";" : near) +
                    " simtcc --help lists those there are");
    }
    const Option& option = *given.option;
    if (is_optional(option)) {
      if (!given.has_value && i + 1 < arguments.size() &&
          is_one_of(arguments[i + 1], option.value)) {
        given.value = arguments[++i];
      }
    } else if (!option.value.empty() && !given.has_value) {
      if (i + 1 == arguments.size()) throw Failure(argument + " needs a value");
      given.value = arguments[++i];
    }
    if (option.set != nullptr) option.set(options, given);
    if (options.mode == Mode::kHelp || options.mode == Mode::kVersion) break;
  }
  return options;
}

std::string version() {
  const std::string release =
      version_macro("__CUDACC_VER_MAJOR__") + "." + version_macro("__CUDACC_VER_MINOR__");
  return "simtcc: the CPU backend's compiler driver, called like nvcc\n"
         "Its headers follow CUDA, release " +
         release + ", V" + release + "." + version_macro("__CUDACC_VER_BUILD__") + "\n";
}

std::string help() {
  constexpr std::size_t kMeaning = 36;  // the column
  std::string text =
      "usage: simtcc [options] file...\n\n"
      "Compiles CUDA C++ for the CPU backend. A .cu file is translated and instrumented, a .cpp or "
      ".c\n"
      "file is compiled as it is; .o, .a and .so files are linked.\n\n";
  std::string without_effect, refused;
  for (const Option& option : option_table()) {
    const std::string names = spelling(option), meaning(option.meaning);
    if (meaning.empty()) {
      without_effect += (without_effect.empty() ? "" : ", ") + names;
    } else if (option.set == refuse) {
      wrap(refused += "  " + names + ":", meaning, 4);
    } else {
      text += "  " + names;
      const std::size_t column = names.size() + 2;
      text += column + 2 > kMeaning ? "\n" + std::string(kMeaning, ' ')
                                    : std::string(kMeaning - column, ' ');
      wrap(text, meaning, kMeaning);
    }
  }
  text +=
      "\nWhere nvcc has a name with two hyphens (--std), it is known, too. Values may follow "
      "behind =\n"
      "(-std=c++20). Accepted as nvcc has them, without effect:\n  ";
  wrap(text, without_effect, 2);
  text += "\nRefused:\n" + refused;
  text +=
      "\nSIMT_CXX names another g++ (12 or newer), with what launches it, if any: 'ccache g++'. "
      "SIMT_CCCL\n"
      "is the folder of another CCCL 3.0.\n";
  return text;
}

}  // namespace simtcc

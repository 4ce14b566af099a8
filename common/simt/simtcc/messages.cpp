#include "messages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "files.h"
#include "marks.h"
#include "missing_functions.h"
#include "words.h"

namespace simtcc {
namespace {

using std::string;
using std::string_view;

constexpr string_view kOpen = "‘", kClose = "’";  // g++'s quotes

bool ends_with(string_view text, string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Where the digits at `at` end.
std::size_t skip_digits(string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

/// What stands between quotes, [begin, end) with them.
struct Quoted {
  string_view name;
  std::size_t begin, end;
};

std::optional<Quoted> next_quoted(string_view line, std::size_t from) {
  const std::size_t begin = line.find(kOpen, from);
  if (begin == string_view::npos) return {};
  const std::size_t close = line.find(kClose, begin);
  if (close == string_view::npos) return {};
  const std::size_t name = begin + kOpen.size();
  return Quoted{line.substr(name, close - name), begin, close + kClose.size()};
}

/// Does a name have one of the translator's in it: `prefix`, a number, `suffix`?
bool is_made_up(string_view name, string_view prefix, string_view suffix) {
  for (std::size_t at = name.find(prefix); at != string_view::npos;
       at = name.find(prefix, at + 1)) {
    const std::size_t number = at + prefix.size(), end = skip_digits(name, number);
    if (end > number && starts_with(name.substr(end), suffix)) return true;
  }
  return false;
}

/// Does a launch's function name follow `from`?
bool names_launch(string_view line, std::size_t from) {
  return is_made_up(line.substr(from), "<lambda(auto:", "& ...)>");
}

/// Is it about the way from the program into the runtime's templates?
bool is_of_runtime(string_view line, const string& include_dir) {
  const string launch = include_dir + "/simt/launch.h:";
  if (starts_with(line, launch)) {
    const string_view behind = line.substr(skip_digits(line, launch.size()));
    const std::size_t word = behind.find_first_not_of(' ', 1);
    if (starts_with(behind, ": ") && word != string_view::npos &&
        (starts_with(behind.substr(word), "required ") || starts_with(behind, ": note:"))) {
      return true;
    }
  }
  const string_view included = "In file included", from = " from ";
  const std::size_t at = line.find(from);
  if (at != string_view::npos && (line.substr(0, at) == included ||
                                  line.substr(0, at).find_first_not_of(' ') == string_view::npos)) {
    const string_view file = line.substr(at + from.size());
    if (starts_with(file, include_dir + "/") || starts_with(file, "<command-line>")) return true;
  }
  const std::size_t required = line.find(" required from ‘");
  return required != string_view::npos && names_launch(line, required);
}

/// Names of the program's in place of those that the translator has made of them.
string with_own_names(string line) {
  const std::size_t at = line.find("In instantiation of ‘");
  if (at != string::npos && names_launch(line, at))
    return line.substr(0, at) + "In a kernel launch:";
  // ‘simt_t3_tile’ {aka ‘int [4]’}, ‘simt_a#2’ (type ‘int’)
  const string argument = string(translator::kArgumentsName) + "#";
  std::size_t from = 0;
  while (const auto quoted = next_quoted(line, from)) {
    from = quoted->end;
    for (const auto& [prefix, suffix, before, after] :
         {std::array{translator::kTypeName, "_", " {aka ", "}"},
          std::array{argument.c_str(), "", " (type ", ")"}}) {
      if (!is_made_up(quoted->name, prefix, suffix)) continue;
      const auto own = next_quoted(line, quoted->end);
      if (!own || line.substr(quoted->end, own->begin - quoted->end) != before ||
          line.compare(own->end, 1, after) != 0) {
        continue;
      }
      const string name = line.substr(own->begin, own->end - own->begin);
      line.replace(quoted->begin, own->end + 1 - quoted->begin, name);
      from = quoted->begin + name.size();
      break;
    }
  }
  return line;
}

constexpr string_view kDynamic = translator::kDynamicName;

/// ‘float simt_dynamic_s []’: the translator has declared the array once more, for g++ to compare.
string about_declarations(string line) {
  if (const std::size_t at = line.find(" error: conflicting declaration ‘"); at != string::npos) {
    const std::size_t name = line.find(kDynamic, at);
    if (name != string::npos) {
      const std::size_t begin = name + kDynamic.size();
      const string array = line.substr(begin, line.find_first_of(" ’[;", begin) - begin);
      return line.substr(0, at) + " error: extern __shared__ " + array +
             " has another type elsewhere in this file, and all of one name are one array: declare "
             "it as bytes or as one type everywhere, or give it two names";
    }
  }
  for (const string_view begin : {" error: variable ‘", " error: ‘constinit’ variable ‘"}) {
    const std::size_t at = line.find(begin);
    if (at == string::npos || !contains(line, " does not have a constant initializer")) continue;
    const auto variable = next_quoted(line, at + begin.size() - kOpen.size());
    if (!variable) continue;
    return line.substr(0, at) + " error: " + string(variable->name) +
           " is no constant at its beginning, and no code runs for variables of device memory "
           "before main: write a constant, or copy the value with cudaMemcpyToSymbol";
  }
  for (std::size_t at; (at = line.find(kDynamic)) != string::npos;) line.erase(at, kDynamic.size());
  return line;
}

/// Does a line lead to the message in the next one?
bool leads_on(string_view line) {
  return ends_with(line, "In a kernel launch:") || contains(line, " required from ");
}

/// Is it about a name of the translator's that an earlier error has kept from being declared?
bool follows_from_error(string_view line) {
  std::size_t from = 0;
  while (const auto quoted = next_quoted(line, from)) {
    from = quoted->end;
    if (!starts_with(line.substr(from), " was not declared in this scope")) continue;
    if (quoted->name == translator::kCalleeName) return true;
    for (const char* prefix :
         {translator::kTypeName, translator::kKeyName, translator::kAlignedName}) {
      if (starts_with(quoted->name, prefix) && is_made_up(quoted->name, prefix, "_")) return true;
    }
  }
  return false;
}

/// `‘f’ is deprecated: simt: words [-W…]`: the translator has declared it so, to say these words where it is called.
string without_deprecation(const string& line) {
  const string mark = "’ is deprecated: simt: ";
  const std::size_t at = line.rfind(mark);
  if (at == string::npos) return line;
  string words = line.substr(at + mark.size());
  if (const std::size_t option = words.rfind(" [-W");
      option != string::npos && ends_with(words, "]")) {
    words.resize(option);
  }
  const std::size_t begin = line.find(kOpen);
  if (contains(line.substr(begin, at - begin), " simt::Launch::run"))
    return line.substr(0, begin) + words;
  return line.substr(0, at) + string(kClose) + " " + words;
}

/// What there is no more in CUDA, and what there is in CUDA only.
string about_missing(const string& line) {
  const std::size_t at = line.find("error: " + string(kOpen));
  const auto quoted = at == string::npos ? std::nullopt : next_quoted(line, at);
  if (!quoted) return line;
  const string_view name = quoted->name, what = string_view(line).substr(quoted->end);
  const string head = line.substr(0, at) + "error: ";
  const bool is_undeclared = starts_with(what, " was not declared");
  const bool is_cuda = is_undeclared && starts_with(name, "cuda") &&
                       name.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789_") == string_view::npos;
  if ((what == " does not name a type" && (name == "texture" || name == "surface")) ||
      (is_cuda && (starts_with(name, "cudaBind") || starts_with(name, "cudaUnbind")) &&
       (contains(name, "Texture") || contains(name, "Surface")))) {
    return head +
           "texture and surface references ended with CUDA 11: make an object with "
           "cudaCreateTextureObject or "
           "cudaCreateSurfaceObject, and pass it to the kernel";
  }
  if (is_cuda && is_missing(name)) {
    return head + line.substr(quoted->begin, quoted->end - quoted->begin) +
           " is of a part of the CUDA runtime that the CPU backend does not have";
  }
  return line;
}

/// An assertion in a header for tiles has words for the program: they belong to its line, and not behind the way
/// through the templates.
std::vector<string> with_assertions_at_calls(const std::vector<string>& lines,
                                             const string& include_dir) {
  const string folder = include_dir + "/simt/tiles/", failed = ": error: static assertion failed: ";
  const auto is_on_the_way = [&](string_view line) {
    return contains(line, " required from ") || contains(line, " required by ") ||
           contains(line, "In instantiation of ") || contains(line, "In substitution of ") ||
           contains(line, " expansion of ") || starts_with(line, "                 from ");
  };
  std::vector<string> result;
  bool is_behind_one = false;
  for (const string& line : lines) {
    const bool is_own = starts_with(line, folder);
    const std::size_t at = is_own ? line.find(failed) : string::npos;
    if (is_behind_one && is_own && contains(line, ": note: ")) continue;
    is_behind_one = at != string::npos;
    if (!is_behind_one) {
      result.push_back(line);
      continue;
    }
    string place = line.substr(0, at);
    while (!result.empty() && is_on_the_way(result.back())) {
      const string& last = result.back();
      if (const std::size_t end = last.find(":   required from here"); end != string::npos) {
        place = last.substr(0, end);
      }
      result.pop_back();
    }
    result.push_back(place + ": error: " + line.substr(at + failed.size()));
  }
  return result;
}

}  // namespace

string clean_messages(const string& messages, const string& include_dir) {
  std::vector<string> lines;
  for (const string& line : split(messages, "\n")) {
    if (!is_of_runtime(line, include_dir))
      lines.push_back(about_declarations(with_own_names(line)));
  }
  lines = with_assertions_at_calls(lines, include_dir);
  string cleaned;
  // One message with the lines that lead to it at a time.
  for (std::size_t begin = 0, end; begin < lines.size(); begin = end) {
    end = begin + 1;
    while (end < lines.size() && leads_on(lines[end - 1])) ++end;
    bool is_consequence = false;
    for (std::size_t i = begin; i < end; ++i) is_consequence |= follows_from_error(lines[i]);
    for (std::size_t i = begin; i < end && !is_consequence; ++i) {
      if (lines[i] == "cc1plus: some warnings being treated as errors") continue;
      cleaned += about_missing(without_deprecation(lines[i])) + "\n";
    }
  }
  return cleaned;
}

bool make_permissive_errors(string& messages) {
  const string_view warning = ": warning: ";
  string changed;
  bool has_any = false;
  for (string& line : split(messages, "\n")) {
    for (const string_view option :
         {" [-fpermissive]", " [-Wchanges-meaning]"}) {  // g++ 12's, and newer ones'
      if (!ends_with(line, option)) continue;
      has_any = true;
      if (const std::size_t at = line.find(warning); at != string::npos) {
        line = line.substr(0, at) + ": error: " +
               line.substr(at + warning.size(), line.size() - at - warning.size() - option.size());
      }
    }
    changed += line + "\n";
  }
  messages = changed;
  return has_any;
}

string hint_at_newer_standard(const string& messages) {
  const Words keywords = {"concept", "consteval", "constinit", "co_await", "co_yield", "co_return"};
  const Words of_library = {
      "barrier",        "bit_cast",        "bit_ceil",    "bit_width",
      "convertible_to", "countl_zero",     "countr_zero", "counting_semaphore",
      "floating_point", "has_single_bit",  "integral",    "invocable",
      "jthread",        "latch",           "lerp",        "midpoint",
      "numbers",        "popcount",        "ranges",      "remove_cvref_t",
      "same_as",        "source_location", "span",        "strong_ordering",
      "views"};
  const auto has = [](const Words& words, string_view name) {
    return std::find(words.begin(), words.end(), name) != words.end();
  };
  for (const string& line : split(messages, "\n")) {
    if (!contains(line, ": error: ")) continue;
    std::size_t from = 0;
    while (const auto quoted = next_quoted(line, from)) {
      from = quoted->end;
      const string_view name = quoted->name,
                        member = starts_with(name, "std::") ? name.substr(5) : name;
      if (has(keywords, name) || (contains(line, "std") && has(of_library, member))) {
        return "simtcc: note: this is compiled as C++17, as nvcc does; -std=c++20 has " +
               string(name) + "\n";
      }
    }
  }
  return "";
}

}  // namespace simtcc

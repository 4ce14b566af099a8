// Separates the check of an exercise from the answers to it: so it is compiled once, and not for each of them.
//
//   split_check --interface CHECK SOLUTION HEADER       what CHECK uses of an answer, as declarations
//   split_check --answer CHECK SOLUTION ANSWER SOURCE   what to compile for ANSWER
//
// CHECK is compiled with HEADER as its SUBMISSION, ANSWER with SOURCE, and the two are linked. HEADER declares
// functions; types, constants and inline functions are there as SOLUTION has them; a constant that the learner
// has to find is `extern`, so its value stays in the answer.
//
// SOURCE is the part of CHECK in front of the answer, and the answer. The inline functions there are declarations: the
// object of CHECK has them, and what headers leave out with TUTORIAL_APART. Where that would not mean the same, it is
// all of CHECK, with main, and the object of CHECK stays unused: if the answer lacks something that HEADER has, or
// has it in other words, if it defines a name that CHECK defines, too, and if it has a macro. So nothing depends on
// whether they are compiled apart but the time that it takes, and what the compiler says of a wrong answer is about
// the check that the learner sees.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "translate/declaration.h"
#include "translate/item_facts.h"
#include "translate/items.h"
#include "translate/source.h"
#include "translate/whole_files.h"

namespace {

using std::size_t;
using std::string;
using translator::Item;
using translator::kNone;
using Names = std::set<string, std::less<>>;

constexpr std::string_view kSubmission = "#include \"tutorial/submission.cuh\"";

struct Failure : std::runtime_error {
  using runtime_error::runtime_error;
};

string read_file(const string& path) {
  const std::optional<string> text = files::read(path);
  if (!text) throw Failure(path + " cannot be read");
  return *text;
}

bool starts_with(std::string_view text, std::string_view word) {
  return text.substr(0, word.size()) == word;
}

/// The identifiers from a token on that may name something at the outermost level: not `b` in `a::b` and `a.b`.
void add_words(const translator::Source& source, size_t first, Names& words) {
  for (size_t i = first; i < source.size(); ++i) {
    const bool is_inside = i > 0 && translator::is_any_of(source[i - 1], {"::", ".", "->"});
    if (source.is_identifier(i) && !is_inside) words.emplace(source[i]);
  }
}

/// A file that is not preprocessed: its lines, its tokens, and what it declares.
class File {
 public:
  explicit File(const string& path, size_t skipped_lines = 0)
      : path_(path), text_(read_file(path)), lines_(files::lines_of(text_)) {
    std::vector<translator::Diagnostic> errors;
    source_ = std::make_unique<translator::Source>(text_, path_, errors);
    size_t first = 0;
    while (first < size() && source_->line(first) <= static_cast<int>(skipped_lines)) ++first;
    items_in_front_ = translator::read_items(*source_, 0, first, false);
    items_ = translator::read_items(*source_, first, size(), false);
    add_words(*source_, first, words_);
  }

  const string& path() const { return path_; }
  const string& text() const { return text_; }
  const std::vector<string>& lines() const { return lines_; }
  const translator::Source& source() const { return *source_; }
  translator::Source& source() { return *source_; }
  size_t size() const { return source_->size(); }
  const std::vector<Item>& items() const { return items_; }
  const std::vector<Item>& items_in_front() const { return items_in_front_; }  ///< in these lines
  const Names& words() const { return words_; }

  /// With other directives, or headers of its own, it may change what comes after it.
  bool is_plain() const {
    for (const string& line : lines_) {
      const size_t at = line.find_first_not_of(" \t");
      if (at == string::npos || line[at] != '#') continue;
      const std::string_view directive = std::string_view(line).substr(at);
      if (!starts_with(directive, "#include <") &&
          !starts_with(directive, "#include \"tutorial/") &&
          !starts_with(directive, "#pragma unroll")) {
        return false;
      }
    }
    return true;
  }

  /// Does the learner write this token?
  bool is_open(size_t token) const {
    bool is_open = false;
    const size_t end = std::min<size_t>(source_->line(token), lines_.size());
    for (size_t i = 0; i < end; ++i) {
      if (lines_[i].find("// TODO (about ") != string::npos) is_open = true;
      if (lines_[i].find("// END") != string::npos) is_open = false;
    }
    return is_open;
  }

 private:
  string path_, text_;
  std::vector<string> lines_;
  std::unique_ptr<translator::Source> source_;
  std::vector<Item> items_in_front_, items_;
  Names words_;
};

/// All names that an item declares, with those in a namespace.
void add_names(const Item& item, Names& names) {
  names.insert(item.names.begin(), item.names.end());
  if (item.kind != Item::kNamespace) return;
  for (const Item& inner : item.items) add_names(inner, names);
}

bool declares_any(const Item& item, const Names& names) {
  Names declared;
  add_names(item, declared);
  for (const string& name : declared) {
    if (names.count(name) > 0) return true;
  }
  return false;
}

bool is_prototype(const Item& item) {
  return item.kind == Item::kOther && item.parameters != kNone;
}

/// What is defined with a value or a body.
Names defined_names(const File& file) {
  Names names;
  for (const Item& item : file.items()) {
    if (!is_prototype(item)) add_names(item, names);
  }
  return names;
}

bool has_word(const File& file, size_t first, size_t end,
              std::initializer_list<std::string_view> words) {
  for (; first < end; ++first) {
    if (translator::is_any_of(file.source()[first], words)) return true;
  }
  return false;
}

/// Does each file that calls it need its body?
bool is_inline(const File& file, const Item& item) {
  return has_word(file, item.first, item.parameters,
                  {"inline", "constexpr", "consteval", "template", "static"});
}

/// A variable that is no constant.
bool is_variable(const File& file, const Item& item) {
  if (item.kind != Item::kOther || item.parameters != kNone || item.open != kNone) return false;
  if (item.names.empty() || has_word(file, item.first, item.end, {"using", "typedef", "enum"})) {
    return false;
  }
  return !has_word(file, item.first, item.end, {"constexpr"}) &&
         !translator::read_declaration(file.source(), item.first).is_constant;
}

/// A single constant at the outermost level, with its value.
bool is_constant(const File& file, const Item& item) {
  return item.kind == Item::kOther && item.parameters == kNone && item.names.size() == 1 &&
         item.open == kNone && !has_word(file, item.first, item.end, {"using", "typedef"}) &&
         has_word(file, item.first, item.end, {"=", "{"}) &&
         has_word(file, item.first, item.end, {"constexpr", "const"});
}

string joined(const File& file, size_t first, size_t end) {
  string text;
  for (; first < end; ++first) (text += file.source()[first]) += ' ';
  return text;
}

/// `extern int const kAnswer` of `constexpr int kAnswer = 5;`
string external(const File& file, const Item& item) {
  string text = "extern ";
  for (size_t i = item.first; i < item.end; ++i) {
    const std::string_view token = file.source()[i];
    if (translator::is_any_of(token, {"=", "{"})) break;
    if (token == "constexpr") continue;
    if (token == item.names[0] && has_word(file, item.first, i, {"constexpr"})) text += "const ";
    (text += token) += ' ';
  }
  return text;
}

/// `void launch ( float * , int )`: parameters may have other names.
string head(const File& file, const Item& item) {
  const translator::Source& source = file.source();
  const size_t end = source.closing(item.parameters);
  string text;
  for (size_t i = item.first; i < item.open; ++i) {
    const bool is_parameter_name = i > item.parameters && i < end && source.is_identifier(i) &&
                                   translator::is_any_of(source[i + 1], {",", ")", "="}) &&
                                   !translator::is_builtin_type(source[i]) &&
                                   translator::is_declared_name(source, i);
    if (!is_parameter_name) (text += source[i]) += ' ';
  }
  return text;
}

string declaration(const File& file, const Item& item, bool has_value_elsewhere) {
  if (has_value_elsewhere) return external(file, item) + ";";
  if (item.kind == Item::kFunction && !is_inline(file, item)) {
    return head(file, item) + ";";
  }
  return joined(file, item.first, item.end);
}

/// What the check uses of an answer.
class Interface {
 public:
  Interface(const File& check, const File& solution) {
    Names used = check.words();
    std::set<const Item*> chosen;
    for (bool is_complete = false; !is_complete;) {
      is_complete = true;
      for (const Item& item : solution.items()) {
        // (A variable of the answer may have the name of something in the check.)
        if (chosen.count(&item) > 0 || is_variable(solution, item) || !declares_any(item, used))
          continue;
        chosen.insert(&item);
        is_complete = false;
        if (is_constant(solution, item) && solution.is_open(item.first)) add_names(item, open_);
        add_words_of(declaration(solution, item, is_open(item)), used);
      }
    }
    for (const Item& item : solution.items()) {
      if (chosen.count(&item) > 0) add(solution, item);
    }
    for (const string& text : declarations_) add_words_of(text, words_);
  }

  const std::vector<string>& declarations() const { return declarations_; }

  /// Declarations of the constants that the learner has to find, in one line.
  string open_constants() const {
    string text;
    for (const string& declaration : declarations_) {
      if (starts_with(declaration, "extern ")) text += declaration + " ";
    }
    return text;
  }

  /// Does the file have the same, in the same words and order, and declare no more of the names in them?
  bool is_that_of(const File& answer) const {
    Interface other;
    other.open_ = open_;
    for (const Item& item : answer.items()) {
      if (!is_variable(answer, item) && declares_any(item, words_)) other.add(answer, item);
    }
    return other.declarations_ == declarations_ && other.is_defined_ == is_defined_;
  }

 private:
  Interface() = default;

  bool is_open(const Item& item) const {
    return item.names.size() == 1 && open_.count(item.names[0]) > 0;
  }

  void add(const File& file, const Item& item) {
    declarations_.push_back(declaration(file, item, is_open(item) && is_constant(file, item)));
    is_defined_.push_back(!is_prototype(item));
  }

  static void add_words_of(const string& text, Names& words) {
    std::vector<translator::Diagnostic> errors;
    add_words(translator::Source(text, "", errors), 0, words);
  }

  std::vector<string> declarations_;
  std::vector<bool> is_defined_;  ///< of these
  Names open_;                    ///< constants in the TODO regions
  Names words_;                   ///< in the declarations
};

/// The number of lines in front of the one with the answer.
size_t lines_in_front(const string& check) {
  const std::vector<string> lines = files::lines_of(read_file(check));
  for (size_t i = 0; i < lines.size(); ++i) {
    if (starts_with(lines[i], kSubmission)) return i;
  }
  throw Failure(check + " does not have the line\n" + string(kSubmission));
}

/// Does everything mean the same when several files have this item?
bool is_shared(const File& file, const Item& item) {
  if (item.kind == Item::kNamespace) return file.source()[item.open - 1] != "namespace";
  if (item.kind == Item::kFunction) {
    // (nvcc ignores `inline` in front of a kernel, with a warning, and a kernel has no variables of its own.)
    const bool is_kernel = has_word(file, item.first, item.parameters, {"__global__"});
    return is_inline(file, item) &&
           (is_kernel || !has_word(file, item.first, item.parameters, {"static"}));
  }
  if (item.kind == Item::kClass || is_prototype(item) || !is_variable(file, item)) return true;
  return has_word(file, item.first, item.end, {"inline"});
}

/// What is in front of the answer is compiled with each answer, and with the check.
void require_shared(const File& check, const std::vector<Item>& items) {
  for (const Item& item : items) {
    if (!is_shared(check, item)) {
      throw Failure(check.path() + ":" + std::to_string(check.source().line(item.first)) +
                    ": the check and its answers have this: make it inline, or write ONE_FILE "
                    "\"why\" behind add_exercise");
    }
    if (item.kind == Item::kNamespace) require_shared(check, item.items);
  }
}

/// A function in front of the answer that answers only call. (What else they share, a compiler needs in each file.)
bool is_only_called(const File& check, const Item& item) {
  return item.kind == Item::kFunction && item.open != kNone &&
         has_word(check, item.first, item.parameters, {"inline"}) &&
         !has_word(check, item.first, item.parameters,
                   {"constexpr", "consteval", "template", "static", "auto", "__device__",
                    "__global__", "operator"});
}

/// `[[gnu::used]] inline void start ( int );` of each: so they are in the object of the check.
string kept_functions(const File& check, const std::vector<Item>& items) {
  const translator::Source& source = check.source();
  string text;
  for (const Item& item : items) {
    if (item.kind == Item::kNamespace) {
      const string inner = kept_functions(check, item.items);
      if (!inner.empty()) text += joined(check, item.first, item.open) + "{\n" + inner + "}\n";
    } else if (is_only_called(check, item)) {
      text += "[[gnu::used]] ";
      const auto is_inside = [&](size_t i) { return source.enclosing(i) == item.parameters; };
      for (size_t i = item.first; i < item.open; ++i) {
        if (source[i] == "=" && is_inside(i)) {  // the value stands in the definition
          while (i < source.closing(item.parameters) && !(source[i] == "," && is_inside(i))) ++i;
        }
        (text += source[i]) += ' ';
      }
      text += ";\n";
    }
  }
  return text;
}

void leave_out_bodies(File& check, const std::vector<Item>& items) {
  translator::Source& source = check.source();
  for (const Item& item : items) {
    if (item.kind == Item::kNamespace) {
      leave_out_bodies(check, item.items);
    } else if (is_only_called(check, item)) {
      for (size_t i = item.first; i < item.parameters; ++i) {
        if (source[i] == "inline") source.erase(i);
      }
      source.erase(item.open, item.close + 1);
      source.insert_after(item.open - 1, ";");
    }
  }
}

string line_marker(size_t line, const string& file) {
  string text = "#line " + std::to_string(line) + " \"";
  for (const char c : file) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"\n";
}

/// Why the answer and the check are one file to the compiler, or an empty string if they are not.
string why_together(const File& check, const Interface& interface, const File& answer) {
  if (!answer.is_plain()) return "it has a macro, a header of its own, or another directive";
  const Names of_check = defined_names(check);
  for (const string& name : defined_names(answer)) {
    if (of_check.count(name) > 0) return "the check defines " + name + ", too";
  }
  return interface.is_that_of(answer) ? "" : "what the check uses of it is not as in the solution";
}

string header(const File& check, const File& solution) {
  const Interface interface(check, solution);
  if (const string why = why_together(check, interface, solution); !why.empty()) {
    throw Failure(solution.path() + " cannot be compiled apart from its check: " + why +
                  ". Write ONE_FILE \"why\" behind add_exercise");
  }
  string text = "// What " + check.path() + " uses of an answer. Written by split_check.\n";
  for (const string& line : solution.lines()) {
    if (starts_with(line, "#include ")) text += line + "\n";
  }
  for (const string& declaration : interface.declarations()) text += declaration + "\n";
  return text + kept_functions(check, check.items_in_front());
}

string source_of(File& check, const File& solution, const File& answer, size_t in_front) {
  const Interface interface(check, solution);
  const string why = why_together(check, interface, answer);
  string text = "// Written by split_check for " + answer.path() + ".\n";
  if (!why.empty()) {
    return text + "// With all of the check: " + why + ".\n" + line_marker(1, check.path()) +
           check.text();
  }
  text += "#define TUTORIAL_APART\n" + line_marker(1, check.path());
  leave_out_bodies(check, check.items_in_front());
  const std::vector<string> lines = files::lines_of(check.source().render());
  for (size_t i = 0; i < in_front; ++i) text += lines[i] + "\n";
  return text + interface.open_constants() + "\n" + line_marker(in_front + 1, check.path()) +
         check.lines()[in_front] + "\n";
}

void write_file(const string& path, const string& text) {
  std::ofstream file(path, std::ios::binary);
  if (!(file << text).flush()) throw Failure(path + " cannot be written");
}

void run(const std::vector<string>& words) {
  const bool is_interface = words.size() == 4 && words[0] == "--interface";
  if (!is_interface && (words.size() != 5 || words[0] != "--answer")) {
    throw Failure(
        "split_check --interface CHECK SOLUTION HEADER\n"
        "split_check --answer CHECK SOLUTION ANSWER SOURCE");
  }
  const size_t in_front = lines_in_front(words[1]);
  File check(words[1], in_front);
  const File solution(words[2]);
  require_shared(check, check.items_in_front());
  write_file(words.back(), is_interface ? header(check, solution)
                                        : source_of(check, solution, File(words[3]), in_front));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv + 1, argv + argc});
  } catch (const Failure& failure) {
    std::cerr << failure.what() << "\n";
    return 1;
  }
}

#include "launches.h"

#include <algorithm>

#include "declaration.h"
#include "marks.h"

namespace translator {
namespace {

/// Keywords that look like a name in front of a postfix expression but are not part of it.
bool is_statement_word(std::string_view token) {
  return is_any_of(
      token, {"return",   "else",     "do",  "case",   "throw", "new",       "delete",  "goto",
              "if",       "while",    "for", "switch", "catch", "constexpr", "sizeof",  "co_return",
              "co_await", "co_yield", "and", "or",     "not",   "typename",  "template"});
}

/// The tokens [first, last) as one line: `ns::k<float, 3>`.
std::string one_line(const Source& source, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) {
    const auto is_word = [&](std::size_t k) {
      return source.is_identifier(k) || source.is_number(k) || source.is_text(k);
    };
    if (i > first && (source[i - 1] == "," || (is_word(i - 1) && is_word(i)))) text += ' ';
    text += source[i];
  }
  return text;
}

std::string string_literal(const std::string& text) {
  std::string literal = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_letter = c == '\\' && (text[i + 1] == 'u' || text[i + 1] == 'U');  // of a name
    if (c == '"' || (c == '\\' && !is_letter)) literal += '\\';
    if (c == '\n') {
      literal += "\\n";
    } else {
      literal += c;
    }
  }
  return literal + '"';
}

/// Behind the `>` at `close`: did it close template arguments, or was it a comparison?
bool closes_template_arguments(const Source& source, std::size_t close) {
  return is_any_of(source[close + 1],
                   {"(", ")", "{", "}", "[", "]", "::", ",", ";", ".", "...", ">"});
}

/// Which of the parameters in the parenthesis are references, a bit each.
std::uint64_t references_of(const Source& source, std::size_t open) {
  const std::size_t close = source.closing(open);
  if (close == kNone) return 0;
  std::uint64_t references = 0, parameter = 1;
  bool is_default = false;  // a default argument may have an & of its own
  for (std::size_t i = open + 1; i < close; ++i) {
    if (is_any_of(source[i], {",", "="})) is_default = source[i] == "=";
    if (source[i] == ",") parameter <<= 1;
    const std::size_t at = source[i] == "(" ? i + 1 : i;  // of const float (&weights)[5]
    if (!is_default && is_any_of(source[at], {"&", "&&"})) {
      references |= source[at + 1] == "..." ? ~(parameter - 1) : parameter;
    }
    std::size_t end = source.closing(i);
    if (source.is_identifier(i - 1) && source[i] == "<") end = source.closing_angle(i);
    if (end != kNone && end < close) i = end;
  }
  return references;
}

}  // namespace

Launches::Launches(Source& source) : source_(source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == "template" && source[i + 1] == "<") record_template(i);
    if (source[i] != "__global__") continue;
    const Declaration kernel = read_declaration(source, i);
    if (kernel.is_variable || kernel.name == kNone) continue;
    kernels_.insert(source[kernel.name]);
    if (kernel.first > 0 && source[kernel.first - 1] == ">") {
      templates_of_kernels_.insert(source[kernel.name]);
    }
    const std::uint64_t references = references_of(source, kernel.end);
    has_references_ |= references != 0;
    const auto [known, is_new] = references_.try_emplace(source[kernel.name], references);
    known->second.some |= references;
    known->second.all &= references;
  }
}

void Launches::translate(std::size_t open) {
  const std::size_t first = callee_before(open);
  if (first == kNone) {
    source_.error(open, "no kernel stands in front of this <<<");
    return;
  }
  const std::size_t close = closing_of(open);
  if (close == kNone) {
    source_.error(open, "this <<< has no >>> followed by arguments in parentheses");
    return;
  }
  const std::size_t arguments = close + 3, end = source_.closing(arguments);
  if (end == kNone) {
    source_.error(arguments, "the arguments of this launch have no closing parenthesis");
    return;
  }
  if (close == open + 1) {
    source_.error(open, "this launch has no configuration: kernel<<<grid, block>>>(...)");
    return;
  }
  const bool is_name = names_kernel(first, open);
  if (!give_types_to_braces(arguments, end, first, open, is_name)) return;

  // Launches are asynchronous, so an expression that yields a function pointer is evaluated now; a
  // name stays a name, to keep overloads, template deduction and default arguments.
  replace_zeros(arguments, end);
  const std::string run = this->run(first, open, is_name);
  const std::string call = body(first, open, is_name, run != ".run(");
  // The order callee, configuration, arguments becomes configuration, callee, arguments.
  source_.erase(first, open + 1);
  source_.erase(close, arguments + 1);
  const bool behind_colon = first > 0 && source_[first - 1] == ":";
  source_.insert_before(first, std::string(behind_colon ? " " : "") + "::simt::launch(" +
                                   string_literal(name_of(first, open, is_name)) + ", \"" +
                                   std::string(source_.file(first)) + "\", " +
                                   std::to_string(source_.line(first)) + ", ");
  source_.insert_before(close, ")" + run + source_.on_line_of(first, call, close));
  if (end > arguments + 1) source_.insert_after(arguments, ", ");
}

std::size_t Launches::callee_before(std::size_t open) const {
  std::size_t first = primary_before(open);
  while (first != kNone && first > 0) {
    const std::size_t last = first - 1;
    const std::string_view token = source_[last];
    if (token == "template") {
      first = last;
    } else if (token == "." || token == "->") {
      first = primary_before(last);
    } else if (token == "::") {
      first = scope_before(last);
      if (first == last) break;  // ::k
    } else {
      break;
    }
  }
  if (first == kNone) return kNone;
  for (std::size_t i = first; i < open; ++i) {
    if (source_[i] == "<<<") return kNone;
  }
  return first;
}

std::size_t Launches::primary_before(std::size_t end) const {
  std::size_t first = end;
  while (first > 0) {
    const std::size_t last = first - 1;
    const std::string_view token = source_[last];
    if (source_.is_identifier(last)) return is_statement_word(token) ? kNone : last;
    if (token == ">") {
      first = source_.opening_angle(last);
      if (first == kNone || first == 0 || !source_.is_identifier(first - 1)) return kNone;
    } else if (is_any_of(token, {")", "]", "}"})) {
      first = source_.opening(last);
      if (first == kNone) return kNone;
      // `(*fp)` stands for itself; what is called, indexed or made with braces is still to come.
      if (token == ")" && !is_applied(first)) return first;
    } else {
      return kNone;
    }
  }
  return kNone;
}

bool Launches::is_applied(std::size_t open) const {
  if (open == 0) return false;
  const std::size_t last = open - 1;
  const std::string_view token = source_[last];
  if (source_.is_identifier(last)) return !is_statement_word(token);
  if (token == ">" || token == "}") return true;
  if (token != "]" && token != ")") return false;
  const std::size_t begin = source_.opening(last);
  if (begin == kNone || begin == 0) return false;
  if (token == "]") return source_[begin + 1] != "[";  // [[likely]] (*fp)<<<…
  // `get(1)(2)` and not `if (x) (*fp)` or `(void)(*fp)`
  return source_.is_identifier(begin - 1) ? !is_statement_word(source_[begin - 1])
                                          : is_any_of(source_[begin - 1], {"]", ">"});
}

std::size_t Launches::scope_before(std::size_t colons) const {
  if (colons == 0) return colons;
  const std::size_t last = colons - 1;
  if (source_[last] == ">") return primary_before(colons);
  if (source_.is_identifier(last)) return is_statement_word(source_[last]) ? colons : last;
  if (source_[last] == ")") {
    const std::size_t begin = source_.opening(last);
    if (begin != kNone && begin > 0 && source_[begin - 1] == "decltype") return begin - 1;
  }
  return colons;
}

bool Launches::names_kernel(std::size_t first, std::size_t last) const {
  std::size_t name = last - 1;
  if (source_[name] == ">") {
    const std::size_t begin = source_.opening_angle(name);
    if (begin == kNone || begin == 0) return false;
    name = begin - 1;
  }
  if (kernels_.count(source_[name]) == 0) return false;
  for (std::size_t i = first; i < name; ++i) {
    if (is_any_of(source_[i], {".", "->"})) return false;
  }
  return true;
}

void Launches::record_template(std::size_t i) {
  const std::size_t close = source_.closing_angle(i + 1);
  if (close == kNone) return;
  for (std::size_t k = close + 1; k < source_.size() && source_[k] != ";"; ++k) {
    const std::size_t end = source_.closing(k);
    if (end == kNone) continue;
    if (source_[k] == "{") {
      templates_.push_back({k, end});
      return;
    }
    k = end;
  }
}

std::string Launches::name_of(std::size_t first, std::size_t last, bool is_name) const {
  const bool has_arguments = source_[last - 1] == ">";
  const bool in_template = std::any_of(templates_.begin(), templates_.end(), [&](const auto& body) {
    return body.first < first && last < body.second;
  });
  return is_name && !(has_arguments && in_template) ? one_line(source_, first, last) : "";
}

std::size_t Launches::closing_of(std::size_t open) const {
  std::size_t doubtful = kNone;
  std::size_t angles = 0;  // that may have been opened by template arguments
  for (std::size_t i = open + 1; i < source_.size(); ++i) {
    const std::string_view token = source_[i];
    if (is_any_of(token, {"(", "[", "{"})) {
      i = source_.closing(i);
      if (i == kNone) break;
    } else if (is_any_of(token, {")", "]", "}", ";", "<<<"})) {
      break;
    } else if (token == "<") {
      if (source_.is_identifier(i - 1)) ++angles;
    } else if (token == ">") {
      std::size_t last = i;
      while (source_[last + 1] == ">" &&
             (source_.touches_next(last) || source_.is_spaced_launch(open))) {
        ++last;
      }
      const std::size_t run = last - i + 1;
      if (run >= 3 && source_[last + 1] == "(") {
        // In `k<<<f<g<h<int>>>(1), 2>>>(x)` the first three close template arguments.
        if (run > angles) return last - 2;
        if (doubtful == kNone) doubtful = last - 2;
      }
      angles -= run < angles ? run : angles;
      i = last;
    }
  }
  return doubtful;
}

std::vector<std::size_t> Launches::arguments_in(std::size_t open, std::size_t close) const {
  std::vector<std::size_t> first;
  if (open + 1 < close) first.push_back(open + 1);
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::string_view token = source_[i];
    if (token == ",") first.push_back(i + 1);
    std::size_t end = kNone;
    if (is_any_of(token, {"(", "[", "{"})) {
      end = source_.closing(i);
      if (end == kNone) return {};  // g++ has the better message
    } else if (token == "<" && source_.is_identifier(i - 1)) {
      end = source_.closing_angle(i);
      if (end != kNone && !closes_template_arguments(source_, end)) end = kNone;
    }
    if (end != kNone && end < close) i = end;
  }
  return first;
}

bool Launches::give_types_to_braces(std::size_t open, std::size_t close, std::size_t callee,
                                    std::size_t last, bool is_name) {
  const std::vector<std::size_t> arguments = arguments_in(open, close);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::size_t brace = arguments[k];
    if (source_[brace] != "{") continue;
    if (is_name && source_[last - 1] != ">" && templates_of_kernels_.count(source_[last - 1]) > 0) {
      source_.error(brace,
                    "a kernel that is a template takes no argument in braces, unless its own are "
                    "written out: kernel<T><<<...>>>({...}), or Type{...}");
      return false;
    }
    source_.insert_before(brace, "::simt::ParameterOf<" + std::to_string(k) + ", decltype(" +
                                     source_.render(callee, last) + ")>");
  }
  return true;
}

void Launches::replace_zeros(std::size_t open, std::size_t close) {
  for (const std::size_t i : arguments_in(open, close)) {
    if (is_any_of(source_[i], {"0", "__null"}) && (i + 1 == close || source_[i + 1] == ",")) {
      source_.replace(i, "::simt::Zero{}");
    }
  }
}

std::string Launches::run(std::size_t first, std::size_t last, bool is_name) const {
  if (!has_references_) return ".run(";
  if (!is_name) return ".run_by_reference<0>(";
  for (std::size_t i = last; i-- > first;) {
    const auto known = references_.find(source_[i]);
    if (known == references_.end()) continue;
    if (known->second.some == 0) return ".run(";
    return ".run_by_reference<" + std::to_string(known->second.all) + "u>(";
  }
  return ".run(";
}

std::string Launches::body(std::size_t first, std::size_t last, bool is_name,
                           bool by_reference) const {
  const std::string callee = source_.render(first, last);
  const std::string f = kCalleeName, a = kArgumentsName;
  std::string text = is_name ? "[=]" : "[" + f + " = " + callee + "]";
  text += "(auto&... " + a + ") __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage)) { ";
  text += (is_name ? callee : f) + "(::simt::argument(" + a + ")...), ::simt::after_kernel(" + a +
          "...); }";
  if (!by_reference) {
    return text + ", [=](auto&... " + a + ") -> decltype(void(" + callee + "(" + a + "...))) {}";
  }
  return text + ", [=](auto&&... " + a + ") -> decltype(void(" + callee + "(static_cast<decltype(" +
         a + ")>(" + a + ")...))) {}";
}

}  // namespace translator

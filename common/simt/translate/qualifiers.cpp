#include "qualifiers.h"

#include <string>
#include <string_view>
#include <vector>

#include "declaration.h"
#include "device_initialisers.h"

namespace translator {
namespace {

bool is_space_qualifier(std::string_view token) {
  return is_any_of(token, {"__device__", "__host__", "__constant__", "__managed__"});
}

/// Which of the sections, whose bounds the runtime knows, a variable goes to; empty for none.
std::string section_of(const Source& source, const Declaration& declaration) {
  std::string section;
  bool is_constant_memory = false, is_managed = false;
  for (std::size_t i = declaration.first; i < declaration.end; ++i) {
    const std::string_view token = source[i];
    if (token == "__shared__") return {};  // has its own translation
    is_constant_memory |= token == "__constant__";
    is_managed |= token == "__managed__";
    if (is_any_of(token, {"__device__", "static"})) section = "simt_device";
  }
  if (is_managed) return "simt_managed";
  if (is_constant_memory) section = "simt_constant";
  // g++ keeps constant and other objects in different sections.
  if (!section.empty() && declaration.is_constant) section += "_const";
  return section;
}

/// Is it a template of variables, and no specialisation of one, `template <>`?
bool is_of_template(const Source& source, const Declaration& declaration) {
  const std::size_t first = declaration.first;
  return first > 1 && source[first - 1] == ">" && source[first - 2] != "<";
}

/// Tells the runtime what type the variable is, if that may be a struct: how many accesses one of a
/// struct is depends on its alignment.
void record_type(Source& source, const Declaration& declaration) {
  const std::size_t name = declaration.name;
  if (name == kNone || !is_any_of(source[declaration.end], {"[", "=", ";", "{"})) return;
  for (std::size_t k = declaration.first; k < name; ++k) {
    if (is_any_of(source[k],
                  {"extern", "struct", "class", "union", "enum", "auto", "bool", "char", "short",
                   "int", "long", "unsigned", "signed", "float", "double", "*", "&"})) {
      return;
    }
  }
  if (is_any_of(source[name], {"struct", "class", "union", "enum"})) return;
  if (is_of_template(source, declaration) || source[name - 1] == "::") return;
  for (std::size_t k = declaration.end; k < source.size(); ++k) {
    if (source[k] == ";") {
      const std::string variable(source[name]);
      source.insert_after(k, " [[maybe_unused]] static const bool simt_d_" + variable +
                                 " = ::simt::declare_variable(" + variable + ");");
      return;
    }
    if (source.closing(k) != kNone) k = source.closing(k);
  }
}

/// In front of every variable, so that an access past the end of one does not hit its neighbour.
constexpr unsigned kGapBytes = 1024;

/// What puts a variable into a section. g++ writes the text into its assembler code where a section
/// begins, after a gap. A variable's name makes it a section of its own for g++, with a gap of its own; all
/// declarations of a variable need the same text.
std::string section_attribute(const std::string& section, std::string_view variable) {
  return "section(\"" + section + ",\\\"aw\\\"\\n.zero " + std::to_string(kGapBytes) + "\\n#" +
         std::string(variable) + "\")";
}

/// The token that is the name of the first variable; `(*name)(int)` has it in parentheses.
std::size_t name_of(const Source& source, const Declaration& declaration) {
  std::size_t name = declaration.name, i = declaration.end;
  if (source[i] != "(" || source.is_number(i + 1) || source.is_text(i + 1)) return name;
  while (++i < source.size() && !is_any_of(source[i], {")", "["})) {
    if (source.is_identifier(i)) name = i;
  }
  return name;
}

struct Declarator {
  std::size_t name, end;  // the token after it: , = { ( or ;
};

/// Of the declaration whose look ahead ended at `end`.
std::vector<Declarator> read_declarators(const Source& source, const Declaration& declaration) {
  std::vector<Declarator> declarators;
  std::size_t name = name_of(source, declaration);
  bool is_open = true;  // still in front of the initialiser
  for (std::size_t k = declaration.end; k < source.size(); ++k) {
    const std::string_view token = source[k];
    const bool opens_value =
        is_any_of(token, {"=", "{"}) ||
        (token == "(" && !is_any_of(source[k + 1], {"*", "&"}) && source[k - 1] != ")");
    if (is_open && (opens_value || is_any_of(token, {",", ";"}))) {
      declarators.push_back({name, k});
      is_open = false;
    }
    if (token == ";") break;
    if (token == ",") {
      is_open = true;
      name = kNone;
    } else if (is_open && name == kNone && source.is_identifier(k) &&
               !is_any_of(token, {"const", "volatile", "__restrict__"})) {
      name = k;
    } else if (token == "<" && source.closing_angle(k) != kNone && !is_open) {
      k = source.closing_angle(k);
    } else if (source.closing(k) != kNone && !(is_open && name == kNone)) {
      k = source.closing(k);
    }
  }
  return declarators;
}

/// Puts variables into a section. One gets its place with the attributes in front of it: that is returned. Of several,
/// each has its own behind it.
std::string place_declarators(Source& source, const Declaration& declaration,
                              const std::string& section) {
  const std::vector<Declarator> declarators = read_declarators(source, declaration);
  const auto place = [&](std::size_t name) {
    return section_attribute(section, name == kNone ? std::string_view() : source[name]);
  };
  if (declarators.size() < 2) return "," + place(name_of(source, declaration));
  for (const Declarator& declarator : declarators) {
    source.insert_before(declarator.end, " __attribute__((" + place(declarator.name) + "))");
  }
  return {};
}

/// Where a variable may be one of many, as in a template, each of another name: g++ knows no section of theirs. But it
/// takes those that are called persistent out of its own ones, and sections.ld puts them with the rest of the device's.
/// They need an initialiser, and have no gap but that of their alignment.
std::string place_instances(Source& source, const Declaration& declaration) {
#if defined(__wasm__)  // clang does know it
  return "aligned(256)" + place_declarators(source, declaration, "simt_device");
#else
  for (const Declarator& declarator : read_declarators(source, declaration)) {
    if (is_any_of(source[declarator.end], {",", ";"})) source.insert_before(declarator.end, "{}");
  }
  return "aligned(" + std::to_string(kGapBytes) + "),persistent";
#endif
}

void check_managed(Source& source, const Declaration& declaration, std::size_t i) {
  for (std::size_t k = declaration.first; k < declaration.end; ++k) {
    if (is_any_of(source[k], {"&", "&&", "thread_local"}) || declaration.is_constant) {
      source.error(i, "a __managed__ variable is neither const nor a reference nor thread_local");
      return;
    }
  }
}

/// `__device__ float x` → an attribute that puts x where the runtime finds it; before a function
/// the words just go.
void translate_space(Source& source, std::size_t i, Scope scope) {
  const Declaration declaration = read_declaration(source, i);
  bool is_variable = declaration.is_variable;
  for (std::size_t k = declaration.first; k < declaration.end; ++k) {
    if (!is_space_qualifier(source[k])) continue;
    source.erase(k);
    is_variable |= source[k] == "__constant__" || source[k] == "__managed__";
  }
  if (source[i] != "static") source.erase(i);
  if (!is_variable) return;
  const std::string section = section_of(source, declaration);
  if (section.empty()) return;
  if (scope == Scope::kClass) {
    source.error(i, "a member of a class cannot be " + std::string(source[i]) +
                        ": where the object is, its members are, too");
    return;
  }
  if (section == "simt_managed") check_managed(source, declaration, i);

  const bool is_template = is_of_template(source, declaration);
  if (is_template && section != "simt_device" && !declaration.is_constant &&
      !source.is_library(i)) {
    source.error(i, "the CPU backend has no templates of " + std::string(source[i]) +
                        " variables: only of __device__ ones");
    return;
  }
  // g++ would give an inline variable a section of its own, in conflict with the others.
  bool is_weak = false;
  if (scope == Scope::kNamespace && declaration.inline_at != kNone) {
    source.erase(declaration.inline_at);
    is_weak = !declaration.is_constant && !is_template;
  }
  std::string attributes = is_weak ? "weak," : "";
  if (section == "simt_device" && (is_template || scope == Scope::kFunction)) {
    attributes += place_instances(source, declaration);
  } else {
    attributes += "aligned(256)" + place_declarators(source, declaration, section);
  }
  require_constant_initialiser(source, declaration, i);
  source.insert_before(i, "__attribute__((" + attributes + "))");
  if (scope == Scope::kNamespace) record_type(source, declaration);
}

void translate_forceinline(Source& source, std::size_t i) {
  const bool is_inline = read_declaration(source, i).inline_at != kNone;
  source.replace(
      i, is_inline ? "__attribute__((always_inline))" : "inline __attribute__((always_inline))");
}

/// @param end  the token after the parameter
void check_grid_constant(Source& source, std::size_t i, std::size_t end) {
  const std::size_t open = source.enclosing(i);
  std::size_t first = i;
  while (first > open + 1 && source[first - 1] != ",") --first;
  bool is_constant = false, is_reference = false, is_kernel = false;
  for (std::size_t k = first; k < end; ++k) {
    is_constant |= source[k] == "const";
    is_reference |= is_any_of(source[k], {"&", "&&"});
  }
  for (std::size_t k = open; k > 0 && !is_any_of(source[k - 1], {";", "}", "{"}); --k) {
    is_kernel |= source[k - 1] == "__global__";
  }
  if (!is_kernel) {
    source.error(i, "__grid_constant__ belongs to a parameter of a kernel, not of other functions");
  } else if (!is_constant || is_reference) {
    source.error(i,
                 "a __grid_constant__ parameter is const, and no reference: const "
                 "__grid_constant__ T name");
  }
}

/// `const __grid_constant__ T t` → `const T &t`: all threads have the launch's copy of the argument.
void translate_grid_constant(Source& source, std::size_t i) {
  source.erase(i);
  std::size_t end = i;  // of the parameter: the , ) or = after it
  while (end < source.size() && !is_any_of(source[end], {",", ")", "=", ";", "{"})) {
    std::size_t close = source.closing(end);
    if (close == kNone) close = source.closing_angle(end);
    end = close == kNone ? end + 1 : close + 1;
  }
  if (!is_any_of(source[end], {",", ")", "="}) || source.enclosing(i) == kNone) {
    source.error(i, "__grid_constant__ belongs to a kernel's parameter");
    return;
  }
  check_grid_constant(source, i, end);
  // A name has a type in front of it; without a name the type stands last.
  const std::size_t last = end - 1;
  std::size_t type = last - 1;
  while (type == i || is_any_of(source[type], {"const", "volatile", "__restrict__"})) --type;
  const bool has_name = last > i && source.is_identifier(last) &&
                        (source.is_identifier(type) || is_any_of(source[type], {">", "*"}));
  if (has_name) {
    source.insert_before(last, "&");
  } else {
    source.insert_after(last, "&");
  }
}

void translate_align(Source& source, std::size_t i) {
  const std::size_t close = source.closing(i + 1);
  if (source[i + 1] != "(" || close == kNone) {
    source.error(i, "__align__ needs a number of bytes in parentheses");
    return;
  }
  source.replace(i, "__attribute__((aligned");
  source.insert_after(close, "))");
}

/// `__nv_is_extended_device_lambda_closure_type(T)` and its relatives. CCCL asks, in order to refuse a lambda whose result
/// the host's compiler cannot know; here, one compiler knows all results.
void translate_lambda_question(Source& source, std::size_t i) {
  const std::size_t close = source.closing(i + 1);
  if (source[i + 1] != "(" || close == kNone) return;
  if (!source.is_library(i)) {
    source.error(i, std::string(source[i]) +
                        " cannot be answered: the CPU backend compiles extended lambdas like all "
                        "others. Keep it apart with #ifndef __SIMTCC__");
    return;
  }
  source.replace(i, "::simt::is_extended_lambda");
  source.replace(i + 1, "<");
  source.replace(close, ">");
}

}  // namespace

void translate_static_local(Source& source, std::size_t i) {
  const Declaration declaration = read_declaration(source, i);
  if (!declaration.is_variable || declaration.is_constant) return;
  for (std::size_t k = declaration.first; k < declaration.end; ++k) {
    if (is_space_qualifier(source[k]) ||
        is_any_of(source[k], {"__shared__", "constexpr", "thread_local"})) {
      return;  // the qualifier's own translation
    }
  }
  translate_space(source, i, Scope::kFunction);
}

void translate_qualifier(Source& source, std::size_t i, Scope scope) {
  const std::string_view word = source[i];
  if (word == "__global__") {
    source.replace(i, "__attribute__((noipa))");
  } else if (is_space_qualifier(word)) {
    translate_space(source, i, scope);
  } else if (word == "__forceinline__") {
    translate_forceinline(source, i);
  } else if (word == "__noinline__") {
    source.replace(i, "__attribute__((noinline))");
  } else if (word == "__grid_constant__") {
    translate_grid_constant(source, i);
  } else if (word == "__align__") {
    translate_align(source, i);
  } else if (word.substr(0, 17) == "__nv_is_extended_") {
    translate_lambda_question(source, i);
  } else if (word == "__block_size__") {
    source.error(i, "__block_size__ is not supported: use __launch_bounds__ and __cluster_dims__");
  }
}

}  // namespace translator

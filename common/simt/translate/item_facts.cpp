#include "item_facts.h"

#include "declaration.h"

namespace translator {

Qualifiers who_runs(const Source& source, const Item& item) {
  Qualifiers runs;
  for (std::size_t i = item.first; i < item.parameters && i < item.end; ++i) {
    runs.is_kernel |= source[i] == "__global__";
    runs.is_device |= source[i] == "__device__";
    runs.is_host |= source[i] == "__host__";
    runs.is_constant |= is_any_of(source[i], {"constexpr", "consteval"});
  }
  runs.is_host |= !runs.is_device && !runs.is_kernel;
  // `void S::f() {`: the declaration in the class says it.
  bool is_member = false;
  for (std::size_t i = first_of_name(source, item); i < item.parameters; ++i) {
    is_member |= source[i] == "::";
  }
  runs.is_device |= runs.is_constant || (runs.is_host && is_member);
  return runs;
}

bool is_function(const Item& item) {
  return item.kind == Item::kFunction || item.parameters != kNone;
}

bool is_destructor(const Source& source, const Item& item) {
  return item.parameters > 1 && source[item.parameters - 2] == "~";
}

std::size_t first_of_name(const Source& source, const Item& item) {
  std::size_t first = item.parameters;
  for (std::size_t i = first; i > item.first && i + 8 > item.parameters; --i) {
    if (source[i - 1] == "operator") first = i - 1;
  }
  while (first > item.first) {
    const std::size_t last = first - 1;
    if (is_any_of(source[last], {"::", "~"})) {
      first = last;
    } else if (source.is_identifier(last) &&
               (first == item.parameters || is_any_of(source[first], {"::", "<", "~"}))) {
      first = last;
    } else if (source[last] == ">" && is_any_of(source[first], {"::", "("}) &&
               source.opening_angle(last) != kNone) {
      first = source.opening_angle(last);
    } else {
      break;
    }
  }
  return first;
}

std::string signature(const Source& source, const Item& item) {
  std::size_t last = source.closing(item.parameters);
  if (last == kNone) return {};
  while (is_any_of(source[last + 1], {"const", "volatile", "&", "&&"})) ++last;
  std::string text;
  for (std::size_t i = first_of_name(source, item); i <= last; ++i) (text += source[i]) += ' ';
  return text;
}

bool is_device_memory(const Source& source, const Item& item) {
  for (std::size_t i = item.first; i < item.end; ++i) {
    if (is_any_of(source[i], {"__device__", "__constant__", "__managed__", "__shared__"})) {
      return true;
    }
  }
  return false;
}

bool is_data_member(const Source& source, const Item& item) {
  if (is_function(item) || item.names.empty()) return false;
  for (std::size_t i = item.first; i < item.end; ++i) {
    if (is_any_of(source[i], {"static", "using", "typedef", "friend", "enum", "template"})) {
      return false;
    }
  }
  return item.kind != Item::kClass || source[item.close + 1] != ";";
}

bool is_host_variable(const Source& source, const Item& item) {
  if (item.kind != Item::kOther || item.names.empty() || item.open != kNone) return false;
  for (std::size_t i = item.first; i < item.end; ++i) {
    if (is_any_of(source[i], {"using", "typedef", "const", "constexpr"})) return false;
  }
  return !is_device_memory(source, item);
}

std::string constant(const Source& source, const Item& item) {
  if (item.kind != Item::kOther) return {};
  std::string text;
  bool is_constant = false;
  for (std::size_t i = item.first; i < item.end; ++i) {
    if (source[i] == "constexpr") {
      is_constant = true;
    } else if (!is_any_of(source[i], {"inline", "static", "const", "__device__", "__constant__"})) {
      (text += source[i]) += ' ';
    }
  }
  return is_constant ? text : std::string();
}

}  // namespace translator

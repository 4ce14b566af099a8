#include "device_initialisers.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "item_facts.h"

namespace translator {
namespace {

using Names = std::set<std::string_view>;

/// g++ computes them itself, though they are no constexpr functions.
const Names kMath = {"acos",  "acosf", "asin",  "asinf",  "atan", "atan2", "atanf", "cbrt",
                     "ceil",  "ceilf", "cos",   "cosf",   "cosh", "exp",   "exp2",  "expf",
                     "fabs",  "fabsf", "floor", "floorf", "fmax", "fmin",  "hypot", "log",
                     "log10", "log2",  "log2f", "logf",   "pow",  "powf",  "round", "sin",
                     "sinf",  "sinh",  "sqrt",  "sqrtf",  "tan",  "tanf",  "tanh",  "trunc"};

/// The `=` or `{` of the first initialiser in a declaration's tokens [first, last), or kNone.
std::size_t initialiser(const Source& source, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    if (is_any_of(source[i], {"=", "{"})) return i;
    if (source[i] == ";") return kNone;
    if (source.closing(i) != kNone) i = source.closing(i);
  }
  return kNone;
}

class InitialiserChecker {
 public:
  InitialiserChecker(Source& source, const std::vector<Region>& regions)
      : source_(source), regions_(regions) {}

  void check(const std::vector<Item>& items) {
    record(items);
    visit(items);
    for (const Region& region : regions_) {
      if (!region.runs.on_device || region.runs.on_host || source_.is_library(region.open))
        continue;
      for (std::size_t i = region.open + 1; i < region.close; ++i) {
        if (source_[i] == "static" && source_[i + 1] != "__shared__") check_class(i, region.close);
      }
    }
  }

 private:
  struct Class {
    bool has_constructor = false, has_destructor = false;  ///< with something to do at run time
  };

  void record(const std::vector<Item>& items) {
    for (const Item& item : items) {
      record(item.items);
      if (source_.is_library(item.first)) continue;
      if (item.kind == Item::kClass && !item.names.empty()) record_class(item);
      if (item.kind != Item::kOther || item.open != kNone || item.parameters != kNone) continue;
      const Names words = words_of(item);
      if (is_device_memory(source_, item) || words.count("const") + words.count("constexpr") > 0 ||
          words.count("using") + words.count("typedef") + words.count("static_assert") > 0) {
        no_variables_.insert(item.names.begin(), item.names.end());
      } else {
        variables_.insert(item.names.begin(), item.names.end());
      }
    }
  }

  Names words_of(const Item& item) const {
    Names words;
    for (std::size_t i = item.first; i < item.end; ++i) words.insert(source_[i]);
    return words;
  }

  void record_class(const Item& item) {
    Class& known = classes_[item.names[0]];
    for (const Item& member : item.items) {
      if (member.kind != Item::kFunction || member.names.empty() ||
          member.names[0] != item.names[0]) {
        continue;
      }
      bool is_constant = false;
      for (std::size_t i = member.first; i < member.parameters; ++i) {
        is_constant |= source_[i] == "constexpr";
      }
      const std::size_t close = source_.closing(member.parameters);
      const bool is_empty = member.close == member.open + 1 && source_[close + 1] != ":";
      if (is_constant || is_empty) continue;
      if (is_destructor(source_, member)) {
        known.has_destructor = true;
      } else if (close == member.parameters + 1) {
        known.has_constructor = true;
      }
    }
  }

  void visit(const std::vector<Item>& items) {
    for (const Item& item : items) {
      if (source_.is_library(item.first)) continue;
      if (item.kind == Item::kNamespace) visit(item.items);
      if (item.kind != Item::kOther || !is_device_memory(source_, item)) continue;
      const Names words = words_of(item);
      if (words.count("extern") > 0 || words.count("__shared__") > 0) continue;
      const std::size_t begin = initialiser(source_, item.first, item.end);
      if (begin != kNone) check_value(begin, item.end);
      check_class(item.first, item.end);
    }
  }

  void check_value(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!source_.is_identifier(i) || !is_evaluated(source_, i) ||
          is_any_of(source_[i - 1], {".", "->", "::"})) {
        continue;
      }
      const std::string name(source_[i]);
      if (kMath.count(source_[i]) > 0 && source_[i + 1] == "(") {
        source_.error(i, name +
                             "() is no constant, and no code runs for variables of device memory "
                             "before main: write the number, or copy it with cudaMemcpyToSymbol");
      } else if (variables_.count(source_[i]) > 0 && no_variables_.count(source_[i]) == 0) {
        source_.error(i, name +
                             " is a variable of the host: a variable of device memory cannot begin "
                             "with its value or its address");
      }
    }
  }

  /// Of the declaration in the tokens [first, end).
  void check_class(std::size_t first, std::size_t end) {
    std::size_t i = first;
    while (i < end && !source_.is_identifier(i + 1)) ++i;
    while (i < end && is_any_of(source_[i], {"static", "inline", "const", "volatile", "__device__",
                                             "__constant__", "__managed__"})) {
      ++i;
    }
    const auto known = classes_.find(source_[i]);
    if (i >= end || known == classes_.end() || !source_.is_identifier(i + 1)) return;
    if (is_any_of(source_[i + 2], {"=", "(", "{"})) {
      if (!known->second.has_destructor) return;  // g++ says whether its value is a constant
    } else if (!is_any_of(source_[i + 2], {";", "[", ","})) {
      return;
    } else if (known->second.has_constructor) {
      source_.error(i + 1, std::string(source_[i + 1]) + " needs the constructor of " +
                               std::string(source_[i]) +
                               ", and no code runs for variables of device memory before main: "
                               "give it none, or a constexpr one");
      return;
    }
    if (known->second.has_destructor) {
      source_.error(i + 1, std::string(source_[i + 1]) + " needs the destructor of " +
                               std::string(source_[i]) +
                               ", and no code runs for variables of device memory at the end");
    }
  }

  Source& source_;
  const std::vector<Region>& regions_;
  std::map<std::string_view, Class> classes_;
  Names variables_, no_variables_;  ///< of the host; what else has a name
};

}  // namespace

void require_constant_initialiser(Source& source, const Declaration& declaration, std::size_t i) {
  for (std::size_t k = declaration.first; k < declaration.end; ++k) {
    if (is_any_of(source[k], {"extern", "constexpr", "constinit", "__constinit", "template"}))
      return;
  }
  if (source.is_library(i)) return;
  if (initialiser(source, declaration.end, source.size()) == kNone) return;
  source.insert_before(i, "__constinit ");
}

void check_inline_variables(Source& source, const std::vector<Item>& items) {
  for (const Item& item : items) {
    if (source.is_library(item.first)) continue;
    const bool is_unnamed = item.kind == Item::kNamespace && source[item.open - 1] == "namespace";
    if (item.kind == Item::kNamespace && !is_unnamed) check_inline_variables(source, item.items);
    if (item.kind != Item::kOther || !is_device_memory(source, item)) continue;
    const auto find = [&](std::string_view word) {
      std::size_t i = item.first;
      while (i < item.end && source[i] != word) ++i;
      return i;
    };
    if (find("inline") == item.end || find("static") < item.end) continue;
    source.error(find("inline"),
                 "files share device memory with -rdc=true only: without it, make it static, and "
                 "each file has its own");
  }
}

void check_device_initialisers(Source& source, const std::vector<Item>& items,
                               const std::vector<Region>& regions) {
  InitialiserChecker(source, regions).check(items);
}

}  // namespace translator

#include "spaces/execution_spaces.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "declaration.h"
#include "device_initialisers.h"
#include "items.h"
#include "regions.h"
#include "spaces/device_language.h"
#include "spaces/extended_lambdas.h"
#include "spaces/function_addresses.h"
#include "spaces/host_constants.h"
#include "spaces/host_library.h"
#include "spaces/overrides.h"

namespace translator {
namespace {

/// Something of one side that the other may not use.
struct Candidate {
  std::size_t at;            ///< the token in front of which an attribute can stand
  std::string_view message;  ///< what it is and what to do, after its name
  /// The class that it is a member of, or, of an operator, the types of its operands: only where one of
  /// them gets to the device can it be meant. Empty: it is named without one.
  std::set<std::string_view> types = {};
};

constexpr std::string_view kHostFunction =
    "is a host function, which a kernel or a __device__ function cannot call: write __host__ "
    "__device__ in front of it";
constexpr std::string_view kHostConstant =
    "is a host function, which a kernel or a __device__ function cannot call: write __host__ "
    "__device__ in front of it, or compile with --expt-relaxed-constexpr";
constexpr std::string_view kHostVariable =
    "is a variable of the host, which a kernel or a __device__ function cannot use: pass its value "
    "as an argument, or make it __device__ or __constant__";
constexpr std::string_view kDeviceFunction =
    "is a __device__ function, which host code cannot call: write __host__ __device__ in front of "
    "it, or call it in a kernel";

/// Behind `template <…>`, attributes and `extern "C"`: where an attribute of GNU's can stand.
std::size_t place_of_attribute(const Source& source, const Item& item) {
  std::size_t i = item.first;
  for (;;) {
    if (source[i] == "template" && source[i + 1] == "<" && source.closing_angle(i + 1) != kNone) {
      i = source.closing_angle(i + 1) + 1;
      if (source[i] == "requires") return kNone;
    } else if (source[i] == "[" && source[i + 1] == "[" && source.closing(i) != kNone) {
      i = source.closing(i) + 1;
    } else if (source[i] == "extern" && source.is_text(i + 1)) {
      i += 2;
    } else {
      return i < item.end ? i : kNone;
    }
  }
}

class Checker {
 public:
  Checker(Source& source, const std::vector<Region>& regions, const Options& options)
      : source_(source), options_(options), regions_(regions) {}

  void check(const std::vector<Item>& items) {
    find_device_types(items);
    record_functions(items, "");
    record(items, "", "");
    if (mark(of_host_, &Runs::on_device)) {
      std::vector<bool> mentions(regions_.size());
      find_mentioned(of_device_, &Runs::on_host, mentions);  // for its warnings
    } else {
      mark(of_device_, &Runs::on_host);
    }
  }

 private:
  // ---- what gets to the device

  /// Names in device code, and those in the classes of these names; where device code is a template,
  /// what the program has pointers to and what it launches kernels with, too.
  void find_device_types(const std::vector<Item>& items) {
    for (const Region& region : regions_) {
      if (!region.runs.on_device) continue;
      has_device_template_ |= region.is_template;
      std::size_t first = region.open;
      while (first > 0 && !is_any_of(source_[first - 1], {";", "}"})) --first;
      add_names(first, region.close);
    }
    for (std::size_t i = 1; has_device_template_ && i < source_.size(); ++i) {
      if (source_.is_identifier(i) && source_[i + 1] == "*") on_device_.insert(source_[i]);
      if (source_[i] == "<<<" && source_[i - 1] == ">" && source_.opening_angle(i - 1) != kNone) {
        add_names(source_.opening_angle(i - 1), i);
      }
      if (source_[i] == "(" && source_[i - 1] == ">" && source_[i - 2] == ">" &&
          source_.closing(i) != kNone) {
        add_names(i, source_.closing(i));
      }
    }
    while (add_members(items)) continue;
  }

  bool add_names(std::size_t first, std::size_t last) {
    const std::size_t before = on_device_.size();
    for (std::size_t i = first; i < last; ++i) {
      if (source_.is_identifier(i)) on_device_.insert(source_[i]);
    }
    return on_device_.size() > before;
  }

  bool add_members(const std::vector<Item>& items) {
    bool is_new = false;
    for (const Item& item : items) {
      is_new |= add_members(item.items);
      if (item.kind != Item::kClass || item.names.empty() || on_device_.count(item.names[0]) == 0) {
        continue;
      }
      for (const Item& member : item.items) {
        if (member.kind == Item::kOther && member.parameters == kNone) {
          is_new |= add_names(member.first, member.end);
        }
      }
      is_new |= add_names(item.first, item.open);  // base classes
    }
    return is_new;
  }

  // ---- who may be meant

  /// All functions by scope and name, to tell which have declarations of both kinds.
  void record_functions(const std::vector<Item>& items, const std::string& scope) {
    for (const Item& item : items) {
      if (item.kind == Item::kNamespace || item.kind == Item::kClass) {
        record_functions(item.items, scope_of(item, scope));
      } else if (item.parameters != kNone && !item.names.empty()) {
        const std::size_t name = name_of(item);
        const Runs runs = runs_of(source_, item.first, item.parameters);
        if (!runs.on_device) continue;
        const bool is_outside = name > 0 && source_[name - 1] == "::";
        const bool is_special = source_[item.first] == "template" && source_[item.first + 2] == ">";
        if (is_outside) {
          device_anywhere_.insert(key_of(name));
        } else if (item.kind != Item::kFunction || is_special || options_.of_two_texts) {
          device_declared_.insert(scope + key_of(name));
        }
        if (!runs.on_host) continue;
        both_.insert(key_of(name));
      }
    }
  }

  std::string scope_of(const Item& item, const std::string& scope) const {
    std::string path = scope;
    if (item.kind == Item::kClass) {
      path += item.names.empty() ? "?" : std::string(item.names[0]);
    } else {
      for (std::size_t i = item.first; i < item.open; ++i) path += source_[i];
    }
    return path + "::";
  }

  /// The name's token, or that of `operator`.
  std::size_t name_of(const Item& item) const {
    for (std::size_t i = item.parameters; i > item.first && i + 6 > item.parameters; --i) {
      if (source_[i - 1] == "operator") return i - 1;
    }
    return item.parameters - 1;
  }

  /// `f`, `operator+`
  std::string key_of(std::size_t name) const {
    std::string key(source_[name]);
    if (key == "operator") key += source_[name + 1];
    return key;
  }

  /// @param owner  the class they are members of
  void record(const std::vector<Item>& items, const std::string& scope, std::string_view owner) {
    for (const Item& item : items) {
      if (item.kind == Item::kNamespace) {
        record(item.items, scope_of(item, scope), "");
      } else if (item.kind == Item::kClass) {
        if (!item.names.empty()) record(item.items, scope_of(item, scope), item.names[0]);
      } else if (item.parameters != kNone) {
        record_function(item, scope, owner);
      } else if (owner.empty() && item.kind == Item::kOther) {
        record_variable(item);
      }
    }
  }

  void record_function(const Item& item, const std::string& scope, std::string_view owner) {
    const std::size_t at = place_of_attribute(source_, item);
    const std::size_t name = name_of(item);
    if (at == kNone || item.names.empty() || name < at || name >= source_.size()) return;
    if (source_[name] == "main") return;
    if (name > 0 && source_[name - 1] == "::") return;  // declared in its class
    bool is_constant = false;
    for (std::size_t i = at; i < name; ++i) {
      if (is_any_of(source_[i], {"friend", "__global__", "using", "typedef", "=", "consteval"}))
        return;
      is_constant |= source_[i] == "constexpr";
    }
    const std::size_t close = source_.closing(item.parameters);
    // A member `int (*f)(int)` is a variable.
    if (close == kNone || is_any_of(source_[item.parameters + 1], {"*", "&", "&&"})) return;
    for (std::size_t i = close; i < item.end && item.open == kNone; ++i) {
      if (is_any_of(source_[i], {"default", "delete", "__device__"})) return;
    }
    if (item.kind != Item::kFunction && owner.empty() && !declares_function(item.parameters))
      return;
    const bool is_operator = source_[name] == "operator";
    if (is_operator && !is_plain_operator(name)) return;
    const Runs runs = runs_of(source_, item.first, item.parameters);
    if (runs.on_host && runs.on_device) return;
    const std::string key = key_of(name);
    std::set<std::string_view> types;
    if (!owner.empty()) types.insert(owner);
    for (std::size_t i = item.parameters; is_operator && owner.empty() && i < close; ++i) {
      const bool is_type =
          source_.is_identifier(i + 1) || is_any_of(source_[i + 1], {"&", "&&", "*", "<", ">"});
      if (source_.is_identifier(i) && source_[i] != "const" && is_type) types.insert(source_[i]);
    }
    if (runs.on_device) {
      if (!is_operator && both_.count(key) == 0) {
        of_device_[key].push_back({at, kDeviceFunction, types});
      }
      return;
    }
    const bool is_functor = key == "operator(" && has_device_template_;
    if (!types.empty() && !is_functor &&
        std::none_of(types.begin(), types.end(),
                     [&](std::string_view type) { return on_device_.count(type) > 0; })) {
      return;
    }
    if (device_declared_.count(scope + key) > 0) return;
    if (device_anywhere_.count(key) > 0) return;
    if (options_.of_two_texts && both_.count(key) > 0) return;
    if (is_constant && options_.relaxed_constexpr) return;
    of_host_[key].push_back({at, is_constant ? kHostConstant : kHostFunction, types});
  }

  bool is_plain_operator(std::size_t name) const {
    return !source_.is_identifier(name + 1) && !source_.is_text(name + 1);
  }

  /// `int f(int)`, and not `Matrix m(n)`.
  bool declares_function(std::size_t open) const {
    const std::string_view token = source_[open + 1];
    return token == ")" || token == "const" || is_builtin_type(token);
  }

  void record_variable(const Item& item) {
    if (item.names.empty() || item.open != kNone) return;
    const std::size_t at = place_of_attribute(source_, item);
    if (at == kNone) return;
    for (std::size_t i = item.first; i < item.end && source_[i] != "="; ++i) {
      if (is_any_of(source_[i], {"using",        "typedef",     "extern",
                                 "constexpr",    "constinit",   "static_assert",
                                 "template",     "friend",      "class",
                                 "struct",       "union",       "enum",
                                 "namespace",    "&",           "(",
                                 "asm",          "__asm__",     "__device__",
                                 "__constant__", "__managed__", "__shared__",
                                 "concept"})) {
        return;
      }
    }
    if (read_declaration(source_, at).is_constant) return;
    for (const std::string_view name : item.names) {
      of_host_[std::string(name)].push_back({at, kHostVariable});
    }
  }

  // ---- who is

  using Candidates = std::map<std::string, std::vector<Candidate>>;

  /// Which of the candidates the bodies name. Those that are named in other ways than as a use are
  /// none: the warning knows no difference.
  std::set<std::string> find_mentioned(const Candidates& candidates, bool Runs::*side,
                                       std::vector<bool>& has_mention) const {
    std::set<std::string> found, other;
    const bool calls_only = side == &Runs::on_host;
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      const Region& region = regions_[r];
      if (!is_of(region, side)) continue;
      if (region.is_template && !calls_only && candidates.count("operator(") > 0) {
        found.insert("operator(");
        has_mention[r] = true;
      }
      for (std::size_t i = region.open + 1; i < region.close; ++i) {
        if (const std::size_t inner = region_at(regions_, i); inner != kNone) {
          i = regions_[inner].close;
          continue;
        }
        std::string key(source_[i]);
        if (!source_.is_identifier(i)) key.insert(0, "operator");
        if (key == "operator(" || candidates.count(key) == 0) continue;
        const std::vector<Candidate>& all = candidates.at(key);
        if (is_any_of(source_[i - 1], {".", "->"}) &&
            std::all_of(all.begin(), all.end(),
                        [](const Candidate& candidate) { return candidate.types.empty(); })) {
          continue;
        }
        has_mention[r] = true;
        const std::size_t behind = source_[i + 1] == "<" && source_.closing_angle(i + 1) != kNone
                                       ? source_.closing_angle(i + 1) + 1
                                       : i + 1;
        if (!source_.is_identifier(i)) {
          found.insert(key);
        } else if (is_evaluated(source_, i) && (!calls_only || source_[behind] == "(")) {
          found.insert(key);
        } else {
          other.insert(key);
          const bool is_plain = std::all_of(all.begin(), all.end(), [](const Candidate& candidate) {
            return candidate.types.empty();
          });
          if (calls_only && is_plain && !region.runs.on_device && of_host_.count(key) == 0 &&
              is_used_as_value(source_, i, behind, region)) {
            source_.warning(i, address_in_host_code(key));
          }
        }
      }
    }
    for (const std::string& key : other) found.erase(key);
    return found;
  }

  /// Is this code that may not use what the other side has?
  bool is_of(const Region& region, bool Runs::*side) const {
    if (!(region.runs.*side) || region.has_discarded_code) return false;
    const bool is_both = region.runs.on_host && region.runs.on_device;
    // It has a test at run time which of two bodies is meant; a template may never be used so.
    return !is_both || (!options_.of_two_texts && !(region.is_template && side == &Runs::on_host));
  }

  /// nvcc only warns about host functions in what is for both sides.
  std::string_view severity(const Region& region, bool Runs::*side) const {
    if (!is_of(region, side)) return "ignored";
    return region.runs.on_host && side == &Runs::on_device ? "warning" : "error";
  }

  bool mark(const Candidates& candidates, bool Runs::*side) {
    std::vector<bool> has_mention(regions_.size());
    const std::set<std::string> found = find_mentioned(candidates, side, has_mention);
    if (found.empty()) return false;
    std::set<std::size_t> marked;
    for (const std::string& key : found) {
      for (const Candidate& candidate : candidates.at(key)) {
        if (!marked.insert(candidate.at).second) continue;
        source_.insert_in_front(candidate.at, "__attribute__((deprecated(\"simt: " +
                                                  std::string(candidate.message) + "\"))) ");
      }
    }
    std::vector<std::pair<std::size_t, std::string_view>> open;  // bodies around: end, severity
    for (const Region& region : regions_) {
      while (!open.empty() && open.back().first < region.open) open.pop_back();
      const std::string_view outside = open.empty() ? "ignored" : open.back().second;
      const std::string_view inside = severity(region, side);
      open.push_back({region.close, inside});
      if (inside == outside) continue;
      source_.insert_after(region.open, pragma(inside) + source_.marker(region.open));
      source_.insert_before(region.close, pragma(outside) + source_.marker(region.close));
    }
    source_.insert_in_front(0, pragma("ignored") + source_.marker(0));
    return true;
  }

  static std::string pragma(std::string_view severity) {
    return "\n#pragma GCC diagnostic " + std::string(severity) + " \"-Wdeprecated-declarations\"";
  }

  Source& source_;
  const Options options_;
  const std::vector<Region>& regions_;
  Candidates of_host_, of_device_;
  std::set<std::string> device_declared_, device_anywhere_, both_;
  std::set<std::string_view> on_device_;
  bool has_device_template_ = false;
};

}  // namespace

void check_execution_spaces(Source& source, const Options& options) {
  bool has_device_code = false, is_deprecated = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    has_device_code |= is_any_of(source[i], {"__global__", "__device__"});
    is_deprecated |= is_any_of(source[i], {"deprecated", "__deprecated__"});
  }
  if (!has_device_code) return;
  const std::vector<Item> items = read_items(source, 0, source.size(), false);
  const std::vector<Region> regions = find_regions(source, items);
  check_host_library(source, regions, options);
  check_device_language(source, regions, options);
  check_device_initialisers(source, items, regions);
  if (!options.relocatable) check_inline_variables(source, items);
  check_overrides(source, items);
  check_host_constants(source, items, regions);
  check_extended_lambdas(source, items, options);
  // Or the program has this warning for its own ends.
  if (!is_deprecated) Checker(source, regions, options).check(items);
}

}  // namespace translator

#include "spaces/host_constants.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "declaration.h"

namespace translator {
namespace {

enum class Constant { kArray, kString, kComputed, kValue };

class ConstantChecker {
 public:
  ConstantChecker(Source& source, const std::vector<Region>& regions)
      : source_(source), regions_(regions) {}

  void check(const std::vector<Item>& items) {
    record_functions(items);
    record(items);
    for (const std::string_view name : other_) constants_.erase(name);
    if (constants_.empty()) return;
    for (const Region& region : regions_) {
      if (region.runs.on_host || !region.runs.on_device || source_.is_library(region.open))
        continue;
      check(region);
    }
  }

 private:
  // ---- which there are

  /// Those that the compiler cannot evaluate.
  void record_functions(const std::vector<Item>& items) {
    for (const Item& item : items) {
      record_functions(item.items);
      if (item.kind != Item::kFunction || item.names.empty() || source_.is_library(item.first)) {
        continue;
      }
      bool is_constant = false;
      for (std::size_t i = item.first; i < item.parameters; ++i) {
        is_constant |= is_any_of(source_[i], {"constexpr", "consteval"});
      }
      if (!is_constant) functions_.insert(item.names[0]);
    }
  }

  void record(const std::vector<Item>& items) {
    for (const Item& item : items) {
      record(item.items);
      if (source_.is_library(item.first) || item.parameters != kNone) continue;
      if (item.kind != Item::kOther || item.open != kNone) {
        if (item.kind == Item::kClass) other_.insert(item.names.begin(), item.names.end());
        continue;
      }
      for (const std::string_view name : item.names) record(item, name);
    }
  }

  void record(const Item& item, std::string_view name) {
    std::size_t at = item.first;
    bool is_constant = false, is_constexpr = false;
    while (at < item.end && source_[at] != name) {
      is_constexpr |= is_any_of(source_[at], {"constexpr", "constinit"});
      is_constant |= source_[at] == "const";
      if (source_[at] == "*") is_constant = false;  // of what it points to
      if (is_any_of(source_[at],
                    {"__device__", "__constant__", "__managed__", "__shared__", "extern", "using",
                     "typedef", "&", "friend", "concept", "operator", "template"})) {
        // A member of a class template is no template itself.
        if (source_[at] != "template") {
          other_.insert(name);
          return;
        }
      }
      ++at;
    }
    if (at >= item.end || !(is_constant || is_constexpr)) {
      other_.insert(name);
      return;
    }
    Constant kind = Constant::kValue;
    if (source_[at + 1] == "[") {
      kind = Constant::kArray;
    } else if (!is_constexpr && source_[at + 1] == "=" && source_.is_text(at + 2)) {
      kind = Constant::kString;
    } else if (!is_constexpr) {
      for (std::size_t i = at + 1; i < item.end && source_[i] != ";"; ++i) {
        if (source_[i + 1] == "(" && functions_.count(source_[i]) > 0) kind = Constant::kComputed;
      }
    }
    const auto [known, is_new] = constants_.try_emplace(name, kind);
    if (!is_new && known->second != kind) other_.insert(name);
  }

  // ---- where they are used

  void check(const Region& region) {
    std::size_t head = region.open;
    while (head > 0 && !is_any_of(source_[head - 1], {";", "}"})) --head;
    std::set<std::string_view> shadowed;
    for (std::size_t i = head; i < region.close; ++i) {
      if (constants_.count(source_[i]) > 0 && is_declared_name(source_, i)) {
        shadowed.insert(source_[i]);
      }
    }
    for (std::size_t i = region.open + 1; i < region.close; ++i) {
      const auto known = constants_.find(source_[i]);
      if (known == constants_.end() || shadowed.count(source_[i]) > 0) continue;
      if (is_any_of(source_[i - 1], {".", "->"}) || source_[i + 1] == "::") continue;
      if (!is_evaluated(source_, i) || is_constant_expression(i)) continue;
      check_use(i, known->second);
    }
  }

  void check_use(std::size_t i, Constant kind) {
    const std::string name(source_[i]);
    std::size_t first = i;  // of the qualified name
    while (source_[first - 1] == "::") {
      first -= source_.is_identifier(first - 2) ? 2 : 1;
      if (first < 2 || source_[first] == ">") return;
    }
    if (kind == Constant::kArray) {
      source_.error(i,
                    name +
                        " is an array of the host, which device code has no copy of: make it "
                        "__constant__ or __device__, or a constexpr array inside of the function");
    } else if (kind == Constant::kString) {
      source_.error(i, name +
                           " is a variable of the host, which device code has no copy of: make it "
                           "__device__, or an array __constant__ char[]");
    } else if (kind == Constant::kComputed) {
      source_.error(i, name +
                           " is computed when the host's program starts, so device code has no "
                           "copy of it: pass its value as an argument, or make it constexpr");
    } else if (source_[first - 1] == "&" &&
               is_any_of(source_[first - 2], {"(", ",", "=", "{", "return"})) {
      source_.error(i, name +
                           " is a constant of the host: device code knows its value, but it has no "
                           "address there. Copy it into a variable, or make it __constant__");
    }
  }

  /// Does the compiler need the value itself, so that no memory is read?
  bool is_constant_expression(std::size_t i) const {
    std::size_t first = i;
    while (first > 0 && !is_any_of(source_[first - 1], {";", "{", "}"})) --first;
    if (source_[first - 1] == "{") {  // `constexpr T x{table[1]}`, `= {table[1]}`
      std::size_t outer = first - 1;
      while (outer > 0 && !is_any_of(source_[outer - 1], {";", "{", "}"})) --outer;
      if (is_constant_statement(outer, first - 1)) return true;
    }
    if (is_constant_statement(first, i)) return true;
    for (std::size_t k = first; k < i; ++k) {
      if (source_[k] != "<" || !source_.is_identifier(k - 1)) continue;
      const std::size_t close = source_.closing_angle(k);
      if (close != kNone && close > i) return true;
    }
    const std::size_t open = source_.enclosing(i);
    return open != kNone && source_[open] == "[" && is_declared_name(source_, open - 1);
  }

  bool is_constant_statement(std::size_t first, std::size_t last) const {
    for (std::size_t k = first; k < last; ++k) {
      if (is_any_of(source_[k], {"constexpr", "static_assert", "_Static_assert", "case"})) {
        return true;
      }
    }
    return false;
  }

  Source& source_;
  const std::vector<Region>& regions_;
  std::map<std::string_view, Constant> constants_;
  std::set<std::string_view> functions_, other_;
};

}  // namespace

void check_host_constants(Source& source, const std::vector<Item>& items,
                          const std::vector<Region>& regions) {
  ConstantChecker(source, regions).check(items);
}

}  // namespace translator

#include "spaces/overrides.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "declaration.h"
#include "item_facts.h"
#include "regions.h"

namespace translator {
namespace {

class OverrideChecker {
 public:
  explicit OverrideChecker(Source& source) : source_(source) {}

  void check(const std::vector<Item>& items) {
    record(items);
    for (const auto& [name, item] : classes_) {
      if (item != nullptr && !source_.is_library(item->first)) check(*item);
    }
  }

 private:
  void record(const std::vector<Item>& items) {
    for (const Item& item : items) {
      record(item.items);
      if (item.kind != Item::kClass || item.names.empty()) continue;
      const auto [known, is_new] = classes_.try_emplace(item.names[0], &item);
      if (!is_new) known->second = nullptr;  // two of one name
    }
  }

  /// The classes in front of the body: those known by name.
  std::vector<const Item*> bases_of(const Item& item) const {
    std::vector<const Item*> bases;
    std::size_t i = item.first;
    while (i < item.open && source_[i] != ":") ++i;
    for (; i < item.open; ++i) {
      const auto known = classes_.find(source_[i]);
      if (known != classes_.end() && known->second != nullptr && known->second != &item) {
        bases.push_back(known->second);
      }
    }
    return bases;
  }

  bool is_function_of(const Item& member, const Item& owner) const {
    return member.parameters != kNone && !member.names.empty() &&
           member.names[0] != owner.names[0];  // a constructor or destructor
  }

  bool is_virtual(const Item& member) const {
    for (std::size_t i = member.first; i < member.parameters; ++i) {
      if (source_[i] == "virtual") return true;
    }
    const std::size_t end = member.open == kNone ? member.end : member.open;
    for (std::size_t i = source_.closing(member.parameters); i < end; ++i) {
      if (is_any_of(source_[i], {"override", "final"})) return true;
    }
    return false;
  }

  /// The first virtual function with this signature, in a class or its bases.
  const Item* find_virtual(const Item& owner, const std::string& wanted, unsigned depth) const {
    for (const Item& member : owner.items) {
      if (is_function_of(member, owner) && is_virtual(member) &&
          signature(source_, member) == wanted) {
        return &member;
      }
    }
    if (depth == 0) return nullptr;
    for (const Item* base : bases_of(owner)) {
      if (const Item* found = find_virtual(*base, wanted, depth - 1)) return found;
    }
    return nullptr;
  }

  void check(const Item& item) {
    const std::vector<const Item*> bases = bases_of(item);
    for (const Item& member : item.items) {
      if (bases.empty() || !is_function_of(member, item)) continue;
      for (const Item* base : bases) {
        const Item* const above = find_virtual(*base, signature(source_, member), 8);
        if (above == nullptr) continue;
        const Runs here = runs_of(source_, member.first, member.parameters),
                   there = runs_of(source_, above->first, above->parameters);
        if (here.on_host == there.on_host && here.on_device == there.on_device) continue;
        source_.error(member.parameters - 1,
                      std::string(member.names[0]) +
                          " overrides a function that runs elsewhere: both need the same of "
                          "__host__ and __device__");
        break;
      }
    }
  }

  Source& source_;
  std::map<std::string_view, const Item*> classes_;
};

}  // namespace

void check_overrides(Source& source, const std::vector<Item>& items) {
  OverrideChecker(source).check(items);
}

}  // namespace translator

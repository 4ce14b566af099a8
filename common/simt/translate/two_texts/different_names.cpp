#include "two_texts/different_names.h"

#include <algorithm>

#include "declaration.h"
#include "item_facts.h"

namespace translator {

bool is_mention(const Source& source, std::size_t i) {
  return source.is_identifier(i) && (i == 0 || !is_any_of(source[i - 1], {".", "->"}));
}

void DifferentNames::find(const std::vector<Item>& host, const std::vector<Item>& device) {
  find_members(host, false);
  find_members(device, false);
  find_different(host, device);
  while (find_dependent(host)) continue;
}

void DifferentNames::find_different(const std::vector<Item>& host,
                                    const std::vector<Item>& device) {
  for (const ItemPairs::Pair& pair : pairs_.align(host, device)) {
    const Item* const h = pair.host;
    const Item* const d = pair.device;
    const Item& item = h ? *h : *d;
    if (h && d && pairs_.is_same_namespace(*h, *d)) {
      find_different(h->items, d->items);
    } else if (pairs_.is_of_library(pair)) {
      continue;
    } else if (h && d && may_exist_twice(*h, *d)) {
      if (!pairs_.is_same(*h, *d)) twice_.insert(h->names[0]);
    } else if (is_function(item) || are_host_variables(pair)) {
      continue;
    } else if (!h || !d) {
      one_sided_.push_back(pair);
    } else if (!(is_device_memory(host_, *h) && is_device_memory(device_, *d)) &&
               !pairs_.is_same(*h, *d) && !pairs_.is_same_class(*h, *d) &&
               !pairs_.is_same_constant(*h, *d)) {
      twice_.insert(h->names.begin(), h->names.end());
      twice_.insert(d->names.begin(), d->names.end());
    }
  }
}

bool DifferentNames::are_host_variables(const ItemPairs::Pair& pair) const {
  return (!pair.host || is_host_variable(host_, *pair.host)) &&
         (!pair.device || is_host_variable(device_, *pair.device));
}

/// A constexpr function, in no class: a test at run time would make its result no constant.
bool DifferentNames::may_exist_twice(const Item& host, const Item& device) const {
  return may_exist_twice(host_, host) && may_exist_twice(device_, device);
}

bool DifferentNames::may_exist_twice(const Source& source, const Item& item) const {
  return item.kind == Item::kFunction && who_runs(source, item).is_constant &&
         first_of_name(source, item) + 1 == item.parameters && !is_member(item.names[0]);
}

/// `constexpr int half = width / 2;` is as different as `width` is, and so is a class with a member
/// `float row[width];`. True if there was a new one.
bool DifferentNames::find_dependent(const std::vector<Item>& items) {
  bool found = false;
  for (const Item& item : items) {
    if (item.kind == Item::kNamespace) {
      found |= find_dependent(item.items);
    } else if (!item.names.empty() && !contains(item.names[0]) && can_depend(item) &&
               depends(item)) {
      twice_.insert(item.names.begin(), item.names.end());
      found = true;
    }
  }
  return found;
}

bool DifferentNames::can_depend(const Item& item) const {
  if (is_function(item)) return may_exist_twice(host_, item);
  return !is_host_variable(host_, item) && !is_device_memory(host_, item);
}

bool DifferentNames::depends(const Item& item) const {
  if (item.kind != Item::kClass) return are_mentioned(host_, item.first, item.end);
  if (are_mentioned(host_, item.first, item.open)) return true;
  return std::any_of(item.items.begin(), item.items.end(), [this](const Item& member) {
    return !is_function(member) && depends(member);
  });
}

void DifferentNames::find_members(const std::vector<Item>& items, bool in_class) {
  for (const Item& item : items) {
    find_members(item.items, item.kind == Item::kClass);
    if (in_class) members_.insert(item.names.begin(), item.names.end());
  }
}

bool DifferentNames::are_mentioned(const Source& source, std::size_t first,
                                   std::size_t last) const {
  for (std::size_t i = first; i < last && !twice_.empty(); ++i) {
    if (is_mention(source, i) && contains(source[i])) return true;
  }
  return false;
}

// What only one text declares must be nothing else in the other. (Of functions each says, when it runs, for
// whom it is.)
std::vector<ItemPairs::Pair> DifferentNames::misnamed(const std::vector<Item>& host,
                                                      const std::vector<Item>& device) const {
  std::vector<ItemPairs::Pair> found;
  for (const ItemPairs::Pair& pair : one_sided_) {
    const Item& item = pair.host ? *pair.host : *pair.device;
    for (const std::string_view name : item.names) {
      if (is_used(pair.host ? device : host, pair.host ? device_ : host_, name))
        found.push_back(pair);
    }
  }
  return found;
}

/// Does the text whose declarations these are name something that it does not declare itself?
bool DifferentNames::is_used(const std::vector<Item>& items, const Source& source,
                             std::string_view name) const {
  for (const Item& item : items) {
    if (item.kind == Item::kNamespace || item.kind == Item::kClass) {
      if (is_used(item.items, source, name)) return true;
      continue;
    }
    if (item.kind == Item::kFunction) {
      const Qualifiers runs = who_runs(source, item);
      if (&source == &host_ ? !runs.is_host : !(runs.is_kernel || runs.is_device)) continue;
      if (declares(source, item.first, item.end, name, false)) continue;
    }
    for (std::size_t i = item.first; i < item.end; ++i) {
      if (source[i] == name && is_mention(source, i)) return true;
    }
  }
  return false;
}

bool declares(const Source& source, std::size_t first, std::size_t last, std::string_view name,
              bool or_maybe) {
  for (std::size_t i = first + 1; i < last; ++i) {
    if (source[i] != name || !is_any_of(source[i + 1], {"=", "{", "(", ";", ",", ")", ":", "["}))
      continue;
    if (or_maybe && is_any_of(source[i - 1], {">", "*", "&"})) return true;
    if (source.is_identifier(i - 1) &&
        !is_any_of(source[i - 1], {"return", "else", "case", "do", "goto", "throw", "new"})) {
      return true;
    }
  }
  return false;
}

}  // namespace translator

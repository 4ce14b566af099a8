/// @file
/// @ingroup simt_translate
/// Names that are one thing in the host's text of a file and another in the device's.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "items.h"
#include "source.h"
#include "two_texts/item_pairs.h"

namespace translator {

/// They exist twice in the program that is made of both texts. In a library none does: its names are those of
/// other libraries, too, and it takes care that what the compiler computes is the same on both sides.
class DifferentNames {
 public:
  DifferentNames(const Source& host, const Source& device, const ItemPairs& pairs)
      : host_(host), device_(device), pairs_(pairs) {}

  /// Finds them among all declarations.
  void find(const std::vector<Item>& host, const std::vector<Item>& device);

  bool contains(std::string_view name) const { return twice_.count(name) > 0; }
  /// Does a class have a member of this name?
  bool is_member(std::string_view name) const { return members_.count(name) > 0; }
  /// Is one of them mentioned in the tokens [first, last)?
  bool are_mentioned(const Source& source, std::size_t first, std::size_t last) const;

  /// What only one text declares, and the other one has something else of that name.
  std::vector<ItemPairs::Pair> misnamed(const std::vector<Item>& host,
                                        const std::vector<Item>& device) const;

 private:
  void find_different(const std::vector<Item>& host, const std::vector<Item>& device);
  bool find_dependent(const std::vector<Item>& items);
  void find_members(const std::vector<Item>& items, bool in_class);
  bool may_exist_twice(const Item& host, const Item& device) const;
  bool may_exist_twice(const Source& source, const Item& item) const;
  bool are_host_variables(const ItemPairs::Pair& pair) const;
  bool can_depend(const Item& item) const;
  bool depends(const Item& item) const;
  bool is_used(const std::vector<Item>& items, const Source& source, std::string_view name) const;

  const Source& host_;
  const Source& device_;
  const ItemPairs& pairs_;
  std::vector<ItemPairs::Pair> one_sided_;
  std::set<std::string_view> twice_;    ///< names that stand for two things
  std::set<std::string_view> members_;  ///< names of members of classes
};

/// A name, and not that of a member: `x.name`, `p->name`.
bool is_mention(const Source& source, std::size_t i);

/// Do the tokens [first, last) declare a parameter or a local variable of that name? @param or_maybe also for
/// `T* name`, which may be a product.
bool declares(const Source& source, std::size_t first, std::size_t last, std::string_view name,
              bool or_maybe);

}  // namespace translator

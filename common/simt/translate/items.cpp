#include "items.h"

#include <algorithm>

#include "declaration.h"

namespace translator {
namespace {

class ItemReader {
 public:
  ItemReader(const Source& source, std::size_t first, std::size_t end)
      : source_(source), at_(first), end_(end) {
    item_.first = first;
  }

  Item read(bool in_class) {
    if (in_class && is_any_of(source_[at_], {"public", "private", "protected"}) &&
        source_[at_ + 1] == ":") {
      at_ += 2;
    } else if (!read_namespace()) {
      while (at_ < end_ && read_part()) continue;
      find_names();
    }
    item_.end = std::min(at_, end_);
    return item_;
  }

 private:
  bool read_namespace() {
    std::size_t i = at_;
    if (source_[i] == "inline") ++i;
    const bool is_linkage = source_[i] == "extern" && source_.is_text(i + 1);
    if (!is_linkage && source_[i] != "namespace") return false;
    if (is_linkage && source_[i + 2] != "{") return false;
    while (i < end_ && !is_any_of(source_[i], {"{", ";", "="})) ++i;
    if (source_[i] != "{" || source_.closing(i) == kNone) return false;
    item_.kind = Item::kNamespace;
    item_.open = i;
    item_.close = source_.closing(i);
    item_.items = read_items(source_, i + 1, item_.close, false);
    at_ = item_.close + 1;
    return true;
  }

  /// False after the last part of the declaration.
  bool read_part() {
    const std::string_view token = source_[at_];
    if (token == ";") {
      ++at_;
      return false;
    }
    if (token == "{") return read_braces();
    if (token == "template" && source_.closing_angle(at_ + 1) != kNone) {
      at_ = source_.closing_angle(at_ + 1) + 1;
    } else if (token == "operator") {
      name_ = at_;
      at_ += source_[at_ + 1] == "(" ? 3 : 1;
      while (at_ < end_ && !is_any_of(source_[at_], {"(", ";"})) ++at_;
    } else if (token == "requires" && source_[at_ + 1] == "requires") {
      at_ += 2;
      skip_group("(");
      skip_group("{");
    } else if (token == "requires") {
      ++at_;
      skip_group("(");
    } else if (token == "(") {
      if (item_.parameters == kNone && !has_value_ && !takes_parentheses(source_[at_ - 1])) {
        item_.parameters = at_;
        if (name_ == kNone && source_.is_identifier(at_ - 1)) name_ = at_ - 1;
      }
      skip_group("(");
    } else if (token == "[") {
      skip_group("[");
    } else if (token == ":" && item_.parameters != kNone && !has_value_) {
      skip_member_initialisers();
    } else if (token == "<" && !has_value_ && source_.is_identifier(at_ - 1) &&
               source_.closing_angle(at_) != kNone) {
      at_ = source_.closing_angle(at_) + 1;
    } else {
      has_value_ |= token == "=";
      if (is_any_of(token, {"class", "struct", "union", "enum"})) {
        is_type_ = true;
        key_ = at_;
      }
      is_enum_ |= token == "enum";
      ++at_;
    }
    return true;
  }

  void skip_group(std::string_view bracket) {
    if (source_[at_] != bracket) return;
    at_ = source_.closing(at_) == kNone ? end_ : source_.closing(at_) + 1;
  }

  /// `: a(1), b{2}` in front of the body of a constructor.
  void skip_member_initialisers() {
    do {
      ++at_;
      at_ = skip_qualified_name(source_, at_);
      skip_group(source_[at_] == "(" ? "(" : "{");
      if (source_[at_] == "...") ++at_;
    } while (source_[at_] == ",");
  }

  bool read_braces() {
    const std::size_t open = at_, close = source_.closing(at_);
    skip_group("{");
    if (close == kNone) return false;
    if (is_type_ && item_.parameters == kNone && !has_value_ && item_.open == kNone) {
      item_.open = open;
      item_.close = close;
      if (!is_enum_) {
        item_.kind = Item::kClass;
        item_.items = read_items(source_, open + 1, close, true);
      }
      return true;  // up to the semicolon
    }
    if (item_.parameters == kNone || has_value_) return true;  // an initialiser
    item_.kind = Item::kFunction;
    item_.open = open;
    item_.close = close;
    while (source_[at_] == "catch") {
      ++at_;
      skip_group("(");
      skip_group("{");
    }
    return false;
  }

  void find_names() {
    const std::size_t first = item_.first;
    if (is_any_of(source_[first], {"static_assert", "friend", "using"})) {
      if (source_[first] != "using" || source_[first + 1] == "namespace") return;
      std::size_t i = first + 1;  // `using a = b;`, `using a::b;`
      while (i < at_ && !is_any_of(source_[i + 1], {"=", ";"})) ++i;
      item_.names.push_back(source_[i]);
      return;
    }
    if (name_ != kNone && !opens_declarator()) {
      item_.names.push_back(source_[name_]);
      return;
    }
    bool has_name = false;  // the declarator that is read
    for (std::size_t i = item_.open == kNone ? first : item_.open; i < std::min(at_, end_); ++i) {
      const std::string_view token = source_[i];
      if (token == "template" && source_.closing_angle(i + 1) != kNone) {
        i = source_.closing_angle(i + 1);
      } else if (i == item_.open) {
        add_name_of_type();
        if (is_enum_) add_enumerators();
        i = item_.close;
      } else if (token == "," || token == ";") {
        has_name = false;
      } else if (source_.is_identifier(i) && !has_name &&
                 is_any_of(source_[i + 1], {"=", ";", ",", "[", "{", ")", "(", ":"}) &&
                 !takes_parentheses(token)) {
        item_.names.push_back(token);
        has_name = true;
      } else if (source_.closing(i) != kNone && !(token == "(" && !has_name)) {
        i = source_.closing(i);
      } else if (token == "<" && source_.closing_angle(i) != kNone && !has_name) {
        i = source_.closing_angle(i);
      }
    }
  }

  /// `int (*pointer)(int)`: the name is inside.
  bool opens_declarator() const {
    return is_any_of(source_[item_.parameters + 1], {"*", "&"}) && source_[name_] != "operator" &&
           item_.open == kNone && source_[source_.closing(item_.parameters) + 1] != ";";
  }

  /// Of `struct __align__(8) name<int> : Base {`.
  void add_name_of_type() {
    std::size_t i = key_ + 1;
    while (i < item_.open) {
      const bool is_group = takes_parentheses(source_[i]) && source_.closing(i + 1) != kNone;
      if (!is_group && source_[i] != "[") break;
      i = source_.closing(is_group ? i + 1 : i) + 1;
    }
    std::string_view name;
    for (; i < item_.open && (source_.is_identifier(i) || source_[i] == "::"); ++i) {
      if (source_.is_identifier(i)) name = source_[i];
    }
    if (!name.empty()) item_.names.push_back(name);
  }

  void add_enumerators() {
    for (std::size_t i = item_.open; i < item_.close; ++i) {
      if (is_any_of(source_[i], {"{", ","}) && source_.is_identifier(i + 1)) {
        item_.names.push_back(source_[i + 1]);
      } else if (i > item_.open && source_.closing(i) != kNone) {
        i = source_.closing(i);
      }
    }
  }

  const Source& source_;
  std::size_t at_;
  const std::size_t end_;
  Item item_;
  std::size_t name_ = kNone;
  std::size_t key_ = 0;     ///< `struct`, `class`, `union` or `enum`
  bool has_value_ = false;  ///< after a `=`
  bool is_type_ = false, is_enum_ = false;
};

}  // namespace

std::vector<Item> read_items(const Source& source, std::size_t first, std::size_t end,
                             bool in_class) {
  std::vector<Item> items;
  while (first < end) {
    items.push_back(ItemReader(source, first, end).read(in_class));
    first = items.back().end;
  }
  return items;
}

}  // namespace translator

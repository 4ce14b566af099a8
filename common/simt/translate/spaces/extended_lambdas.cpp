#include "spaces/extended_lambdas.h"

#include <set>
#include <string>
#include <string_view>

#include "declaration.h"
#include "regions.h"

namespace translator {
namespace {

bool is_space(std::string_view token) { return is_any_of(token, {"__host__", "__device__"}); }

class LambdaChecker {
 public:
  LambdaChecker(Source& source, const Options& options) : source_(source), options_(options) {}

  void check(const std::vector<Item>& items) {
    record_members(items, "", /*is_private=*/false);
    visit(items, "", /*in_private_class=*/false);
  }

 private:
  /// Which member functions, and which classes inside of classes, the outside cannot name.
  void record_members(const std::vector<Item>& items, const std::string& owner, bool is_private) {
    for (const Item& item : items) {
      if (is_any_of(source_[item.first], {"public", "private", "protected"}) &&
          source_[item.first + 1] == ":") {
        is_private = source_[item.first] != "public";
        continue;
      }
      if (item.kind == Item::kNamespace) {
        record_members(item.items, owner, false);
      } else if (item.kind == Item::kClass && !item.names.empty()) {
        const std::string name(item.names[0]);
        if (is_private) private_.insert(owner + name);
        record_members(item.items, name + "::", is_class(item));
      } else if (item.parameters != kNone && !item.names.empty() && is_private) {
        private_.insert(owner + std::string(item.names[0]));
      }
    }
  }

  /// `class`, whose members are private at first.
  bool is_class(const Item& item) const {
    for (std::size_t i = item.first; i < item.open; ++i) {
      if (source_[i] == "template" && source_.closing_angle(i + 1) != kNone) {
        i = source_.closing_angle(i + 1);
      } else if (is_any_of(source_[i], {"struct", "union"})) {
        return false;
      } else if (source_[i] == "class") {
        return true;
      }
    }
    return false;
  }

  void visit(const std::vector<Item>& items, const std::string& owner, bool in_private_class) {
    for (const Item& item : items) {
      if (source_.is_library(item.first)) continue;
      if (item.kind == Item::kNamespace) {
        visit(item.items, "", false);
      } else if (item.kind == Item::kClass) {
        const std::string name(item.names.empty() ? "" : item.names[0]);
        visit(item.items, name + "::", in_private_class || private_.count(owner + name) > 0);
      } else if (item.kind == Item::kFunction) {
        visit_function(item, owner, in_private_class);
      }
    }
  }

  void visit_function(const Item& item, const std::string& owner, bool in_private_class) {
    const Runs runs = runs_of(source_, item.first, item.parameters);
    std::vector<std::size_t> around;  // ends of extended lambdas for both sides
    for (std::size_t i = item.open + 1; i < item.close; ++i) {
      if (source_[i] != "[" || !begins_lambda(i)) continue;
      const std::size_t close = source_.closing(i);
      const std::size_t space = close + 1;
      if (!is_space(source_[space])) continue;
      if (!options_.extended_lambda) {
        source_.error(space, "__host__ or __device__ on a lambda needs --extended-lambda");
        return;
      }
      if (!runs.on_host) continue;
      while (!around.empty() && around.back() < i) around.pop_back();
      const bool is_both = is_space(source_[space + 1]) || source_[space] == "__host__";
      check_place(i, item, owner, in_private_class);
      check_captures(i, close, is_both);
      if (is_both) {
        if (!around.empty()) {
          source_.error(i,
                        "an extended __host__ __device__ lambda cannot be inside of another one");
        }
        const std::size_t end = check_both(space);
        if (end != kNone) around.push_back(end);
      }
    }
  }

  /// `[` of a lambda, and not of an index or an attribute.
  bool begins_lambda(std::size_t i) const {
    if (source_.closing(i) == kNone || source_[i + 1] == "[") return false;
    if (source_[i - 1] == "return") return true;
    return !source_.is_identifier(i - 1) && !is_any_of(source_[i - 1], {")", "]", "["});
  }

  void check_place(std::size_t at, const Item& item, const std::string& owner,
                   bool in_private_class) {
    std::string name(item.names.empty() ? "" : item.names[0]), scope = owner;
    const std::size_t name_at = item.parameters - 1;
    if (scope.empty() && name_at > 2 && source_[name_at - 1] == "::") {  // void C::go() {
      scope = std::string(source_[name_at - 2]) + "::";
    }
    const bool is_special = source_[name_at - 1] == "~" || scope == name + "::";
    if (is_special) {
      source_.error(at,
                    "an extended lambda cannot be in a constructor or destructor, whose address "
                    "nobody can take: move the launch into a member function");
    } else if (private_.count(scope + name) > 0) {
      source_.error(at, "an extended lambda cannot be in a private or protected member function: " +
                            name + " has to be public");
    } else if (in_private_class) {
      source_.error(at,
                    "an extended lambda cannot be in a class that is a private or protected "
                    "member of another one");
    } else if (is_in_local_class(at, item)) {
      source_.error(at,
                    "an extended lambda cannot be in a class inside of a function: move the class "
                    "outside");
    } else if (has_deduced_result(item)) {
      source_.error(at, "an extended lambda cannot be in a function whose result is auto: write " +
                            name + "'s result type, or return a named function object");
    }
  }

  bool is_in_local_class(std::size_t at, const Item& item) const {
    for (std::size_t open = source_.enclosing(at); open != kNone && open > item.open;
         open = source_.enclosing(open)) {
      if (source_[open] != "{") continue;
      std::size_t head = open;
      while (head > item.open && !is_any_of(source_[head - 1], {";", "{", "}", "(", ")"})) --head;
      if (is_any_of(source_[head], {"struct", "class", "union"})) return true;
    }
    return false;
  }

  bool has_deduced_result(const Item& item) const {
    bool is_deduced = false;
    for (std::size_t i = item.first; i < item.parameters; ++i) is_deduced |= source_[i] == "auto";
    const std::size_t close = source_.closing(item.parameters);
    for (std::size_t i = close; is_deduced && i < item.open; ++i) {
      if (source_[i] == "->") return false;
    }
    return is_deduced;
  }

  void check_captures(std::size_t open, std::size_t close, bool is_both) {
    for (std::size_t i = open + 1; i < close; ++i) {
      const bool is_first = i == open + 1 || source_[i - 1] == ",";
      if (is_first && source_[i] == "&") {
        source_.error(i,
                      "an extended lambda cannot capture by reference: a kernel cannot use "
                      "variables of the host. Write [=]");
      } else if (is_first && is_both && source_.is_identifier(i) && source_[i + 1] == "=") {
        source_.error(i,
                      "an extended __host__ __device__ lambda cannot have a capture with an "
                      "initialiser: assign it to a variable before, and capture that");
      }
      if (source_.closing(i) != kNone) i = source_.closing(i);
    }
  }

  /// @return the end of the body
  std::size_t check_both(std::size_t space) {
    std::size_t i = space;
    while (is_space(source_[i])) ++i;
    if (source_[i] == "(" && source_.closing(i) != kNone) {
      for (std::size_t k = i; k < source_.closing(i); ++k) {
        if (source_[k] == "auto") {
          source_.error(k,
                        "an extended __host__ __device__ lambda cannot have auto parameters: "
                        "write their types, or a function object");
        }
      }
      i = source_.closing(i) + 1;
    }
    for (; i < source_.size() && !is_any_of(source_[i], {"{", ";"}); ++i) {
      if (source_[i] == "constexpr") {
        source_.error(i, "an extended __host__ __device__ lambda cannot be constexpr");
      }
    }
    return source_.closing(i);
  }

  Source& source_;
  const Options options_;
  std::set<std::string> private_;  ///< `C::go`, and classes
};

}  // namespace

void check_extended_lambdas(Source& source, const std::vector<Item>& items,
                            const Options& options) {
  LambdaChecker(source, options).check(items);
}

}  // namespace translator

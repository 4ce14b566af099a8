#include "kernels.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "declaration.h"
#include "host_library.h"
#include "scopes.h"

namespace translator {
namespace {

class KernelChecker {
 public:
  explicit KernelChecker(Source& source) : source_(source) {}

  void check() {
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (source_[i] == "__global__") record(i);
      if (source_[i] == "namespace" && source_[i - 1] != "using")
        namespaces_.insert(source_[i + 1]);
    }
    if (names_.empty()) return;
    // Something else of the same name may be called.
    for (std::size_t i = 1; i < source_.size(); ++i) {
      if (is_kernel(i) && declared_at_.count(i) == 0 && is_declared_name(source_, i)) {
        ambiguous_.insert(source_[i]);
      }
    }
    Scopes scopes(source_);
    for (std::size_t i = 0; i < source_.size(); ++i) {
      scopes.see(i);
      if (declared_at_.count(i) > 0) {
        check_head(i, scopes.current());
      } else if (is_kernel(i)) {
        check_use(i, scopes.in_device_code());
      }
    }
  }

 private:
  bool is_kernel(std::size_t i) const { return names_.count(source_[i]) > 0; }

  void record(std::size_t i) {
    const Declaration kernel = read_declaration(source_, i);
    if (kernel.is_variable || kernel.name == kNone || source_[kernel.end] != "(") return;
    if (source_.closing(kernel.end) == kNone) return;
    names_.insert(source_[kernel.name]);
    declared_at_[kernel.name] = kernel;
    if (kernel.first > 0 && source_[kernel.first - 1] == ">")
      templates_.insert(source_[kernel.name]);
  }

  // ---- declarations

  void check_head(std::size_t name, Scope scope) {
    const Declaration& kernel = declared_at_.at(name);
    bool is_friend = false;
    for (std::size_t i = kernel.first; i < name; ++i) is_friend |= source_[i] == "friend";
    if (scope == Scope::kClass && !is_friend) {
      source_.error(name,
                    "a kernel cannot be a member of a class: write it outside, and pass the "
                    "object to it");
    }
    check_result(kernel);
  }

  /// Only types that are written out tell: a name may stand for `void`.
  void check_result(const Declaration& kernel) {
    bool is_void = false, is_other = false, is_deduced = false;
    for (std::size_t i = kernel.first; i < kernel.name; ++i) {
      if (takes_parentheses(source_[i]) && source_.closing(i + 1) != kNone) {
        i = source_.closing(i + 1);
      } else if (source_[i] == "[" && source_.closing(i) != kNone) {
        i = source_.closing(i);
      } else if (source_[i] == "void") {
        is_void = true;
      } else if (source_[i] == "auto") {
        is_deduced = true;
      } else if (source_[i] == "<" && source_.closing_angle(i) != kNone) {
        i = source_.closing_angle(i);
      } else {
        is_other |= is_builtin_type(source_[i]) || (is_void && is_any_of(source_[i], {"*", "&"}));
      }
    }
    if (is_deduced) {
      const std::size_t arrow = source_.closing(kernel.end) + 1;
      is_other = source_[arrow] != "->" ||
                 (is_builtin_type(source_[arrow + 1]) && source_[arrow + 1] != "void") ||
                 (source_[arrow + 1] == "void" && source_[arrow + 2] == "*");
    }
    if (is_other) {
      source_.error(kernel.name,
                    "a kernel returns void: nobody waits for its result. Let it write to memory");
    }
  }

  // ---- uses

  void check_use(std::size_t name, bool in_device_code) {
    std::size_t behind = name + 1;
    if (const std::size_t close = source_.closing_angle(behind); close != kNone) behind = close + 1;
    if (source_[behind] == "<<<") {
      if (!in_device_code && templates_.count(source_[name]) > 0) check_lambdas(behind);
    } else if (source_[behind] == "(" && names_kernel(name) && !is_operand(name)) {
      source_.error(name, "a kernel is launched, not called: " + std::string(source_[name]) +
                              "<<<blocks, threads>>>(...)");
    }
  }

  /// `k(x)`, `ours::k(x)`, and not `p->k(x)`, `std::k(x)`, or what may be found in namespace std.
  bool names_kernel(std::size_t name) const {
    if (ambiguous_.count(source_[name]) > 0 || is_name_of_std(source_[name])) return false;
    if (is_any_of(source_[name - 1], {".", "->"})) return false;
    if (source_[name - 1] != "::" || name < 2) return true;
    if (source_[name - 2] == ">") return false;
    return !source_.is_identifier(name - 2) || namespaces_.count(source_[name - 2]) > 0;
  }

  /// Is this in the operand of `decltype`, `sizeof` … ?
  bool is_operand(std::size_t i) const {
    for (std::size_t open = source_.enclosing(i); open != kNone && source_[open] == "(";
         open = source_.enclosing(open)) {
      if (open > 0 && is_any_of(source_[open - 1], {"decltype", "sizeof", "noexcept"})) return true;
    }
    return false;
  }

  /// A lambda among the arguments of the launch with `<<<` at `open`, or a variable that is one.
  void check_lambdas(std::size_t open) {
    std::size_t arguments = open + 1;
    while (arguments < source_.size() && source_[arguments] != ";" &&
           !(source_[arguments] == "(" && source_[arguments - 1] == ">" &&
             source_[arguments - 2] == ">")) {
      const std::size_t close = source_.closing(arguments);
      arguments = close == kNone ? arguments + 1 : close + 1;
    }
    const std::size_t close = source_.closing(arguments);
    if (source_[arguments] != "(" || close == kNone) return;
    for (std::size_t i = arguments + 1; i < close; ++i) {
      const bool is_first = is_any_of(source_[i - 1], {"(", ","});
      std::size_t lambda = kNone;
      if (is_first && source_[i] == "[") {
        lambda = i;
      } else if (is_first && source_.is_identifier(i) && is_any_of(source_[i + 1], {",", ")"})) {
        lambda = lambda_of_variable(i);
      }
      if (lambda != kNone && is_of_host(lambda)) {
        source_.error(i,
                      "this lambda is a function of the host, which a kernel cannot call: write "
                      "[=] __device__ (...) { ... }, and compile with --extended-lambda");
      }
      if (source_.closing(i) != kNone) i = source_.closing(i);
    }
  }

  /// The `[` of `auto name = […] …`, if that is what declares the name at token `use`.
  std::size_t lambda_of_variable(std::size_t use) const {
    for (std::size_t i = use - 1; i > 0; --i) {
      if (source_[i] != source_[use] || !is_declared_name(source_, i)) continue;
      const bool is_lambda =
          source_[i - 1] == "auto" && source_[i + 1] == "=" && source_[i + 2] == "[";
      return is_lambda ? i + 2 : kNone;
    }
    return kNone;
  }

  bool is_of_host(std::size_t capture) const {
    if (source_.closing(capture) == kNone) return false;
    for (std::size_t i = source_.closing(capture) + 1; i < source_.size(); ++i) {
      if (source_[i] == "{") return true;
      if (is_any_of(source_[i], {"__device__", ";", ")"})) return false;
      if (source_[i] == "(" && source_.closing(i) != kNone) i = source_.closing(i);
    }
    return false;
  }

  Source& source_;
  std::set<std::string_view> names_, templates_, ambiguous_, namespaces_;
  std::map<std::size_t, Declaration> declared_at_;  ///< by the token of the name
};

}  // namespace

void check_kernels(Source& source) { KernelChecker(source).check(); }

}  // namespace translator

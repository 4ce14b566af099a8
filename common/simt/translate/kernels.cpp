#include "kernels.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "declaration.h"
#include "kernel_heads.h"
#include "scopes.h"
#include "spaces/host_library.h"

namespace translator {
namespace {

class KernelChecker {
 public:
  explicit KernelChecker(Source& source) : source_(source) {}

  void check() {
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (source_[i] == "__global__") record(i);
      // (An alias may be of a library's, which has functions of the same names.)
      if (source_[i] == "namespace" && source_[i - 1] != "using" && source_[i + 2] != "=") {
        namespaces_.insert(source_[i + 1]);
      }
    }
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
        check_kernel_head(source_, declared_at_.at(i), scopes.current() == Scope::kClass);
      } else if (is_kernel(i)) {
        check_use(i, scopes.in_device_code());
      } else if (source_[i] == "<<<" && !source_.is_library(i)) {
        check_launched(i);
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

  /// What is launched with `<<<` at `open` may be a function that is no kernel.
  void check_launched(std::size_t open) {
    const std::size_t name = open - 1;
    if (!source_.is_identifier(name) || is_kernel(name)) return;
    if (is_any_of(source_[name - 1], {".", "->", "::"})) return;
    bool is_function = false, is_device = false;
    for (std::size_t i = 1; i < source_.size(); ++i) {
      if (source_[i] != source_[name] || !is_declared_name(source_, i)) continue;
      const Declaration declaration = read_declaration(source_, i - 1);
      if (source_[i + 1] != "(" || declaration.is_variable || declaration.name != i) return;
      is_function = true;
      for (std::size_t k = declaration.first; k < i; ++k) is_device |= source_[k] == "__device__";
    }
    if (!is_function) return;
    source_.error(name,
                  std::string(source_[name]) +
                      (is_device ? " is a __device__ function" : " is a function of the host") +
                      ": only a kernel is launched. Write __global__ in front of it");
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

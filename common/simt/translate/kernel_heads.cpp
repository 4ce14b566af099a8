#include "kernel_heads.h"

#include <string>

namespace translator {
namespace {

class HeadChecker {
 public:
  HeadChecker(Source& source, const Declaration& kernel) : source_(source), kernel_(kernel) {}

  void check(bool is_member) {
    check_words(is_member);
    check_result();
    check_parameters();
    check_rest();
    if (kernel_.first > 0 && source_[kernel_.first - 1] == ">") check_packs();
  }

 private:
  void check_words(bool is_member) {
    bool is_friend = false;
    for (std::size_t i = kernel_.first; i <= kernel_.name; ++i) {
      is_friend |= source_[i] == "friend";
      if (is_any_of(source_[i], {"__device__", "__host__"})) {
        source_.error(i,
                      "a kernel is __global__ only: what both sides call is a __host__ "
                      "__device__ function, which the kernel can call, too");
      } else if (source_[i] == "operator") {
        source_.error(i, "a kernel cannot be an operator: give it a name");
      }
    }
    if (is_member && !is_friend) {
      source_.error(kernel_.name,
                    "a kernel cannot be a member of a class: write it outside, and pass the "
                    "object to it");
    } else if (is_friend && source_[source_.closing(kernel_.end) + 1] == "{") {
      source_.error(kernel_.name,
                    "a kernel cannot be defined where it is declared a friend: define it outside "
                    "of the class");
    }
  }

  /// Only types that are written out tell: a name may stand for `void`.
  void check_result() {
    bool is_void = false, is_other = false, is_deduced = false;
    for (std::size_t i = kernel_.first; i < kernel_.name; ++i) {
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
      const std::size_t arrow = source_.closing(kernel_.end) + 1;
      is_other = source_[arrow] != "->" ||
                 (is_builtin_type(source_[arrow + 1]) && source_[arrow + 1] != "void") ||
                 (source_[arrow + 1] == "void" && source_[arrow + 2] == "*");
    }
    if (is_other) {
      source_.error(kernel_.name,
                    "a kernel returns void: nobody waits for its result. Let it write to memory");
    }
  }

  void check_parameters() {
    const std::size_t close = source_.closing(kernel_.end);
    for (std::size_t i = kernel_.end + 1; i < close; ++i) {
      if (source_[i] == "..." && source_[i + 1] == ")" && is_any_of(source_[i - 1], {",", "("})) {
        source_.error(i,
                      "a kernel cannot take any number of arguments with `...`: write a "
                      "template with a parameter pack");
      } else if (source_[i] == "initializer_list") {
        source_.error(i,
                      "a kernel cannot have a std::initializer_list, whose numbers are in the "
                      "host's memory: pass a struct with an array");
      }
      const std::size_t end = source_[i] == "(" || source_[i] == "{" ? source_.closing(i) : kNone;
      if (end != kNone) i = end;
    }
  }

  void check_rest() {
    const std::size_t behind = source_.closing(kernel_.end) + 1;
    if (source_[behind] == "noexcept" || source_[behind] == "throw") {
      source_.error(behind, "a kernel cannot say " + std::string(source_[behind]) +
                                ": device code has no exceptions anyway");
    }
  }

  /// One pack, and that as the last parameter of the template.
  void check_packs() {
    const std::size_t close = kernel_.first - 1, open = source_.opening_angle(close);
    if (open == kNone) return;
    for (std::size_t i = open + 1; i < close; ++i) {
      if (source_[i] == "<" && source_.closing_angle(i) != kNone) i = source_.closing_angle(i);
      if (source_[i] != "..." || !(source_.is_identifier(i + 1) || source_[i + 1] == ",")) continue;
      if (source_[i + 1] != "," && source_[i + 2] != ",") continue;
      source_.error(i, "a parameter pack of a kernel has to be the last parameter of its template");
      return;
    }
  }

  Source& source_;
  const Declaration& kernel_;
};

}  // namespace

void check_kernel_head(Source& source, const Declaration& kernel, bool is_member) {
  HeadChecker(source, kernel).check(is_member);
}

}  // namespace translator

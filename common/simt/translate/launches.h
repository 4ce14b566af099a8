/// @file
/// @ingroup simt_translate
/// `kernel<<<grid, block>>>(arguments)`: calls of the runtime; and kernels that become a `void*`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "source.h"

namespace translator {

class Launches {
 public:
  /// Learns the names of all kernels first: a launch may come before, in a template.
  explicit Launches(Source& source);

  /// Translates the launch with `<<<` at token `open`.
  void translate(std::size_t open);
  /// `(void*)kernel`: the runtime learns the kernel's type, for cudaLaunchKernel and graphs.
  void translate_use(std::size_t name);

 private:
  /// The first token of the postfix expression in front of `<<<`, or kNone.
  std::size_t callee_before(std::size_t open) const;
  /// The first token of the name, call, subscript … that ends before token `end`, or kNone.
  std::size_t primary_before(std::size_t end) const;
  /// Does the parenthesis follow something that it calls?
  bool is_applied(std::size_t open) const;
  /// The first token of what stands in front of `::`; the `::` itself if it is the global one.
  std::size_t scope_before(std::size_t colons) const;
  /// Is the callee the name of a kernel, and not an expression that yields a function pointer?
  bool names_kernel(std::size_t first, std::size_t last) const;
  /// Records the body of the template that begins with token `i`.
  void record_template(std::size_t i);
  /// The callee as the program writes it; empty where that does not say which kernel it is: an
  /// expression, or a template's arguments inside of another template.
  std::string name_of(std::size_t first, std::size_t last, bool is_name) const;
  /// Do the tokens (open, close) say `void*`?
  bool is_void_pointer(std::size_t open, std::size_t close) const;
  /// The first `>` of the `>>>` that closes the configuration, or kNone.
  std::size_t closing_of(std::size_t open) const;
  /// The first tokens of the arguments in the parentheses.
  std::vector<std::size_t> arguments_in(std::size_t open, std::size_t close) const;
  /// `{…}` among the arguments becomes an object of the parameter's type. False, and an error, where that is
  /// not known. @param callee, last  its tokens are [callee, last)
  bool give_types_to_braces(std::size_t open, std::size_t close, std::size_t callee,
                            std::size_t last, bool is_name);
  /// Replaces arguments that are a literal 0 or NULL.
  void replace_zeros(std::size_t open, std::size_t close);
  /// The lambda that calls the kernel, and the one that tests which arguments it takes.
  std::string body(std::size_t first, std::size_t last, bool is_name, bool by_reference) const;
  /// The function of simt::Launch that takes the arguments: where the kernel may have parameters by reference, another.
  std::string run(std::size_t first, std::size_t last, bool is_name) const;

  Source& source_;
  std::unordered_set<std::string_view> kernels_, templates_of_kernels_;
  /// Parameters by reference, a bit each: of some kernels with a name, and of all.
  struct References {
    explicit References(std::uint64_t bits) : some(bits), all(bits) {}
    std::uint64_t some, all;
  };
  std::unordered_map<std::string_view, References> references_;
  bool has_references_ = false;
  std::vector<std::pair<std::size_t, std::size_t>> templates_;  ///< their bodies
};

}  // namespace translator

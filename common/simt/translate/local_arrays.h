/// @file
/// @ingroup simt_translate
/// Arrays of a thread: declared to the runtime, which finds out whether a GPU would have them in
/// local memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "scopes.h"
#include "source.h"

namespace translator {

class LocalArrays {
 public:
  explicit LocalArrays(Source& source) : source_(source) {}

  /// If a declaration in device code begins with token `i`, the runtime gets to know its arrays, but
  /// those that are only ever indexed by constants. Only a declaration that is a statement of a block
  /// has statements put after it: there they change nothing.
  void translate(std::size_t i, const Scopes& scopes);

 private:
  /// Whether a compiler that unrolls loops of constant length knows a value.
  enum class Value { kConstant, kUnclear, kVaries };
  /// What decides about a name: the header of the loop that counts it, or its initialiser.
  struct Definition {
    enum { kNone, kLoop, kConstant, kVariable } kind = kNone;
    std::size_t first = 0, last = 0;
  };

  std::string statement(std::size_t name, std::size_t first, std::size_t last);
  bool is_indexed(std::size_t name, std::size_t first, std::size_t last) const;
  Value value_of_indices(std::size_t name, std::size_t first, std::size_t last);
  Value value_of(std::size_t first, std::size_t last, std::string_view but);
  Value value_of_name(std::size_t i);
  Definition definition(std::size_t i) const;
  void find_definitions();
  bool is_parameter(std::string_view name) const;

  Source& source_;
  std::size_t body_ = kNone;  ///< of the current function
  bool is_kernel_ = false;
  /// By the first token of what decides about it.
  std::unordered_map<std::size_t, Value> values_;
  std::unordered_map<std::size_t, Definition> definitions_;  ///< of the body, by the name's token
  int declarations_ = 0;
};

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// `__shared__` variables: references to what the runtime gives the block.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "scopes.h"
#include "source.h"

namespace translator {

class SharedMemory {
 public:
  explicit SharedMemory(Source& source) : source_(source) {}

  /// Translates the declaration that has `__shared__` at token `i` among its specifiers.
  void translate_declaration(std::size_t i, Scope scope);

  /// Declares the static variables of namespace scope that a function of the device, whose body
  /// begins with token `open`, names: each block has its own, so they are known only there.
  void translate_body(std::size_t open);

  /// Dynamic shared memory of namespace scope is an object here. If token `i` names it where only
  /// a pointer will do, it is made one: `f(s)`, `(int*)s`, `reinterpret_cast<int*>(s)`.
  void translate_use(std::size_t i);

 private:
  /// What has g++ add up the arrays of one block of statements.
  std::string limit(std::size_t i, const std::string& name, const std::string& type);

  /// A static variable of namespace scope.
  struct OfFile {
    std::string_view name;
    std::string use;  ///< its declaration in a function
  };

  Source& source_;
  std::vector<OfFile> of_file_;
  std::map<std::size_t, std::string> of_block_;  ///< by its `{`: sizes of its arrays
  int declarations_ = 0;
  std::unordered_set<std::string_view> dynamic_;  ///< the names of namespace scope
};

}  // namespace translator

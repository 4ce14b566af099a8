/// @file
/// The functions of the program and the objects that are local to them, from its symbol table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

std::string program_path();

struct Function {
  std::uintptr_t start;
  std::uintptr_t end;
  std::string name;  ///< mangled
};

/// The function that contains `address`; null if unknown.
const Function* function_at(const void* address);

/// A `static` object in the body of a function.
struct LocalObject {
  const Function* function;
  std::string name;  ///< not mangled, without the function's
  const void* address;
};

/// All whose name begins with `prefix`.
std::vector<LocalObject> local_objects(std::string_view prefix);

}  // namespace simt

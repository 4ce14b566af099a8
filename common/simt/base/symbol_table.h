/// @file
/// @ingroup simt_base
/// The functions and variables of the program, from its symbol table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// A function or a variable.
struct ProgramSymbol {
  std::uintptr_t start;
  std::uintptr_t end;
  std::string name;      ///< mangled
  std::uintptr_t entry;  ///< of a function: what a pointer to it is
};

/// The function, or the variable, that contains `address`; null if unknown.
const ProgramSymbol* function_at(const void* address);
const ProgramSymbol* variable_at(const void* address);
/// All variables, by address.
const std::vector<ProgramSymbol>& variables();

/// A `static` object in the body of a function.
struct LocalObject {
  const ProgramSymbol* function;
  std::string name;  ///< not mangled, without the function's
  const void* address;
};

/// All whose name begins with `prefix`.
std::vector<LocalObject> local_objects(std::string_view prefix);

}  // namespace simt

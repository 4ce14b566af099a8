/// @file
/// @ingroup simt_base
/// What the compiler and the linker have written down about the program. It is read where the program is an ELF file,
/// and part of the program in WebAssembly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

std::string program_path();

/// A symbol of a function or a variable.
struct ImageSymbol {
  std::string name;  ///< mangled
  std::uintptr_t start;
  std::size_t bytes;
  unsigned file;  ///< number of the source file that it is from
  bool is_local;  ///< to that file
  bool is_function;
  std::uintptr_t entry;  ///< what a pointer to the function is
};
std::vector<ImageSymbol> read_symbols();

/// For each of the return addresses a line `0x…` with the address of the call; below it, from the innermost function
/// that is inlined there to the one that contains it, a line with its name and one `file:line`.
std::string inlined_frames(const std::vector<const void*>& return_addresses);

}  // namespace simt

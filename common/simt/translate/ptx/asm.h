/// @file
/// @ingroup simt_translate
/// The parts of an `asm` statement.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "source.h"

namespace translator {

/// `asm volatile("text" : "=r"(a) : "r"(b) : "memory")`
struct Asm {
  struct Operand {
    std::size_t first,
        open;  ///< its tokens from the first one, and the bracket before the expression
    bool is_output;
    std::string constraint;  ///< `=r`
  };
  std::size_t end = kNone;  ///< after its closing bracket
  std::string text;
  std::vector<Operand> operands;
  bool has_names = false;  ///< `[name] "r"(b)`, which nvcc does not know
};

/// False if what stands at `i` is written in a way that there is none of in CUDA.
bool read_asm(const Source& source, std::size_t i, Asm& found);

}  // namespace translator

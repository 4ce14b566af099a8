/// @file
/// @ingroup simt_translate
/// The PTX instructions that the model has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace translator {

struct PtxCall {
  std::string function;  ///< of simt::ptx, with its template arguments
  std::string first;     ///< an argument in front of the operands, or empty
  bool flushes = false;  ///< subnormal numbers are zero
  /// How many results may stand in the first operand, as in `d|p`; missing ones are Sink.
  int results = 1;
};

/// What to call for an instruction; its function is empty if there is none.
PtxCall call_of_ptx(std::string_view opcode);

/// The function of a special register, `tid_x()`, or nothing. @param name as `tid.x`
std::string ptx_special_register(std::string_view name);

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// The PTX instructions that the model has.
#pragma once

#include <string>
#include <string_view>

namespace translator {

/// How many results may stand in the first operand, as in `d|p`; missing ones are Sink.
inline constexpr int kNoResult = -1;  ///< none, but the function has a place for one

struct PtxCall {
  std::string function;  ///< of simt::ptx, with its template arguments
  std::string first;     ///< an argument in front of the operands, or empty
  int results = 1;
  // `.ftz`: the type in which subnormal numbers become zero; empty if they stay
  std::string flushed_result, flushed_operands;
};

/// What to call for an instruction; its function is empty if there is none.
PtxCall call_of_ptx(std::string_view opcode);

/// Why there is no such instruction, and what to do: words that follow its name. Empty if nothing is known of it.
std::string reason_of_missing_ptx(std::string_view opcode);

/// The function of a special register, `tid_x()`, or nothing. @param name as `tid.x`
std::string ptx_special_register(std::string_view name);

}  // namespace translator

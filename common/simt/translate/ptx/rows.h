/// @file
/// @ingroup simt_translate
/// The table of PTX instructions.
#pragma once

namespace translator {

struct PtxRow {
  const char* opcode;  ///< a regular expression; what may be left out without a change is in (?:…)?
  /// A function of simt::ptx, with $1, … of the opcode; `space(…)` and its like in C++'s words
  /// (instructions.cpp).
  const char* function;
  const char* first = "";  ///< an argument in front of the operands
  int results = 1;         ///< as in PtxCall
};

/// What is not in the model, and why.
struct PtxRefusal {
  const char* opcode;
  const char* reason;
};

/// Ends with one without an opcode. The first row that matches counts.
extern const PtxRow kPtxRows[];
extern const PtxRefusal kPtxRefusals[];

}  // namespace translator

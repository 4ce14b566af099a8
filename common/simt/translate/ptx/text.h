/// @file
/// @ingroup simt_translate
/// The statements of a PTX text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace translator {

struct PtxStatement {
  enum Kind { kInstruction, kRegisters, kLabel, kOpen, kClose };
  Kind kind;
  std::string guard;                  ///< of `@p` or `@!p`: `p` or `!p`
  std::string opcode;                 ///< `add.s32`; a label's name; the type of registers, `.b32`
  std::vector<std::string> operands;  ///< as written, without spaces around; registers' names
};

/// `text` without spaces around it.
std::string trimmed(std::string_view text);

/// The parts of `text` between commas outside of brackets, without spaces around them.
std::vector<std::string> split(std::string_view text);

/// The statements of `text`, which has no escapes left. False if it is not PTX.
bool parse_ptx(std::string_view text, std::vector<PtxStatement>& statements);

}  // namespace translator

#include "ptx/ptx.h"

#include <algorithm>
#include <string>

#include "ptx/asm.h"
#include "ptx/translation.h"

namespace translator {
namespace {

constexpr const char* kAdvice =
    ": use an intrinsic of CUDA, or keep it and another way apart with #ifndef __SIMTCC__, which "
    "the CPU backend defines";
constexpr const char* kShortAdvice =
    "; or keep it apart with #ifndef __SIMTCC__, which the CPU backend defines";

/// What no translation has to look at; empty if there is nothing of that kind.
const char* mistake_of(const Asm& found) {
  if (found.has_names)
    return "asm with operands by name, which nvcc does not know: CUDA's are %0, %1, …, in their "
           "order";
  for (const Asm::Operand& operand : found.operands) {
    const std::string& written = operand.constraint;
    const std::string kind =
        written.substr(std::min(written.find_first_not_of("=+&"), written.size()));
    if (kind == "C")
      return "the CPU backend does not have the operand constraint \"C\": write the text into the "
             "instruction";
    if (kind.size() != 1 || std::string("hrlqfdn").find(kind) == std::string::npos)
      return "an operand constraint that CUDA does not have: \"h\", \"r\", \"l\" and \"q\" are "
             "integers of 16, 32, 64 and 128 bits, \"f\" and \"d\" float and double, \"n\" is a "
             "constant";
  }
  return nullptr;
}

}  // namespace

void translate_ptx(Source& source, std::size_t i) {
  Asm found;
  if (!read_asm(source, i, found))
    return source.error(i, std::string("no asm of CUDA's") + kAdvice);
  if (found.text.find_first_not_of(" \n;") == std::string::npos)
    return;  // it only holds the compiler
  if (const char* mistake = mistake_of(found); mistake != nullptr && !source.is_library(i))
    return source.error(i, mistake);
  PtxTranslation translation(found);
  const std::string code = translation.run();
  if (!translation.unknown().empty() && source.is_library(i)) {  // most of it is never reached
    source.erase(i, found.end);
    source.insert_before(i, " ::simt::missing_ptx(R\"ptx(" + translation.unknown() + ")ptx\")");
    return;
  }
  if (!translation.unknown().empty()) {
    return source.error(i, "the CPU backend does not have the PTX " + translation.unknown() +
                               (translation.has_reason() ? kShortAdvice : kAdvice));
  }
  // do { auto&& simt_0 = (a); const auto simt_1 = (b); … } while (0)
  std::size_t last = i;
  std::string text = " do {";
  for (std::size_t n = 0; n < found.operands.size(); ++n) {
    const Asm::Operand& operand = found.operands[n];
    source.erase(last, operand.open);
    text += std::string(" [[maybe_unused]] ") + (operand.is_output ? "auto&&" : "const auto") +
            " simt_" + std::to_string(n) + " = ";
    source.insert_before(operand.open, text);
    text = ";";
    last = source.closing(operand.open) + 1;
  }
  source.erase(last, found.end);
  source.insert_before(last, source.on_line_of(i, text + code + " } while (0)", last));
}

}  // namespace translator

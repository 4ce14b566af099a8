#include "special_registers.h"

#include <regex>
#include <string>

namespace translator {

bool translate_special_register(Source& source, std::size_t i) {
  std::size_t open = i + 1;
  if (source[open] == "volatile" || source[open] == "__volatile__") ++open;
  // ( "mov.u32 %0, %%name;" : "=r" ( output ) )
  const std::size_t output = open + 4;
  if (source[open] != "(" || source[open + 2] != ":" || source[output] != "(") return false;
  if (source[open + 3] != "\"=r\"" && source[open + 3] != "\"=l\"") return false;
  if (source.closing(output) == kNone || source.closing(output) + 1 != source.closing(open)) {
    return false;
  }
  static const std::regex instruction(
      R"re("\s*mov\.u(32|64)\s+%0\s*,\s*%%(globaltimer|clock64|laneid|warpid|smid|nsmid)\s*;\s*")re");
  const std::string text(source[open + 1]);
  std::smatch match;
  if (!std::regex_match(text, match, instruction)) return false;
  source.erase(i, output);
  source.insert_before(i, " ::simt::special_register::" + match[2].str() + "(");
  return true;
}

}  // namespace translator

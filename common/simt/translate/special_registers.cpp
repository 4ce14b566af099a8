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

bool translate_hinted_load(Source& source, std::size_t i) {
  std::size_t open = i + 1;
  if (source[open] == "volatile" || source[open] == "__volatile__") ++open;
  std::string text;
  std::size_t at = open + 1;
  for (; source.is_text(at); ++at) text += source[at].substr(1, source[at].size() - 2);
  // ( "ld.global.f32 %0, [%1];" : "=f" ( output ) : "l" ( address ) )
  const std::size_t output = at + 2, output_end = source.closing(output);
  if (source[open] != "(" || source[at] != ":" || source[output] != "(" || output_end == kNone) {
    return false;
  }
  const std::size_t address = output_end + 3;
  if (source[output_end + 1] != ":" || source[address - 1] != "\"l\"" || source[address] != "(" ||
      source.closing(address) == kNone || source.closing(address) + 1 != source.closing(open)) {
    return false;
  }
  static const std::regex instruction(
      R"re(\s*ld\.global(\.c[agsv]|\.lu)?(\.nc)?(\.L[12]::\w+)*\.([bfsu])(8|16|32|64)\s+%0\s*,)re"
      R"re(\s*\[%1\]\s*;\s*)re");
  std::smatch match;
  if (!std::regex_match(text, match, instruction)) return false;
  const std::string type = match[4].str() == "s"    ? "::int" + match[5].str() + "_t"
                           : match[4].str() != "f"  ? "::uint" + match[5].str() + "_t"
                           : match[5].str() == "64" ? "double"
                                                    : "float";
  source.erase(i, output);
  source.insert_before(i, " ::simt::load_with_hint< " + type + ">(");
  source.erase(output_end + 1, address);
  source.insert_before(output_end + 1, ",");
  return true;
}

}  // namespace translator

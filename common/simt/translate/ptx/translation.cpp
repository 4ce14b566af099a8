#include "ptx/translation.h"

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace translator {
namespace {

const std::string kNamespace = "::simt::ptx::";

std::string variable(std::string name) {
  for (char& c : name) {
    if (c == '%' || c == '$') c = '_';
  }
  return "simt_r_" + name;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// What is in front of the types of an instruction that has a hint for the cache as its last operand.
constexpr const char* kCachePolicy = ".L2::cache_hint";

}  // namespace

std::string PtxTranslation::missing(const std::string& what, const std::string& why) {
  unknown_ = what + why;
  has_reason_ = !why.empty();
  return {};
}

std::string PtxTranslation::run() {
  std::vector<PtxStatement> statements;
  if (!parse_ptx(asm_.text, statements)) return missing("text `" + asm_.text + "`");
  for (const PtxStatement& s : statements) {
    if (s.kind == PtxStatement::kRegisters) declare(s);
    if (s.kind == PtxStatement::kLabel) labels_ += " __label__ simt_l_" + variable(s.opcode) + ";";
  }
  std::string code;
  for (const PtxStatement& s : statements) code += translate(s);
  if (has_carry_) {
    labels_ += " bool simt_carry = " + kNamespace + "carry_flag();";
    code += " " + kNamespace + "keep_carry_flag(simt_carry);";
  }
  return "{" + labels_ + code + " }";
}

/// Registers are declared where the text declares them; their names are known from the beginning.
void PtxTranslation::declare(const PtxStatement& s) {
  for (const std::string& name : s.operands) {
    const std::size_t count = name.find('<');  // r<4> is r0 … r3
    if (count == std::string::npos) {
      registers_.insert(name);
      continue;
    }
    const unsigned long n = std::min(std::strtoul(name.c_str() + count + 1, nullptr, 10), 1000ul);
    for (unsigned long i = 0; i < n; ++i)
      registers_.insert(name.substr(0, count) + std::to_string(i));
  }
}

std::string PtxTranslation::translate(const PtxStatement& s) {
  switch (s.kind) {
    case PtxStatement::kOpen:
      return " {";
    case PtxStatement::kClose:
      return " }";
    case PtxStatement::kLabel:
      return " simt_l_" + variable(s.opcode) + ": __attribute__((unused));";
    case PtxStatement::kRegisters:
      return declarations(s);
    case PtxStatement::kInstruction:
      break;
  }
  std::string code;
  if (!s.guard.empty()) {
    const bool is_negated = s.guard.front() == '!';
    code = std::string(" if (") + (is_negated ? "!" : "") +
           operand(s.guard.substr(is_negated ? 1 : 0)) + ")";
  }
  if ((s.opcode == "bra" || s.opcode == "bra.uni") && s.operands.size() == 1)
    return code + " goto simt_l_" + variable(s.operands[0]) + ";";
  return code + " {" + call(s) + " }";
}

std::string PtxTranslation::declarations(const PtxStatement& s) {
  static const std::regex type("\\.([su](8|16|32|64)|b(8|16|32|64|128)|f(32|64)|b?f16(x2)?|pred)");
  std::smatch match;
  if (s.opcode.size() > 10 || !std::regex_match(s.opcode, match, type))
    return missing("type `" + s.opcode + "`");
  std::string code;
  for (const std::string& name : s.operands) {
    const std::size_t count = name.find('<');
    const std::string stem = name.substr(0, count);
    for (const std::string& known : registers_) {
      const bool is_numbered = count != std::string::npos &&
                               known.compare(0, stem.size(), stem) == 0 && known != stem &&
                               is_number(known.substr(stem.size()));
      if (known == name || is_numbered)
        code += " " + kNamespace + match[1].str() + " " + variable(known) + ";";
    }
  }
  return code;
}

std::vector<std::string> PtxTranslation::arguments_of(const PtxStatement& s, const PtxCall& call,
                                                      std::string& flushed) {
  std::vector<std::string> arguments;
  if (!call.first.empty())
    arguments.push_back(call.first == "simt_carry" ? call.first : kNamespace + call.first);
  if (call.results == kNoResult) arguments.push_back(kNamespace + "Sink()");
  for (std::size_t i = 0; i < s.operands.size(); ++i) {
    if (i == 0 && call.results == 2) {
      const std::size_t bar = s.operands[0].find('|');
      arguments.push_back(operand(s.operands[0].substr(0, bar)));
      arguments.push_back(bar == std::string::npos ? kNamespace + "Sink()"
                                                   : operand(s.operands[0].substr(bar + 1)));
      continue;
    }
    arguments.push_back(operand(s.operands[i]));
    if (i == 0 && !call.flushed_result.empty())
      flushed = " " + kNamespace + "flush<" + kNamespace + call.flushed_result + ">(" +
                arguments.back() + ");";
    if (i > 0 && !call.flushed_operands.empty())
      arguments.back() = kNamespace + "flushed<" + kNamespace + call.flushed_operands + ">(" +
                         arguments.back() + ")";
  }
  return arguments;
}

std::string PtxTranslation::call(const PtxStatement& s) {
  PtxStatement written = s;
  if (const std::size_t at = s.opcode.find(kCachePolicy);
      at != std::string::npos && !s.operands.empty()) {
    written.opcode.erase(at, std::string(kCachePolicy).size());
    written.operands.pop_back();
  }
  const PtxCall call = call_of_ptx(written.opcode);
  if (call.function.empty())
    return missing("instruction `" + s.opcode + "`", reason_of_missing_ptx(written.opcode));
  is_move_ = s.opcode.compare(0, 4, "mov.") == 0;
  has_carry_ = has_carry_ || call.first == "simt_carry";
  std::string flushed, list;
  for (const std::string& argument : arguments_of(written, call, flushed))
    list += (list.empty() ? "" : ", ") + argument;
  return " " + kNamespace + call.function + "(" + list + ");" + flushed;
}

std::string PtxTranslation::operand(const std::string& written) {
  const std::string text = trimmed(written);
  if (text == "_") return kNamespace + "Sink()";
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') {
    const std::vector<std::string> parts = split(text.substr(1, text.size() - 2));
    if (parts.size() == 2)  // [map, {x, y}]
      return kNamespace + "box(" + operand(parts[0]) + ", " + operand(parts[1]) + ")";
    return address(text.substr(1, text.size() - 2));
  }
  if (text.size() > 1 && text.front() == '{' && text.back() == '}') {
    std::string code;
    for (const std::string& element : split(text.substr(1, text.size() - 2)))
      code += (code.empty() ? "" : ", ") + operand(element);
    return kNamespace + "vector(" + code + ")";
  }
  if (text.size() > 1 && text.front() == '!') return "!" + operand(text.substr(1));
  if (registers_.count(text) != 0) return variable(text);
  if (text.compare(0, 2, "%%") == 0 && registers_.count(text.substr(1)) != 0)
    return variable(text.substr(1));
  if (!text.empty() && text.front() == '%') return percent(text);
  if (text == "WARP_SZ") return "(32)";
  return number(text);
}

/// `%0`, and `%%tid.x`, with one % where the text has no operands.
std::string PtxTranslation::percent(const std::string& text) {
  const std::string name = text.substr(text.compare(0, 2, "%%") == 0 ? 2 : 1);
  if (is_number(name)) {
    if (std::strtoul(name.c_str(), nullptr, 10) < asm_.operands.size()) return "simt_" + name;
  } else if (const std::string function = ptx_special_register(name); !function.empty()) {
    if (is_move_) return kNamespace + function;  // no other instruction takes one
  }
  return missing("operand `" + text + "`");
}

std::string PtxTranslation::address(const std::string& text) {
  const std::size_t sign = text.find_first_of("+-", 1);
  std::string offset = "0";
  if (sign != std::string::npos) {
    const std::string behind = trimmed(text.substr(sign + 1));
    const bool is_operand = behind.compare(0, 1, "%") == 0;
    offset = (text[sign] == '-' ? "-" : "") + (is_operand ? operand(behind) : number(behind));
  }
  return kNamespace + "address(" + operand(text.substr(0, sign)) + ", " + offset + ")";
}

std::string PtxTranslation::number(const std::string& text) {
  static const std::regex integer("-?(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)[uU]?"),
      bits32("0[fF]([0-9a-fA-F]{8})"), bits64("0[dD]([0-9a-fA-F]{16})"),
      decimal("-?[0-9]+\\.[0-9]*([eE][-+]?[0-9]+)?");
  std::smatch match;
  if (text.size() > 100) return missing("operand `" + text.substr(0, 20) + "…`");  // they recurse
  if (std::regex_match(text, integer) || std::regex_match(text, decimal)) return "(" + text + ")";
  if (std::regex_match(text, match, bits32))
    return "__builtin_bit_cast(float, 0x" + match[1].str() + "u)";
  if (std::regex_match(text, match, bits64))
    return "__builtin_bit_cast(double, 0x" + match[1].str() + "ul)";
  return missing("operand `" + text + "`");
}

}  // namespace translator

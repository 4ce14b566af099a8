#include "ptx.h"

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "ptx_instructions.h"
#include "ptx_text.h"

namespace translator {
namespace {

constexpr const char* kAdvice =
    ": use an intrinsic of CUDA, or keep it and another way apart with #ifndef __SIMTCC__, which "
    "the CPU "
    "backend defines";

/// `asm volatile("text" : "=r"(a) : [b] "r"(b) : "memory")`
struct Asm {
  struct Operand {
    std::string name;  ///< in brackets, or empty
    std::size_t first,
        open;  ///< its tokens from the first one, and the bracket before the expression
    bool is_output;
  };
  std::size_t end = kNone;  ///< behind its closing bracket
  std::string text;
  std::vector<Operand> operands;
  std::size_t clobbers = kNone;  ///< the token behind the last operand
};

/// The text of a string literal, without its escapes.
std::string plain_text(std::string_view literal) {
  std::string text;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    char c = literal[i];
    if (c == '\\') {
      c = literal[++i];
      c = c == 'n' ? '\n' : c == 't' ? ' ' : c;
    }
    text += c;
  }
  return text;
}

/// False if it is written in a way that there is none of in CUDA.
bool read_asm(const Source& source, std::size_t i, Asm& found) {
  std::size_t open = i + 1;
  while (source[open] == "volatile" || source[open] == "__volatile__" ||
         source[open] == "__volatile")
    ++open;
  const std::size_t close = source[open] == "(" ? source.closing(open) : kNone;
  if (close == kNone) return false;
  found.end = close + 1;
  std::size_t at = open + 1;
  for (; source.is_text(at); ++at) {
    if (source[at].front() != '"') return false;
    found.text += plain_text(source[at]);
  }
  found.clobbers = at;
  int section = 0;  // 1: outputs, 2: inputs
  while (at < close && section < 3) {
    if (source[at] == ":" || source[at] == "::") {
      section += static_cast<int>(source[at].size());
      ++at;
      continue;
    }
    if (section == 0 || section > 2) break;
    if (source[at] == ",") ++at;
    Asm::Operand operand{{}, at, kNone, section == 1};
    if (source[at] == "[") {
      operand.name = source[at + 1];
      at += 3;
    }
    if (!source.is_text(at) || source[at + 1] != "(" || source.closing(at + 1) == kNone)
      return false;
    operand.open = at + 1;
    found.operands.push_back(operand);
    at = source.closing(at + 1) + 1;
    found.clobbers = at;
  }
  return true;
}

/// One text, on its way to C++.
class PtxTranslation {
 public:
  explicit PtxTranslation(const Asm& found) : asm_(found) {}

  /// The statements in C++, or nothing: then `unknown()` says what there is none of.
  std::string run() {
    std::vector<PtxStatement> statements;
    if (!parse_ptx(asm_.text, statements))
      return unknown_ = "text `" + asm_.text + "`", std::string();
    for (const PtxStatement& s : statements) {
      if (s.kind == PtxStatement::kRegisters) declare(s);
      if (s.kind == PtxStatement::kLabel) labels_ += " __label__ simt_l_" + s.opcode + ";";
    }
    std::string code;
    for (const PtxStatement& s : statements) code += translate(s);
    return "{" + labels_ + code + " }";
  }
  const std::string& unknown() const { return unknown_; }

 private:
  /// Registers are declared where the text declares them; their names are known from the beginning.
  void declare(const PtxStatement& s) {
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

  std::string translate(const PtxStatement& s) {
    switch (s.kind) {
      case PtxStatement::kOpen:
        return " {";
      case PtxStatement::kClose:
        return " }";
      case PtxStatement::kLabel:
        return " simt_l_" + s.opcode + ": __attribute__((unused));";
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
    if ((s.opcode == "bra" || s.opcode == "bra.uni") && s.operands.size() == 1) {
      return code + " goto simt_l_" + s.operands[0] + ";";
    }
    return code + " {" + call(s) + " }";
  }

  std::string declarations(const PtxStatement& s) {
    static const std::regex type("\\.([subf](8|16|32|64)|pred)");
    std::smatch match;
    if (s.opcode.size() > 10 || !std::regex_match(s.opcode, match, type))
      return unknown_ = "type `" + s.opcode + "`", std::string();
    std::string code;
    for (const std::string& name : s.operands) {
      const std::size_t count = name.find('<');
      const std::string stem = name.substr(0, count);
      for (const std::string& known : registers_) {
        const bool is_numbered =
            count != std::string::npos && known.compare(0, stem.size(), stem) == 0 &&
            known.find_first_not_of("0123456789", stem.size()) == std::string::npos &&
            known != stem;
        if (known == name || is_numbered)
          code += " ::simt::ptx::" + match[1].str() + " " + variable(known) + ";";
      }
    }
    return code;
  }

  static std::string variable(std::string name) {
    for (char& c : name) {
      if (c == '%' || c == '$') c = '_';
    }
    return "simt_r_" + name;
  }

  std::string call(const PtxStatement& s) {
    const PtxCall call = call_of_ptx(s.opcode);
    if (call.function.empty()) return unknown_ = "instruction `" + s.opcode + "`", std::string();
    if (call.function == "bar_sync" && (s.operands.size() != 1 || s.operands[0] != "0")) {
      return unknown_ = "barrier `" + s.opcode + "` but for 0", std::string();
    }
    is_move_ = s.opcode.compare(0, 4, "mov.") == 0;
    std::vector<std::string> arguments;
    if (!call.first.empty()) arguments.push_back("::simt::ptx::" + call.first);
    std::string flushed;
    for (std::size_t i = 0; i < s.operands.size(); ++i) {
      if (i == 0 && call.results == 2) {
        const std::size_t bar = s.operands[0].find('|');
        arguments.push_back(operand(s.operands[0].substr(0, bar)));
        arguments.push_back(bar == std::string::npos ? "::simt::ptx::Sink()"
                                                     : operand(s.operands[0].substr(bar + 1)));
        continue;
      }
      arguments.push_back(operand(s.operands[i]));
      if (!call.flushes) continue;
      if (i == 0) {
        flushed = " ::simt::ptx::flush(" + arguments.back() + ");";
      } else {
        arguments.back() = "::simt::ptx::flushed(" + arguments.back() + ")";
      }
    }
    std::string code = " ::simt::ptx::" + call.function + "(";
    // `red` has no result.
    if (s.opcode.compare(0, 4, "red.") == 0)
      arguments.insert(arguments.begin(), "::simt::ptx::Sink()");
    for (std::size_t i = 0; i < arguments.size(); ++i) code += (i == 0 ? "" : ", ") + arguments[i];
    return code + ");" + flushed;
  }

  static std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
  }

  std::string operand(const std::string& written) {
    const std::string text = trimmed(written);
    if (text == "_") return "::simt::ptx::Sink()";
    if (text.size() > 1 && text.front() == '[' && text.back() == ']')
      return address(text.substr(1, text.size() - 2));
    if (text.size() > 1 && text.front() == '{' && text.back() == '}') {
      std::string code = "::simt::ptx::vector(", comma;
      std::size_t begin = 1;
      for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] != ',' && i + 1 < text.size()) continue;
        code += comma + operand(text.substr(begin, i - begin));
        comma = ", ";
        begin = i + 1;
      }
      return code + ")";
    }
    if (text.size() > 1 && text.front() == '!') return "!" + operand(text.substr(1));
    if (registers_.count(text) != 0) return variable(text);
    if (text.compare(0, 2, "%%") == 0 && registers_.count(text.substr(1)) != 0)
      return variable(text.substr(1));
    if (!text.empty() && text.front() == '%') return percent(text);
    return number(text);
  }

  /// `%0`, `%[name]`, and `%%tid.x`, with one % where the text has no operands.
  std::string percent(const std::string& text) {
    const std::string name = text.substr(text.compare(0, 2, "%%") == 0 ? 2 : 1);
    if (text[1] == '[' && text.back() == ']') {
      for (std::size_t i = 0; i < asm_.operands.size(); ++i) {
        if (asm_.operands[i].name == text.substr(2, text.size() - 3))
          return "simt_" + std::to_string(i);
      }
    } else if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) {
      if (std::strtoul(name.c_str(), nullptr, 10) < asm_.operands.size()) return "simt_" + name;
    } else if (const std::string function = ptx_special_register(name); !function.empty()) {
      if (is_move_) return "::simt::ptx::" + function;  // no other instruction takes one
    }
    return unknown_ = "operand `" + text + "`", std::string();
  }

  std::string address(const std::string& text) {
    const std::size_t plus = text.find_first_of("+-", 1);
    const std::string offset =
        plus == std::string::npos
            ? "0"
            : number(trimmed(text.substr(text[plus] == '+' ? plus + 1 : plus)));
    return "::simt::ptx::address(" + operand(text.substr(0, plus)) + ", " + offset + ")";
  }

  std::string number(const std::string& text) {
    static const std::regex integer("-?(0[xX][0-9a-fA-F]+|[0-9]+)[uU]?"),
        bits32("0[fF]([0-9a-fA-F]{8})"), bits64("0[dD]([0-9a-fA-F]{16})"),
        decimal("-?[0-9]+\\.[0-9]*([eE][-+]?[0-9]+)?");
    std::smatch match;
    if (text.size() > 100)
      return unknown_ = "operand `" + text.substr(0, 20) + "…`", std::string();  // they recurse
    if (std::regex_match(text, integer) || std::regex_match(text, decimal)) return "(" + text + ")";
    if (std::regex_match(text, match, bits32))
      return "__builtin_bit_cast(float, 0x" + match[1].str() + "u)";
    if (std::regex_match(text, match, bits64))
      return "__builtin_bit_cast(double, 0x" + match[1].str() + "ul)";
    return unknown_ = "operand `" + text + "`", std::string();
  }

  const Asm& asm_;
  std::set<std::string> registers_;
  std::string labels_, unknown_;
  bool is_move_ = false;
};

}  // namespace

void translate_ptx(Source& source, std::size_t i) {
  Asm found;
  if (!read_asm(source, i, found))
    return source.error(i, std::string("no asm of CUDA's") + kAdvice);
  if (found.text.find_first_not_of(" \n;") == std::string::npos)
    return;  // it only holds the compiler
  PtxTranslation translation(found);
  const std::string code = translation.run();
  if (!translation.unknown().empty() && source.is_library(i)) {  // most of it is never reached
    source.erase(i, found.end);
    source.insert_before(i, " ::simt::missing_ptx(R\"ptx(" + translation.unknown() + ")ptx\")");
    return;
  }
  if (!translation.unknown().empty()) {
    return source.error(i,
                        "the CPU backend does not have the PTX " + translation.unknown() + kAdvice);
  }
  // do { auto&& simt_0 = (a); const auto simt_1 = (b); … } while (0)
  std::size_t last = i;
  std::string text = " do {";
  for (std::size_t n = 0; n < found.operands.size(); ++n) {
    const Asm::Operand& operand = found.operands[n];
    source.erase(last, operand.open);
    text += (operand.is_output ? " auto&& simt_" : " const auto simt_") + std::to_string(n) + " = ";
    source.insert_before(operand.open, text);
    text = ";";
    last = source.closing(operand.open) + 1;
  }
  source.erase(last, found.end);
  source.insert_before(last, text + code + " } while (0)");
}

}  // namespace translator

#include "names.h"

#include <algorithm>
#include <regex>
#include <set>

#include "files.h"

namespace learn {

namespace {

constexpr const char* kSystem =
    "an answer starts no processes, opens no files and asks nothing of the system";
constexpr const char* kOfCheck = "it belongs to the check";
constexpr const char* kReplaces = "an answer replaces nothing of the library or the check";

/// Of C's library, what computes, compares, copies, allocates or prints. All else of C asks something of the system.
const std::regex& harmless_c() {
  static const std::regex names(
      "mem(cpy|move|set|cmp|chr)|str(len|cmp|ncmp|cpy|ncpy|cat|chr|rchr|str)|"
      "(v?f?printf|v?sn?printf|puts|fputs|fputc|putchar|fflush|fwrite)|std(out|err)|"
      "malloc|calloc|realloc|free|aligned_alloc|qsort|bsearch|l?l?abs|abort|"
      "(a?(sin|cos|tan)h?|atan2|sincos|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|sqrt|cbrt|"
      "hypot|fabs|floor|ceil|"
      "trunc|round|rint|nearbyint|l?lround|l?lrint|fmod|remainder|remquo|fma|fmin|fmax|fdim|ldexp|"
      "frexp|modf|scalbn|"
      "scalbln|ilogb|logb|copysign|nan|nextafter|erf|erfc|tgamma|lgamma)[fl]?|"
      "cu[A-Za-z_0-9]+|simt_[A-Za-z_0-9]+|__(tsan|ubsan|sanitizer|cxa|cxx|gxx|wrap|stack_chk|start|"
      "stop|"
      "dso|assert|isoc)[A-Za-z_0-9]*|"
      "_Unwind_Resume|_GLOBAL_OFFSET_TABLE_|__(mem|str|printf|fprintf|snprintf|sprintf)[a-z]*_chk|"
      "__(popcount|clz|ctz|ffs|parity|bswap|u?div|mul|u?mod|float|fix|extend|trunc)[a-z0-9]+");
  return names;
}

/// Of C++'s library: what opens files, and threads that outlive a launch.
const std::regex& system_in_cpp() {
  static const std::regex names(
      "std::(__cxx11::)?(filesystem::|basic_(i|o)?fstream|basic_filebuf|random_device|_Exit).*");
  return names;
}

const std::regex& of_check() {
  static const std::regex names(
      "(Exercise|tutorial::(Assessment|RawResults|token|start_again|wait_for|on_failed_check|"
      "start_launches|finish_launches|count_kernels)|"
      "read_counters|(stop_)?watch(ing)?_(writers|loads)|was_written|forget_writers|unfair_(share|"
      "loads)|fix_order|"
      "failure_in_other_orders|simt::(set_order|set_device_count|counters|stop_at_unwritten_memory|"
      "RegisterObserver|"
      "Observer|observers|Report)|"
      "check::)(?![a-z_]).*");
  return names;
}

bool is_cpp(const std::string& name) { return name.find_first_of(":(<[ ") != std::string::npos; }

std::string why_forbidden(char kind, const std::string& name) {
  if (std::regex_match(name, of_check())) return kOfCheck;
  if (kind == 'U' || kind == 'w') {
    if (std::regex_match(name, system_in_cpp())) return kSystem;
    return is_cpp(name) || std::regex_match(name, harmless_c()) ? "" : kSystem;
  }
  if (name.rfind("operator new", 0) == 0 || name.rfind("operator delete", 0) == 0) return kReplaces;
  const bool is_strong = kind == 'T' || kind == 'D' || kind == 'B' || kind == 'R' || kind == 'i';
  static const std::regex of_library(
      "(std|simt)::.*|.*\\b(first_difference\\w*|Buffer|Comparison|Counters|Exercise|Launches|"
      "tutorial)\\b.*");
  return is_strong && (std::regex_match(name, of_library) || std::regex_match(name, harmless_c()))
             ? kReplaces
             : "";
}

}  // namespace

std::string forbidden_name(const std::string& symbols, const std::string& given,
                           const std::string& call) {
  static const std::regex line(R"(^[0-9a-f]* +([A-Za-z]) (.*)$)");
  const auto without_place = [](const std::string& symbol) {
    return symbol.substr(std::min(symbol.find_first_not_of("0123456789abcdef"), symbol.size()));
  };
  std::set<std::string> allowed;
  for (const std::string& symbol : lines_of(given)) allowed.insert(without_place(symbol));
  std::smatch match;
  for (const std::string& symbol : lines_of(symbols)) {
    if (allowed.count(without_place(symbol)) != 0 || !std::regex_match(symbol, match, line))
      continue;
    const std::string name = match[2], why = why_forbidden(match.str(1)[0], name);
    if (!why.empty()) return name + ": " + why;
  }
  if (call.empty()) return "";
  const std::size_t begin = call.rfind('\t') + 1;
  return call.substr(begin, call.find('\n', begin) - begin) + ": " + kSystem;
}

}  // namespace learn

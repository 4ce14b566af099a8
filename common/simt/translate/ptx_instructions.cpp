#include "ptx_instructions.h"

#include <map>
#include <regex>
#include <unordered_map>
#include <utility>

namespace translator {
namespace {

struct Row {
  const char* opcode;  ///< a regular expression; what may be left out without a change is in (?:…)?
  /// With $1, … of it; `space(…)`, `scope(…)`, `order(…)` and `fences(…)` in C++'s words.
  const char* function;
  const char* first = "";
  int results = 1;
};

#define INTEGER "([su](?:16|32|64))"
#define WORD "([subf](?:16|32|64)|pred)"
#define MEMORY_TYPE "([subf](?:8|16|32|64))"
#define SPACE "(\\.global|\\.shared|\\.shared::cta|)"
#define HINTS "(?:\\.(?:nc|ca|cg|cs|cv|lu|wb|wt|L1::\\w+|L2::\\w+))*"
#define SCOPE "(\\.cta|\\.cluster|\\.gpu|\\.sys|)"

// In the order of the PTX ISA's chapters.
constexpr Row kRows[] = {
    // integers
    {"(add|sub)\\." INTEGER, "$1<$2>"},
    {"(mul|mad)\\.(lo|hi|wide)\\." INTEGER, "$1_$2<$3>"},
    {"(div|rem|min|max|abs|neg|sad)\\." INTEGER, "$1<$2>"},
    {"(popc|clz|brev)\\.(b32|b64)", "$1<$2>"},
    {"bfind\\.(shiftamt\\.)" INTEGER, "bfind<$2, true>"},
    {"bfind\\." INTEGER, "bfind<$1, false>"},
    {"bmsk\\.(clamp|wrap)\\.b32", "bmsk_$1"},
    {"bfe\\." INTEGER, "bfe<$1>"},
    {"bfi\\.(b32|b64)", "bfi<$1>"},
    // floating point
    {"(add|sub|mul|div)(?:\\.rn)?\\.(f32|f64)", "$1<$2>"},
    {"div\\.(?:full|approx)\\.f32", "div<f32>"},
    {"fma\\.rn\\.(f32|f64)", "fma<$1>"},
    {"mad\\.rn\\.(f32|f64)", "fma<$1>"},
    {"(abs|neg|min|max)\\.(f32|f64)", "$1<$2>"},
    {"(rcp|sqrt)\\.rn\\.(f32|f64)", "$1<$2>"},
    {"(rcp|sqrt|rsqrt|sin|cos|lg2|ex2|tanh)\\.approx\\.f32", "$1<f32>"},
    // comparisons
    {"setp\\.(\\w+)\\." WORD, "setp<$1, $2>", "", 2},
    {"setp\\.(\\w+)\\.and\\." WORD, "setp<$1, both, $2>", "", 2},
    {"setp\\.(\\w+)\\.or\\." WORD, "setp<$1, either, $2>", "", 2},
    {"setp\\.(\\w+)\\.xor\\." WORD, "setp<$1, just_one, $2>", "", 2},
    {"selp\\." WORD, "selp<$1>"},
    // bits
    {"(and|or|xor|not)\\.(b16|b32|b64|pred)", "$1_<$2>"},
    {"cnot\\.(b16|b32|b64)", "cnot<$1>"},
    {"lop3\\.b32", "lop3"},
    {"shf\\.(l|r)\\.(clamp|wrap)\\.b32", "shf_$1_$2"},
    {"(shl|shr)\\.([bsu](?:16|32|64))", "$1<$2>"},
    {"prmt\\.b32", "prmt"},
    // moves and memory
    {"mov\\." WORD, "mov<$1>"},
    {"ld(?:\\.weak)?" SPACE HINTS "(?:\\.v[24])?\\." MEMORY_TYPE, "load<$2, space($1)>"},
    {"ld\\.volatile" SPACE "\\." MEMORY_TYPE, "load_volatile<$2, space($1)>"},
    {"ld\\.(relaxed|acquire)" SCOPE SPACE HINTS "\\." MEMORY_TYPE,
     "load_atomic<$4, order($1), scope($2), space($3)>"},
    {"st(?:\\.weak)?" SPACE HINTS "(?:\\.v[24])?\\." MEMORY_TYPE, "store<$2, space($1)>", "", 0},
    {"st\\.volatile" SPACE "\\." MEMORY_TYPE, "store_volatile<$2, space($1)>", "", 0},
    {"st\\.(relaxed|release)" SCOPE SPACE HINTS "\\." MEMORY_TYPE,
     "store_atomic<$4, order($1), scope($2), space($3)>", "", 0},
    {"prefetchu?(?:\\.global|\\.local)?\\.L[12](?:::\\w+)?", "prefetch", "", 0},
    {"cvta\\.to\\.shared\\.(u32|u64)", "cvta_to_shared<$1>"},
    {"cvta\\.shared\\.(u32|u64)", "cvta_shared<$1>"},
    {"cvta(?:\\.to)?\\.(?:global|local|const)\\.u64", "mov<u64>"},
    {"cvt\\.([su](?:8|16|32|64))\\.([su](?:8|16|32|64))", "cvt<$1, $2>"},
    {"cvt(?:\\.rn)?\\.(f32|f64)\\.([su](?:8|16|32|64)|f32|f64)", "cvt<$1, $2>"},
    {"cvt\\.rni\\.([su](?:8|16|32|64))\\.(f32|f64)", "cvt<$1, $2, Rounding::kNearest>"},
    {"cvt\\.rzi\\.([su](?:8|16|32|64))\\.(f32|f64)", "cvt<$1, $2, Rounding::kZero>"},
    {"cvt\\.rmi\\.([su](?:8|16|32|64))\\.(f32|f64)", "cvt<$1, $2, Rounding::kDown>"},
    {"cvt\\.rpi\\.([su](?:8|16|32|64))\\.(f32|f64)", "cvt<$1, $2, Rounding::kUp>"},
    // atomics
    {"(?:atom|red)(\\.relaxed|\\.acquire|\\.release|\\.acq_rel|)" SCOPE SPACE
     "\\.(add|min|max|and|or|xor|exch|inc|dec)\\.([subf](?:32|64))",
     "atom<atomic_$4_, $5, scope($2), fences($1), space($3)>"},
    {"atom(\\.relaxed|\\.acquire|\\.release|\\.acq_rel|)" SCOPE SPACE "\\.cas\\.([sub](?:32|64))",
     "atom_cas<$4, scope($2), fences($1), space($3)>"},
    // threads
    {"(?:bar|barrier)\\.sync(?:\\.aligned)?", "bar_sync", "", 0},
    {"bar\\.warp\\.sync", "bar_warp", "", 0},
    {"membar\\.(cta|gl|sys)", "fence", "scope(.$1)", 0},
    {"fence(?:\\.sc|\\.acq_rel)(\\.cta|\\.cluster|\\.gpu|\\.sys)", "fence", "scope($1)", 0},
    {"shfl\\.sync\\.up\\.b32", "shuffle", "WarpOp::kShuffleUp", 2},
    {"shfl\\.sync\\.down\\.b32", "shuffle", "WarpOp::kShuffleDown", 2},
    {"shfl\\.sync\\.bfly\\.b32", "shuffle", "WarpOp::kShuffleXor", 2},
    {"shfl\\.sync\\.idx\\.b32", "shuffle", "WarpOp::kShuffle", 2},
    {"vote\\.(?:sync\\.)?(all|any|uni)(?:\\.sync)?\\.pred", "vote_$1"},
    {"vote\\.(?:sync\\.)?ballot(?:\\.sync)?\\.b32", "vote_ballot"},
    {"match\\.any\\.sync\\.(b32|b64)", "match_any<$1>"},
    {"match\\.all\\.sync\\.(b32|b64)", "match_all<$1>", "", 2},
    {"redux\\.sync\\.add\\.[su]32", "redux", "WarpOp::kAddUnsigned"},
    {"redux\\.sync\\.min\\.s32", "redux", "WarpOp::kMinSigned"},
    {"redux\\.sync\\.min\\.u32", "redux", "WarpOp::kMinUnsigned"},
    {"redux\\.sync\\.max\\.s32", "redux", "WarpOp::kMaxSigned"},
    {"redux\\.sync\\.max\\.u32", "redux", "WarpOp::kMaxUnsigned"},
    {"redux\\.sync\\.and\\.b32", "redux", "WarpOp::kAnd"},
    {"redux\\.sync\\.or\\.b32", "redux", "WarpOp::kOr"},
    {"redux\\.sync\\.xor\\.b32", "redux", "WarpOp::kXor"},
    {"activemask\\.b32", "activemask"},
    {"elect\\.sync", "elect", "", 2},
    {"nanosleep\\.u32", "nanosleep", "", 0},
    {"trap", "trap", "", 0},
};

using Words = std::map<std::string_view, const char*>;
const std::map<std::string_view, Words> kWords = {
    {"space",
     {{"", "Generic"}, {".global", "Generic"}, {".shared", "Shared"}, {".shared::cta", "Shared"}}},
    {"scope",
     {{"", "Scope::kDevice"},
      {".cta", "Scope::kBlock"},
      {".cluster", "Scope::kDevice"},
      {".gpu", "Scope::kDevice"},
      {".gl", "Scope::kDevice"},
      {".sys", "Scope::kDevice"}}},
    {"order", {{"relaxed", "kRelaxed"}, {"acquire", "kAcquire"}, {"release", "kRelease"}}},
    {"fences",
     {{"", "false, false"},
      {".relaxed", "false, false"},
      {".acquire", "false, true"},
      {".release", "true, false"},
      {".acq_rel", "true, true"}}},
};

/// Regular expressions recurse: nothing that they are asked about is longer.
constexpr std::size_t kLongest = 100;

/// `text` with `space(.shared)` and its like in C++'s words.
std::string in_words(std::string text) {
  for (const auto& [kind, words] : kWords) {
    const std::string opening = std::string(kind) + "(";
    const std::size_t begin = text.find(opening);
    if (begin == std::string::npos) continue;
    const std::size_t end = text.find(')', begin);
    const std::string word = text.substr(begin + opening.size(), end - begin - opening.size());
    text.replace(begin, end + 1 - begin, words.at(word));
  }
  return text;
}

/// Names in angle brackets are of simt::ptx, too: a program may have its own u32.
std::string qualified(const std::string& function) {
  static const std::regex name("([<,] ?)(?!true|false)([A-Za-z])");
  return std::regex_replace(function, name, "$1::simt::ptx::$2");
}

/// `opcode` without `.ftz`; was there one?
bool take_ftz(std::string& opcode) {
  const std::size_t at = opcode.find(".ftz");
  if (at == std::string::npos) return false;
  opcode.erase(at, 4);
  return true;
}

PtxCall look_up(std::string opcode) {
  static const std::vector<std::pair<std::regex, const Row*>> rows = [] {
    std::vector<std::pair<std::regex, const Row*>> compiled;
    for (const Row& row : kRows) compiled.emplace_back(std::regex(row.opcode), &row);
    return compiled;
  }();
  if (opcode.size() > kLongest) return {};
  const bool flushes = take_ftz(opcode);
  for (const auto& [expression, row] : rows) {
    std::smatch match;
    if (!std::regex_match(opcode, match, expression)) continue;
    return {qualified(in_words(match.format(row->function))), in_words(match.format(row->first)),
            flushes, row->results};
  }
  return {};
}

}  // namespace

PtxCall call_of_ptx(std::string_view opcode) {
  static std::unordered_map<std::string, PtxCall> known;
  const auto [call, is_new] = known.try_emplace(std::string(opcode));
  if (is_new) call->second = look_up(call->first);
  return call->second;
}

std::string ptx_special_register(std::string_view name) {
  static const std::regex names(
      "(?:(?:tid|ntid|ctaid|nctaid|cluster_ctaid|cluster_nctaid)\\.[xyz]|laneid|warpid|nwarpid|"
      "smid|nsmid|"
      "clock|clock64|globaltimer|globaltimer_lo|globaltimer_hi|lanemask_(?:eq|lt|le|gt|ge)|"
      "cluster_ctarank|cluster_nctarank)");
  std::string function(name);
  if (name.size() > kLongest || !std::regex_match(function, names)) return {};
  if (const std::size_t dot = function.find('.'); dot != std::string::npos) function[dot] = '_';
  return function + "()";
}

}  // namespace translator

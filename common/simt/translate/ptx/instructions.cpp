#include "ptx/instructions.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ptx/rows.h"

namespace translator {
namespace {

using Words = std::map<std::string_view, const char*>;
/// What the table writes as `space(.shared)`, in C++'s words.
const std::map<std::string_view, Words> kWords = {
    {"space",
     {{"", "Generic"},
      {".global", "Generic"},
      {".const", "Generic"},
      {".local", "Generic"},
      {".shared", "Shared"},
      {".shared::cta", "Shared"},
      {".shared::cluster", "Shared"}}},
    {"scope",
     {{"", "Scope::kDevice"},
      {".cta", "Scope::kBlock"},
      {".cluster", "Scope::kDevice"},
      {".gpu", "Scope::kDevice"},
      {".gl", "Scope::kDevice"},
      {".sys", "Scope::kSystem"}}},
    {"order", {{"relaxed", "kRelaxed"}, {"acquire", "kAcquire"}, {"release", "kRelease"}}},
    {"fences",
     {{"", "false, false"},
      {".relaxed", "false, false"},
      {".acquire", "false, true"},
      {".release", "true, false"},
      {".acq_rel", "true, true"}}},
    {"reads_only", {{"", "false"}, {".read", "true"}}},
    {"reads", {{"", "false"}, {"c", "true"}}},
    {"writes", {{"", "false"}, {".cc", "true"}}},
    {"saturates", {{"", "false"}, {".sat", "true"}, {".satfinite", "true"}}},
    {"adds", {{"", "false"}, {".add", "true"}}},
    {"transposes", {{"", "false"}, {".trans", "true"}}},
    {"is_high", {{".lo", "false"}, {".hi", "true"}}},
    {"is_expected", {{"", "false"}, {".noinc", "true"}}},
    {"is_through_l2", {{".ca", "false"}, {".cg", "true"}}},
    {"vote", {{".popc", "Vote::kCount"}, {".and", "Vote::kAnd"}, {".or", "Vote::kOr"}}},
    {"is_in",
     {{".global", "AddressSpace::kGlobal"},
      {".const", "AddressSpace::kConstant"},
      {".local", "AddressSpace::kLocal"},
      {".shared", "AddressSpace::kShared"},
      {".shared::cta", "AddressSpace::kShared"},
      {".shared::cluster", "AddressSpace::kClusterShared"}}},
    {"pair", {{"f32.f32", "f32"}, {"f64.f64", "f64"}, {"f16.f16", "f16"}, {"bf16.bf16", "bf16"}}},
    {"rounding",
     {{"rn", "Rounding::kNearest"},
      {"rz", "Rounding::kZero"},
      {"rm", "Rounding::kDown"},
      {"rp", "Rounding::kUp"},
      {"rni", "Rounding::kNearest"},
      {"rzi", "Rounding::kZero"},
      {"rmi", "Rounding::kDown"},
      {"rpi", "Rounding::kUp"}}},
    {"op",
     {{"add", "Add"},
      {"sub", "Subtract"},
      {"mul", "Multiply"},
      {"div", "Divide"},
      {"fma", "MultiplyAdd"},
      {"mad", "MultiplyAdd"},
      {"rcp", "Reciprocal"},
      {"sqrt", "SquareRoot"},
      {"neg", "Negate"},
      {"abs", "Absolute"},
      {"min", "Minimum"},
      {"max", "Maximum"},
      {"min.NaN", "MinimumNan"},
      {"max.NaN", "MaximumNan"},
      {"ex2", "Exp2"},
      {"tanh", "Tanh"}}},
};

/// Regular expressions recurse: nothing that they are asked about is longer.
constexpr std::size_t kLongest = 128;

std::string in_words(std::string text) {
  for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open)) {
    const std::size_t end = text.find(')', open);
    std::size_t begin = open;
    while (begin > 0 && (std::islower(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                         std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                         text[begin - 1] == '_'))
      --begin;
    const Words& words = kWords.at(text.substr(begin, open - begin));
    const std::string word = words.at(text.substr(open + 1, end - open - 1));
    text.replace(begin, end + 1 - begin, word);
    open = begin + word.size();
  }
  return text;
}

/// Names in angle brackets are of simt::ptx, too: a program may have its own u32.
std::string qualified(const std::string& function) {
  static const std::regex name("([<,] ?)(?!true|false)([A-Za-z])");
  return std::regex_replace(function, name, "$1::simt::ptx::$2");
}

/// Takes `.ftz` out of the opcode: the types that it is about become those that are flushed.
void take_ftz(std::string& opcode, PtxCall& call) {
  const std::size_t at = opcode.find(".ftz");
  if (at == std::string::npos) return;
  opcode.erase(at, 4);
  static const std::regex type("\\.(b?f16x2|b?f16|f32|f64|[su](?:8|16|32|64))(?=\\.|$)");
  std::vector<std::string> types;
  for (std::sregex_iterator i(opcode.begin(), opcode.end(), type), end; i != end; ++i)
    types.push_back((*i)[1]);
  if (types.empty()) return;
  if (opcode.compare(0, 4, "slct") == 0)
    opcode = "slct.ftz";  // of the selector alone: there is no such row
  const auto flushes = [](const std::string& of) {
    return of.find('f') != std::string::npos && of != "f64";
  };
  const bool is_conversion = opcode.compare(0, 4, "cvt.") == 0;  // of f32 only
  const std::string &result = types.front(), &from = types.back();
  const bool is_predicate = opcode.compare(0, 4, "setp") == 0;
  if (!is_predicate && (is_conversion ? result == "f32" : flushes(result)))
    call.flushed_result = result;
  if (is_conversion ? from == "f32" : flushes(from)) call.flushed_operands = from;
}

/// `ptxas` takes what says how an access is done in any order, `ld.global.acquire.gpu`: brings it into that of the
/// PTX ISA, order, scope, space.
std::string ordered(const std::string& opcode) {
  static const std::regex access("(?:ld|st|atom|red|mbarrier)\\..*");
  static const std::set<std::string_view> kinds[] = {
      {"weak", "volatile", "relaxed", "acquire", "release", "acq_rel"},
      {"cta", "cluster", "gpu", "sys"},
      {"global", "const", "local", "shared", "shared::cta", "shared::cluster"}};
  if (!std::regex_match(opcode, access)) return opcode;
  std::vector<std::string> words, found(3);
  std::size_t first = 0;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    std::string word = opcode.substr(begin, end - begin);
    begin = end + 1;
    std::size_t kind = 0;
    while (kind < 3 && (kinds[kind].count(word) == 0 || !found[kind].empty())) ++kind;
    if (kind == 3) {
      words.push_back(std::move(word));
    } else {
      if (first == 0) first = words.size();
      found[kind] = std::move(word);
    }
  }
  if (first != 0 && opcode.compare(0, 8, "mbarrier") != 0) first = 1;
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == first && first != 0) {
      for (const std::string& word : found) result += word.empty() ? "" : "." + word;
    }
    result += (i == 0 ? "" : ".") + words[i];
  }
  return result;
}

PtxCall look_up(std::string opcode) {
  static const std::vector<std::pair<std::regex, const PtxRow*>> rows = [] {
    std::vector<std::pair<std::regex, const PtxRow*>> compiled;
    for (const PtxRow* row = kPtxRows; row->opcode != nullptr; ++row)
      compiled.emplace_back(std::regex(row->opcode), row);
    return compiled;
  }();
  PtxCall call;
  if (opcode.size() > kLongest) return call;
  opcode = ordered(opcode);
  take_ftz(opcode, call);
  for (const auto& [expression, row] : rows) {
    std::smatch match;
    if (!std::regex_match(opcode, match, expression)) continue;
    call.function = qualified(in_words(match.format(row->function)));
    call.first = in_words(match.format(row->first));
    call.results = row->results;
    break;
  }
  return call;
}

}  // namespace

PtxCall call_of_ptx(std::string_view opcode) {
  static std::unordered_map<std::string, PtxCall> known;
  const auto [call, is_new] = known.try_emplace(std::string(opcode));
  if (is_new) call->second = look_up(call->first);
  return call->second;
}

std::string reason_of_missing_ptx(std::string_view opcode) {
  if (opcode.size() > kLongest) return {};
  for (const PtxRefusal* row = kPtxRefusals; row->opcode != nullptr; ++row) {
    if (std::regex_match(opcode.begin(), opcode.end(), std::regex(row->opcode))) return row->reason;
  }
  return {};
}

std::string ptx_special_register(std::string_view name) {
  static const std::regex names(
      "(?:(?:tid|ntid|ctaid|nctaid|clusterid|nclusterid|cluster_ctaid|cluster_nctaid)\\.[xyz]|"
      "laneid|warpid|nwarpid|smid|nsmid|gridid|is_explicit_cluster|"
      "clock|clock_hi|clock64|globaltimer|globaltimer_lo|globaltimer_hi|"
      "lanemask_(?:eq|lt|le|gt|ge)|cluster_ctarank|cluster_nctarank|"
      "dynamic_smem_size|total_smem_size)");
  std::string function(name);
  if (name.size() > kLongest || !std::regex_match(function, names)) return {};
  if (const std::size_t dot = function.find('.'); dot != std::string::npos) function[dot] = '_';
  return function + "()";
}

}  // namespace translator

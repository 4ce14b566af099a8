#include "kernel_facts.h"

#include "declaration.h"
#include "marks.h"

namespace translator {
namespace {

struct Word {
  std::string_view text;
  std::string_view type;    ///< in include/simt/kernel_facts.h
  std::string_view object;  ///< its name; the runtime looks for it
};
constexpr Word kWords[kFactKinds] = {
    {"__launch_bounds__", "::simt::LaunchBounds", "simt_fact_launch_bounds"},
    {"__cluster_dims__", "::simt::ClusterDims", "simt_fact_cluster_dims"},
    {"__maxnreg__", "::simt::MaxRegisters", "simt_fact_max_registers"},
    {kTileWord, "::simt::TileKernel", "simt_fact_tile_kernel"}};
constexpr std::size_t kLaunchBounds = 0, kClusterDims = 1, kMaxRegisters = 2, kTile = 3;

/// The `{` of the function whose parameters close at `close`, or kNone.
std::size_t body_behind(const Source& source, std::size_t close) {
  bool in_clause = false;  // of a trailing `requires`
  for (std::size_t i = close + 1; i < source.size(); ++i) {
    const std::string_view token = source[i];
    if (token == "requires" && in_clause) {  // `requires (T t) { … }` is an expression
      if (source[i + 1] == "(" && source.closing(i + 1) != kNone) i = source.closing(i + 1);
      if (source[i + 1] == "{" && source.closing(i + 1) != kNone) i = source.closing(i + 1);
    } else if (token == "requires") {
      in_clause = true;
    } else if (token == "{") {
      return i;
    } else if (token == "(" || token == "[") {
      i = source.closing(i);
      if (i == kNone) break;
    } else if (is_any_of(token, {";", "}", ")", "]", "="})) {
      break;
    }
  }
  return kNone;
}

}  // namespace

bool is_kernel_fact(std::string_view token) {
  for (const Word& word : kWords) {
    if (token == word.text) return true;
  }
  return false;
}

void KernelFacts::translate(std::size_t i) {
  const Declaration kernel = read_declaration(source_, i);
  if (kernel.name == kNone || kernel.name == name_) return;
  name_ = kernel.name;
  bool is_kernel = false;
  for (std::size_t k = kernel.first; k < kernel.end; ++k) is_kernel |= source_[k] == "__global__";
  if (!is_kernel) {
    source_.error(i, std::string(source_[i]) + " belongs to a kernel, a function with __global__");
    return;
  }
  const bool ends_in_word = is_kernel_fact(source_[kernel.end]);  // with a bracket never closed
  Facts facts = take(kernel.first, kernel.end + (ends_in_word ? 1 : 0));
  const std::size_t close = source_.closing(kernel.end);
  if (source_[kernel.end] != "(" || close == kNone) return;

  const std::size_t body = body_behind(source_, close);
  const bool is_instantiation = kernel.first > 0 && source_[kernel.first - 1] == "template";
  const bool is_specialisation = kernel.first >= 3 && source_[kernel.first - 1] == ">" &&
                                 source_[kernel.first - 2] == "<" &&
                                 source_[kernel.first - 3] == "template";
  Facts& known = known_[{source_[kernel.name], count_parameters(kernel.end)}];
  if (body == kNone && (is_instantiation || known.with_body)) check_in_time(i, facts, known);
  if (is_instantiation) return;
  // Of two kernels with bodies one must be a specialisation of the other, not an overload.
  if (!known.with_body || is_specialisation) inherit(kernel.name, known, is_specialisation, facts);
  facts.with_body = body != kNone || known.with_body;
  facts.head = kernel.first;
  if (!is_specialisation) known = facts;
  if (body == kNone) return;
  if (const std::string names = parameter_names(kernel.end); !names.empty()) {
    source_.insert_after(
        body, " [[gnu::used]] static constexpr char simt_parameters[] = \"" + names + "\";");
  }
  for (const Fact& fact : facts.of_kind) {
    if (fact.at == kNone) continue;
    source_.insert_after(body, source_.on_line_of(fact.at, " " + fact.text, body));
  }
}

void KernelFacts::inherit(std::size_t name, const Facts& known, bool is_specialisation,
                          Facts& facts) {
  for (std::size_t k = 0; k < kFactKinds; ++k) {
    if (facts.of_kind[k].at != kNone) continue;
    facts.of_kind[k] = known.of_kind[k];
    if (is_specialisation && depends_on(known.head, known.of_kind[k])) {
      source_.error(name, std::string(kWords[k].text) +
                              " of the template depends on its parameters: write it for this "
                              "specialisation, too");
    }
  }
}

void KernelFacts::check_in_time(std::size_t i, const Facts& facts, const Facts& known) {
  for (std::size_t k = 0; k < kFactKinds; ++k) {
    const Fact& fact = facts.of_kind[k];
    if (fact.at == kNone || fact.text == known.of_kind[k].text) continue;
    source_.error(i, "this " + std::string(kWords[k].text) +
                         " comes too late: it belongs to the definition of the kernel");
  }
}

KernelFacts::Facts KernelFacts::take(std::size_t first, std::size_t last) {
  Facts facts;
  for (std::size_t i = first; i < last; ++i) {
    for (std::size_t k = 0; k < kFactKinds; ++k) {
      std::string values;
      if (source_[i] != kWords[k].text || !read_values(i, &values)) continue;
      const std::string object(kWords[k].object), word(kWords[k].text);
      facts.of_kind[k] = {"[[gnu::used]] static constexpr " + std::string(kWords[k].type) + " " +
                              object + "{" + values + "}; static_assert(" + object +
                              ".is_possible(), \"a value of " + word + " is not possible\");",
                          values.empty() ? i : i + 2, k == kTile ? i + 1 : source_.closing(i + 1)};
      const std::size_t close = k == kTile ? i : source_.closing(i + 1);
      source_.erase(i, close + 1);
      i = close;
      break;
    }
  }
  const std::size_t registers = facts.of_kind[kMaxRegisters].at;
  if (registers != kNone && facts.of_kind[kLaunchBounds].at != kNone) {
    source_.error(registers, "__maxnreg__ and __launch_bounds__ exclude each other");
  }
  return facts;
}

/// The text between the parentheses after token `i`.
bool KernelFacts::read_values(std::size_t i, std::string* values) {
  if (source_[i] == kTileWord) return true;
  const std::size_t close = source_.closing(i + 1);
  const bool has_values = close != i + 2 || source_[i] == kWords[kClusterDims].text;
  if (source_[i + 1] != "(" || close == kNone || !has_values) {
    source_.error(i, std::string(source_[i]) + " needs its values in parentheses");
    return false;
  }
  if (close > i + 2) *values = source_.render(i + 2, close);
  return true;
}

/// Does the template heading in front of token `first` have a name that the values use?
bool KernelFacts::depends_on(std::size_t first, const Fact& fact) const {
  if (first == 0 || source_[first - 1] != ">") return false;
  const std::size_t open = source_.opening_angle(first - 1);
  for (std::size_t i = fact.at; open != kNone && i < fact.end; ++i) {
    for (std::size_t k = open + 1; k < first; ++k) {
      if (source_.is_identifier(i) && source_[i] == source_[k]) return true;
    }
  }
  return false;
}

std::size_t KernelFacts::count_parameters(std::size_t open) const {
  const std::size_t close = source_.closing(open);
  std::size_t count = close > open + 1 ? 1 : 0;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (source_[i] == ",") ++count;
    std::size_t end = source_.closing(i);
    if (source_.is_identifier(i - 1) && source_[i] == "<") end = source_.closing_angle(i);
    if (end != kNone && end < close) i = end;
  }
  return count;
}

std::string KernelFacts::parameter_names(std::size_t open) const {
  const std::size_t close = source_.closing(open);
  std::string names;
  std::string_view name;
  bool any_pointer = false;
  bool is_behind = false;  // the name: in a default argument, or in the extents of an array
  for (std::size_t i = open + 1; i < close; ++i) {
    if (source_[i] == "...") break;
    any_pointer |= source_[i] == "*" && !is_behind;
    if (source_[i] == ",") {
      names.append(name).append(",");
      name = {};
      is_behind = false;
    } else if (is_any_of(source_[i], {"=", "["})) {
      is_behind = true;
    } else if (source_.is_identifier(i) && !is_behind && i > open + 1 &&
               is_any_of(source_[i + 1], {",", "=", "[", ")"})) {
      name = source_[i];
    }
    std::size_t end = source_.closing(i);
    if (source_.is_identifier(i - 1) && source_[i] == "<") end = source_.closing_angle(i);
    if (end != kNone && end < close) i = end;
  }
  return any_pointer ? names.append(name) : "";
}

}  // namespace translator

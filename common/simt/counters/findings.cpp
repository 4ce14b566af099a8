#include "counters/findings.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/symbols.h"
#include "base/warning.h"

namespace simt {

std::string text_of(const Finding& finding, const void* site) {
  return finding.what + "\n  at      " + source_line(site) + "\n  advice  " + finding.advice + "\n";
}

void Findings::emit_warnings(const std::function<bool(std::uint64_t)>& counts) const {
  std::vector<decltype(warnings_)::const_pointer> sorted;
  for (const auto& warning : warnings_) {
    if (counts(warning.second.block)) sorted.push_back(&warning);
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return std::tuple(a->second.block, a->second.number) <
           std::tuple(b->second.block, b->second.number);
  });
  for (const auto* warning : sorted) {
    const auto& [kind, site] = warning->first;
    warn_once(kind.data(), site, [&] { return warning->second.text; });
  }
}

}  // namespace simt

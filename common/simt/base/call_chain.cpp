#include "base/call_chain.h"

#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/symbol_table.h"
#include "base/symbols.h"

// Defined by programs that simtcc has compiled with CCCL's headers.
extern "C" [[gnu::weak]] char simt_uses_cccl;

namespace simt {
namespace {

constexpr std::size_t kMostCalls = 8;

struct Walk {
  const void* from;  ///< what is inside of this is the runtime's; null: nothing is
  std::size_t most;
  CallChain found;
};

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* argument) {
  auto& walk = *static_cast<Walk*>(argument);
  const auto* const pc = reinterpret_cast<const void*>(_Unwind_GetIP(context));
  if (walk.found.empty() && walk.from != nullptr && pc != walk.from) return _URC_NO_REASON;
  walk.found.push_back(pc);
  return walk.found.size() < walk.most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

CallChain calls(const void* from, std::size_t most) {
  Walk walk{from, most, {}};
  _Unwind_Backtrace(take_frame, &walk);
  return walk.found;
}

/// @param pc of no function of the program
bool is_in_shared_runtime(const void* pc) {
  Dl_info its = {}, runtime = {};
  return dladdr(pc, &its) != 0 &&
         dladdr(reinterpret_cast<const void*>(&is_in_shared_runtime), &runtime) != 0 &&
         its.dli_fbase == runtime.dli_fbase;
}

/// In `thrust::`, `cub::`, `cuda::`, or in the runtime's own templates between these and the runtime.
bool is_in_library(const void* pc) {
  const ProgramSymbol* const function = function_at(pc);
  if (function == nullptr) return is_in_shared_runtime(pc);
  std::string_view name = function->name;
  name.remove_prefix(std::min(name.find_first_not_of("_ZNK"), name.size()));
  for (const std::string_view space : {"6thrust", "3cub", "4cuda", "4simt"}) {
    if (name.substr(0, space.size()) == space) return true;
  }
  return false;
}

/// With the calls that the compiler has put in place.
std::vector<std::string> lines_of(const CallChain& chain) {
  std::vector<std::string> lines;
  for (const void* const pc : chain) {
    if (function_at(pc) == nullptr) break;  // what has called main
    const std::string line = source_line(pc);
    if (!is_line(line)) break;
    lines.push_back(line);
    for (const std::string& caller : inlined_at(pc)) lines.push_back(caller);
  }
  return lines;
}

}  // namespace

bool is_line(const std::string& text) {
  return text.compare(0, 8, "address ") != 0 && text.back() != '?';
}

const void* user_site(const void* site) {
  constexpr std::size_t kDeepest = 64;
  if (&simt_uses_cccl == nullptr || !is_in_library(site)) return site;
  for (const void* const pc : calls(site, kDeepest)) {
    if (!is_in_library(pc)) return function_at(pc) != nullptr ? pc : site;
  }
  return site;
}

CallChain call_chain(const void* site) {
  CallChain chain = calls(site, kMostCalls);
  if (chain.empty()) chain.push_back(site);
  return chain;
}

std::string innermost_line() {
  for (const void* const pc : calls(nullptr, 64)) {
    if (function_at(pc) == nullptr) continue;
    if (std::string line = source_line(pc); is_line(line)) return line;
  }
  return {};
}

std::string distinguishing_line(const CallChain& chain, const std::vector<CallChain>& others) {
  const std::vector<std::string> lines = lines_of(chain);
  std::size_t distinguishing = 0;
  for (const CallChain& other : others) {
    if (other == chain) continue;
    const std::vector<std::string> its = lines_of(other);
    const auto differ = std::mismatch(lines.begin(), lines.end(), its.begin(), its.end()).first;
    const auto at = static_cast<std::size_t>(differ - lines.begin());
    if (at < lines.size()) distinguishing = std::max(distinguishing, at);
  }
  return distinguishing > 0 ? lines[distinguishing] : "";
}

}  // namespace simt

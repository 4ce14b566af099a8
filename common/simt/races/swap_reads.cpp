#include "races/swap_reads.h"

#include <algorithm>
#include <string>

#include "base/symbols.h"

namespace simt {
namespace {

std::string line_of(std::uint32_t pc) {
  return source_line(reinterpret_cast<const void*>(std::uintptr_t{pc}));
}

}  // namespace

void SwapReads::learn(const void* pc) {
  const auto site = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  if (!knows(site)) sites_.push_back(site);
}

void SwapReads::wait(const Race& race, std::uint32_t pc) {
  for (const Waiting& other : waiting_) {
    if (other.pc == pc) return;
  }
  waiting_.push_back({race, pc});
}

/// A function that is inlined in several places has its lines several times.
bool SwapReads::is_of_known_line(std::uint32_t pc) const {
  return std::any_of(sites_.begin(), sites_.end(),
                     [&](std::uint32_t site) { return line_of(site) == line_of(pc); });
}

bool SwapReads::judge(Race& race) {
  const auto wrong = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
    return !knows(one.pc) && !is_of_known_line(one.pc);
  });
  const bool is_race = wrong != waiting_.end();
  if (is_race) race = wrong->race;
  waiting_.clear();
  return is_race;
}

}  // namespace simt

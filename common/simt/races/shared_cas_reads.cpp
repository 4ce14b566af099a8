#include "races/shared_cas_reads.h"

#include <algorithm>
#include <string>

#include "base/symbols.h"

namespace simt {
namespace {

std::string line_of(std::uint32_t pc) {
  return source_line(reinterpret_cast<const void*>(std::uintptr_t{pc}));
}

}  // namespace

void SharedCasReads::add(const void* pc) {
  const auto site = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  if (!contains(site)) sites_.push_back(site);
}

void SharedCasReads::defer(const Race& race, std::uint32_t pc) {
  for (const Deferred& other : deferred_) {
    if (other.pc == pc) return;
  }
  deferred_.push_back({race, pc});
}

/// A function that is inlined in several places has its lines several times.
bool SharedCasReads::is_of_known_line(std::uint32_t pc) const {
  return std::any_of(sites_.begin(), sites_.end(),
                     [&](std::uint32_t site) { return line_of(site) == line_of(pc); });
}

bool SharedCasReads::find_race(Race& race) {
  const auto wrong = std::find_if(deferred_.begin(), deferred_.end(), [&](const Deferred& one) {
    return !contains(one.pc) && !is_of_known_line(one.pc);
  });
  const bool is_race = wrong != deferred_.end();
  if (is_race) race = wrong->race;
  deferred_.clear();
  return is_race;
}

}  // namespace simt

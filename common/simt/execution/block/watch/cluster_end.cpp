#include "execution/block/watch/cluster_end.h"

#include <algorithm>

namespace simt {

void ClusterEnd::use(const RemoteUse& use) {
  for (RemoteUse& known : uses_) {
    if (known.rank != use.rank) continue;
    if (use.arrived > known.arrived) known = use;
    return;
  }
  uses_.push_back(use);
}

void ClusterEnd::release(std::uintptr_t flag, unsigned rank) {
  const std::pair release(flag, rank);
  if (std::find(flags_.begin(), flags_.end(), release) == flags_.end()) flags_.push_back(release);
}

void ClusterEnd::find_releases(std::uintptr_t flag) {
  for (const auto& [address, rank] : flags_) {
    if (address == flag)
      std::erase_if(uses_, [r = rank](const auto& use) { return use.rank == r; });
  }
}

const RemoteUse* ClusterEnd::find_late(std::uint32_t passed) const {
  const auto late = std::find_if(uses_.begin(), uses_.end(),
                                 [&](const RemoteUse& use) { return use.arrived >= passed; });
  return late != uses_.end() ? &*late : nullptr;
}

}  // namespace simt

#include "execution/block/watch/cluster_start.h"

#include <bit>

namespace simt {

void ClusterStart::share(unsigned warp, std::uint32_t lanes) {
  Lane* const first = threads_.lanes + warp * kWarpLanes;
  bool any_knows = false;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    any_knows |= first[std::countr_zero(rest)].knows_cluster_started;
  }
  for (std::uint32_t rest = any_knows ? lanes : 0; rest != 0; rest &= rest - 1) {
    first[std::countr_zero(rest)].knows_cluster_started = true;
  }
}

}  // namespace simt

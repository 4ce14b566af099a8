#include "execution/block/watch/cluster_start.h"

#include "base/bits.h"

namespace simt {

void ClusterStart::share(unsigned warp, std::uint32_t lanes) {
  Lane* const first = threads_.lanes + warp * kWarpLanes;
  bool any_knows = false;
  for (const unsigned lane : set_bits(lanes)) any_knows |= first[lane].knows_cluster_started;
  for (const unsigned lane : set_bits(any_knows ? lanes : 0)) {
    first[lane].knows_cluster_started = true;
  }
}

}  // namespace simt

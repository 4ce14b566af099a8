#include "execution/block/cluster_start.h"

#include <bit>

namespace simt {

void ClusterStart::share(unsigned warp, std::uint32_t lanes) {
  Lane* const first = threads_.lanes + warp * kWarpLanes;
  bool met = false;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    met |= first[std::countr_zero(rest)].met;
  }
  for (std::uint32_t rest = met ? lanes : 0; rest != 0; rest &= rest - 1) {
    first[std::countr_zero(rest)].met = true;
  }
}

}  // namespace simt

// A check of one's own: rows of loads that begin at no multiple of 16 bytes, so that they cannot be float4.
#include <cstdint>
#include <string>

#include "counters/observer.h"

namespace {

/// The address at which a row begins; 0 if the lanes do not load neighbouring elements.
std::uint64_t row_of(const simt::WarpAccess& load) {
  const std::uint64_t first = load.addresses[0];
  for (unsigned i = 1; i < load.count; ++i) {
    if (load.addresses[i] != first + i * load.access().bytes()) return 0;
  }
  return load.count > 1 ? first : 0;
}

class MisalignedRows final : public simt::Observer {
 public:
  void access(const simt::WarpAccess& access) override {
    const simt::Access how = access.access();
    if (how.op() != simt::Op::kLoad || how.space() != simt::Space::kGlobal) return;
    const std::uint64_t row = row_of(access);
    if (row % 16 == 0) return;
    warn("misaligned row", access.pc(), [&] {
      return simt::Finding{"a warp loads a row of " + std::to_string(access.count * how.bytes()) +
                               " bytes that begins " + std::to_string(row % 16) +
                               " past a multiple of 16",
                           "aligned to 16 bytes, it could be loaded as float4"};
    });
  }
};

const simt::RegisterObserver<MisalignedRows> registered;

}  // namespace

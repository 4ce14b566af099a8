// A check that stops the program: a launch that does an atomic operation on global memory fails, and the report has the
// first block that does, whichever comes first in time.
#include <cstdint>
#include <string>

#include "counters/observer.h"

namespace {

class NoAtomics final : public simt::Observer {
 public:
  bool begin(const simt::ObservedBlock& block) override {
    block_ = block.number;
    return true;
  }
  void access(const simt::WarpAccess& access) override {
    const simt::Access how = access.access();
    if (how.op() != simt::Op::kAtomic || how.space() != simt::Space::kGlobal) return;
    const std::string block = std::to_string(block_);
    warn("atomic", access.pc(), [&] {
      return simt::Finding{"block " + block + " asks memory for an addition", "add in registers"};
    });
    fail(access.pc(), [&] {
      return simt::Finding{"an atomic operation by block " + block, "add up in the block first"};
    });
  }

 private:
  std::uint64_t block_ = 0;
};

const simt::RegisterObserver<NoAtomics> registered;

}  // namespace

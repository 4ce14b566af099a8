// The two paths of an access, for access_paths_test.cu, and what has been recorded of it.
#define __device__
#include "access_paths.h"
#undef __device__

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/device.h"
#include "counters/observer.h"
#include "execution/device_code/access.h"

namespace {

using simt::Op;

template <Op op>
void check(bool is_fast, unsigned bytes, void* at, const void* pc, void* frame) {
  if (!is_fast) return simt::access<op>(at, bytes, pc, frame);
  switch (bytes) {
    case 1:
      return simt::plain_access<op, 1>(at, pc, frame);
    case 2:
      return simt::plain_access<op, 2>(at, pc, frame);
    case 4:
      return simt::plain_access<op, 4>(at, pc, frame);
    case 8:
      return simt::plain_access<op, 8>(at, pc, frame);
    default:
      return simt::plain_access<op, 16>(at, pc, frame);
  }
}

std::mutex mutex;
std::string requests;

class Requests final : public simt::Observer {
 public:
  void access(const simt::WarpAccess& access) override {
    std::string line;
    const auto add = [&](const char* format, unsigned long long number) {
      char text[32];
      std::snprintf(text, sizeof text, format, number);
      line += text;
    };
    add("%016llx:", access.key);
    add(" warp %llu,", access.warp);
    add(" %llu units", access.units);
    for (unsigned i = 0; i < access.count; ++i) {
      add(", lane %llu", access.lane_of[i]);
      add(" at %llx", access.addresses[i] % 512);  // what is before it is another place each time
    }
    const std::lock_guard lock(mutex);
    requests += line + "\n";
  }
};
const simt::RegisterObserver<Requests> registered;

}  // namespace

void revive_device() { simt::current_device().sticky_error = cudaSuccess; }

std::string take_requests() {
  const std::lock_guard lock(mutex);
  return std::exchange(requests, "");
}

void access_by(bool is_fast, bool stores, unsigned bytes, void* at) {
  const void* const pc = __builtin_return_address(0);
  void* const frame = __builtin_dwarf_cfa();
  (stores ? check<Op::kStore> : check<Op::kLoad>)(is_fast, bytes, at, pc, frame);
  if (stores) std::memset(at, static_cast<int>(bytes), bytes);
}

// Most launches fail, as they should: a program that ignores that cannot end as usual.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::fflush(nullptr);
  std::_Exit(result);
}

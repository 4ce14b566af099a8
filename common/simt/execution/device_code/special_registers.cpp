#include "simt/special_registers.h"

#include <chrono>

#include "simt/math.h"

#include "base/device.h"
#include "execution/block/block.h"
#include "execution/grid/progress.h"

namespace simt::special_register {

unsigned linear_thread() { return device_code("a special register").threads().current; }

unsigned multiprocessors() {
  return static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
}

unsigned multiprocessor() {
  return device_code("a special register").residency().number % multiprocessors();
}

bool has_clusters() {
  const dim3& extent = device_code("a special register").config().cluster;
  return extent.x * extent.y * extent.z > 1;
}

unsigned long long grid() { return device_code("a special register").grid().family.number; }

unsigned dynamic_shared_bytes() {
  return static_cast<unsigned>(device_code("a special register").config().shared_bytes);
}

unsigned shared_bytes() {
  return dynamic_shared_bytes() +
         static_cast<unsigned>(current_block()->cluster().shared().static_bytes());
}

}  // namespace simt::special_register

namespace simt {

long long nanoseconds() {
  static const auto start = std::chrono::steady_clock::now();
  ++worker().clock_reads;
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

namespace {
bool& carry() {
  BlockThreads& threads = device_code("a carry").threads();
  return threads.carry[threads.current];
}
}  // namespace

bool carry_flag() { return carry(); }

void keep_carry_flag(bool flag) { carry() = flag; }

}  // namespace simt

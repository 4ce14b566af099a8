#include "simt/special_registers.h"

#include "base/device.h"
#include "execution/block/block.h"
#include "execution/block/multiprocessor.h"

namespace simt::special_register {

unsigned linear_thread() { return device_code("a special register").current_thread(); }

unsigned multiprocessors() {
  return static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount));
}

unsigned multiprocessor() {
  return device_code("a special register").multiprocessor().number % multiprocessors();
}

}  // namespace simt::special_register

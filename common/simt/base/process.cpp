#include "base/process.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace simt {
namespace {

constinit Process the_process;
static_assert(std::is_trivially_destructible_v<Process>);

}  // namespace

Process& process() { return the_process; }

void end_process(int code) {
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace simt

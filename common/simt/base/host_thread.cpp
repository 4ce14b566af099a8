#include "base/host_thread.h"

namespace simt {
namespace {

constinit thread_local HostThread this_thread;

}  // namespace

HostThread& host_thread() { return this_thread; }

}  // namespace simt

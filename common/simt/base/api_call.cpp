#include "base/api_call.h"

#include "base/call_chain.h"
#include "base/host_thread.h"
#include "base/worker.h"

namespace simt {

ApiCall::ApiCall(const char* function, const void* site, const void* frame)
    : is_outermost_(current().site == nullptr) {
  if (RunningKernel* const kernel = worker().running_kernel) {
    kernel->refuse_host_function(function, site);
  }
  if (is_outermost_) host_thread().call = {function, user_site(site), frame};
}
ApiCall::~ApiCall() {
  if (is_outermost_) host_thread().call = {};
}
const CallSite& ApiCall::current() { return host_thread().call; }

}  // namespace simt

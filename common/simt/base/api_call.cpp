#include "base/api_call.h"

#include "base/call_chain.h"
#include "base/running_kernel.h"

namespace simt {
namespace {

thread_local CallSite current_call;

}  // namespace

ApiCall::ApiCall(const char* function, const void* site, const void* frame)
    : is_outermost_(current_call.site == nullptr) {
  if (running_kernel != nullptr) running_kernel->refuse_host_function(function, site);
  if (is_outermost_) current_call = {function, users_site(site), frame};
}
ApiCall::~ApiCall() {
  if (is_outermost_) current_call = {};
}
const CallSite& ApiCall::current() { return current_call; }

}  // namespace simt

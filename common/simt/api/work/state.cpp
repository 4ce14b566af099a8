#include "api/work/state.h"

#include "base/process.h"

namespace simt {

State& state() { return process().part<State>(); }

}  // namespace simt

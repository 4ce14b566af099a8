#include "base/worker.h"

namespace simt {

__thread Worker this_worker;

}  // namespace simt

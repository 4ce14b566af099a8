// What stops a program in WebAssembly is a trap, and JavaScript that notices it.
#include "execution/workers/crash.h"

#include <cstdio>
#include <string>

#include "base/process.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/reports/report.h"
#include "wasm/platform.h"

namespace simt {

void use_crash_stack() {}

}  // namespace simt

/// The running code has trapped, and nobody continues it. @param is_division an integer was divided by zero
extern "C" __attribute__((export_name("simt_trapped"))) void simt_trapped(bool is_division) {
  using namespace simt;
  const char* const what =
      is_division
          ? "integer division by zero, or a quotient that does not fit (the smallest number by -1)"
          : "uses an address at which there is no memory, or stops itself";
  if (const Block* const block = current_block()) {
    worker().recorder.cursor = nullptr;
    const KernelError error =
        error_report(cudaErrorIllegalAddress, what, simt_site, block->here(),
                     is_division ? "compare the divisor with 0 before the division: a GPU does not "
                                   "stop there, its quotient is some "
                                   "number"
                                 : "look for an index or a pointer that leaves a local variable, "
                                   "and for what leads to an abort()");
    std::fputs(error.report.c_str(), stderr);
  } else {
    const std::string line = source_line(simt_site);
    std::fprintf(stderr, "simt: host code %s\n  at      %s\n", what, line.c_str());
  }
  end_process(1);
}

#include "execution/reports/report.h"

#include <utility>

#include "base/symbols.h"
#include "execution/grid/grid.h"

namespace simt {

std::string block_text(const uint3& block) { return "block " + triple(block.x, block.y, block.z); }

std::string thread_text(const ThreadPlace& place) {
  if (place.launch.is_tile) return block_text(place.block);
  return "thread " + triple(place.thread.x, place.thread.y, place.thread.z) + " of " +
         block_text(place.block);
}

std::string verb_of(Op op) {
  return op == Op::kLoad ? "read of " : op == Op::kStore ? "write of " : "atomic on ";
}

KernelError complete_report(cudaError_t code, std::string text, const LaunchConfig& launch) {
  return {code, std::move(text) + kernel_text(launch)};
}

KernelError error_report(cudaError_t code, std::string_view what, const std::string& site,
                         const ThreadPlace& by, std::string_view advice) {
  return complete_report(code,
                         "simt: " + std::string(what) + "\n  at      " + site + "\n  by      " +
                             thread_text(by) + "\n  advice  " + std::string(advice) + "\n",
                         by.launch);
}

KernelError error_report(cudaError_t code, std::string_view what, const void* site,
                         const ThreadPlace& by, std::string_view advice) {
  return error_report(code, what, source_line(site), by, advice);
}

KernelError assertion_report(const char* expression, const char* file, unsigned line,
                             const char* function, const ThreadPlace& by) {
  const auto bracketed = [](const uint3& v) {
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
  };
  return complete_report(cudaErrorAssert,
                         std::string(file) + ":" + std::to_string(line) + ": " + function +
                             ": block: " + bracketed(by.block) + ", thread: " +
                             bracketed(by.thread) + " Assertion `" + expression + "` failed.\n",
                         by.launch);
}

}  // namespace simt

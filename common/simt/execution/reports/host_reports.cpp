#include "execution/reports/host_reports.h"

#include <cstdio>
#include <string>

#include "base/call_chain.h"
#include "base/process.h"
#include "base/static_memory.h"
#include "base/symbols.h"
#include "memory/whereabouts.h"

namespace simt {

void called_from_host(const char* function) {
  std::fprintf(stderr, "simt: %s was called from host code; it exists in kernels only\n", function);
  end_process(1);
}

void host_dereferenced_device_memory(const void* pc) {
  const void* const user = user_site(pc);
  std::string line = source_line(pc), advice = "copy it with cudaMemcpy";
  if (user != pc) {
    line = source_line(user) + ", inside of " + line;
    advice =
        "an algorithm of thrust runs on the host if it gets plain pointers: give it thrust::device "
        "as its first argument, or thrust::device_pointer_cast(pointer)";
  }
  std::fprintf(stderr,
               "simt: host code reads or writes device memory\n  at      %s\n  advice  %s; on a "
               "GPU this is a "
               "segmentation fault\n",
               line.c_str(), advice.c_str());
  end_process(1);
}

void host_used_device_variable(std::uintptr_t address, const void* pc) {
  const bool constant = classify_static(address) == StaticMemory::kConstant;
  std::fprintf(
      stderr,
      "simt: host code reads or writes a %s variable\n  at      %s\n  advice  copy it with "
      "cudaMemcpyToSymbol or cudaMemcpyFromSymbol; on a GPU its name stands for another "
      "variable in host code, which no kernel sees\n",
      constant ? "__constant__" : "__device__", source_line(pc).c_str());
  end_process(1);
}

void host_released_device_memory(const void* pointer, const char* function, const void* pc) {
  std::fprintf(
      stderr,
      "simt: host code calls %s of %s\n  at      %s\n  advice  what cudaMalloc has given takes "
      "cudaFree; what a kernel has allocated, only a kernel can free\n",
      function, describe_unreleasable(pointer).c_str(), source_line(pc).c_str());
  end_process(1);
}

void host_left_allocation(std::uintptr_t address, const void* pc) {
  std::string advice = "compare the index with the number of elements before the access";
  const auto [memory, where] = describe_global(address, &advice);
  std::fprintf(stderr,
               "simt: host code reads or writes %s out of bounds, %s\n  at      %s\n  advice  %s\n",
               memory, where.c_str(), source_line(pc).c_str(), advice.c_str());
  end_process(1);
}

void host_left_variable(std::uintptr_t address, std::size_t bytes, const void* pc) {
  const std::string where = next_to_variable(reinterpret_cast<const void*>(address), bytes);
  std::fprintf(
      stderr,
      "simt: host code reads or writes out of bounds, %s\n  at      %s\n  advice  compare the "
      "index with the number of elements before the access\n",
      where.c_str(), source_line(pc).c_str());
  end_process(1);
}

}  // namespace simt

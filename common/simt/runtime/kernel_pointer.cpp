// Launches by a pointer and an array of arguments.
#include <cstdio>
#include <map>
#include <mutex>
#include <string>

#include "../analysis/symbols.h"
#include "error.h"
#include "graph_nodes.h"
#include "grid.h"

namespace simt {
namespace {

std::mutex mutex;
std::map<const void*, const KernelType*>& kernels() {
  static auto* instance = new std::map<const void*, const KernelType*>;
  return *instance;
}

/// A name that lives as long as the program.
const char* name_of(const void* kernel) {
  static auto* names = new std::map<const void*, std::string>;
  const std::lock_guard lock(mutex);
  auto [it, is_new] = names->try_emplace(kernel);
  if (is_new) it->second = function_name(kernel);
  return it->second.c_str();
}

}  // namespace

void note_kernel(const void* kernel, const KernelType* type) {
  const std::lock_guard lock(mutex);
  kernels()[kernel] = type;
}

cudaError_t make_kernel_work(const cudaKernelNodeParams& p, cudaStream_t stream, const char* file,
                             int line, KernelWork& work) {
  if (p.func == nullptr || function_start(p.func) != p.func) return cudaErrorInvalidDeviceFunction;
  if (p.extra != nullptr) return cudaErrorNotSupported;
  const KernelType* type = nullptr;
  {
    const std::lock_guard lock(mutex);
    const auto it = kernels().find(p.func);
    if (it != kernels().end()) type = it->second;
  }
  if (type == nullptr) {
    std::fprintf(stderr,
                 "simt: the types of the parameters of %s are not known\n  at      %s:%d\n"
                 "  advice  cast the kernel itself, (void*)kernel, not a pointer to it\n",
                 name_of(p.func), readable_path(file).c_str(), line);
    return cudaErrorNotSupported;
  }
  if (type->parameters > 0 && p.kernelParams == nullptr) return cudaErrorInvalidValue;
  work.arguments = std::make_shared<std::vector<void*>>(type->parameters);
  work.call = share(type->make_call(p.func, p.kernelParams, work.arguments->data()));
  work.config = {name_of(p.func), file, line, p.gridDim, p.blockDim, p.sharedMemBytes, stream};
  work.parameters = p;
  work.parameters.kernelParams = work.arguments->data();
  return check_launch(work.config, work.call.get());
}

}  // namespace simt

using simt::result;

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream, const char* file,
                             int line) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  simt::KernelWork work;
  const cudaKernelNodeParams parameters{const_cast<void*>(kernel),           grid,      block,
                                        static_cast<unsigned>(shared_bytes), arguments, nullptr};
  if (const cudaError_t error = simt::make_kernel_work(parameters, stream, file, line, work)) {
    return result(error);
  }
  simt::submit_launch(std::move(work));
  return cudaSuccess;
}

// Launches by a pointer and an array of arguments.
#include <cstdio>
#include <map>
#include <mutex>
#include <string>

#include "api/launch/launch.h"
#include "api/streams/stream.h"
#include "base/error.h"
#include "base/process.h"
#include "base/symbols.h"

namespace simt {
namespace {

struct KnownKernels {
  std::mutex mutex;
  std::map<const void*, const KernelType*> types;
  std::map<const void*, std::string> names;
};
KnownKernels& kernels() { return process().part<KnownKernels>(); }

}  // namespace

const char* kernel_name(const void* kernel) {
  const std::lock_guard lock(kernels().mutex);
  auto [it, is_new] = kernels().names.try_emplace(kernel);
  if (is_new) it->second = function_name(kernel);
  return it->second.c_str();
}

cudaError_t find_kernel_type(const void* kernel, const std::function<std::string()>& line,
                             const KernelType** type) {
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  if (function_start(kernel) != kernel) return cudaErrorInvalidResourceHandle;
  {
    const auto& types = kernels().types;
    const std::lock_guard lock(kernels().mutex);
    const auto it = types.find(kernel);
    if (it != types.end()) {
      *type = it->second;
      return cudaSuccess;
    }
  }
  std::fprintf(stderr,
               "simt: the types of the parameters of %s are not known\n  at      %s\n"
               "  advice  cast the kernel itself, (void*)kernel, not a pointer to it\n",
               kernel_name(kernel), line().c_str());
  return cudaErrorNotSupported;
}

void note_kernel(const void* kernel, const KernelType* type) {
  const std::lock_guard lock(kernels().mutex);
  kernels().types[kernel] = type;
}

cudaError_t make_kernel_work(const cudaKernelNodeParams& p, cudaStream_t stream, const char* file,
                             int line, KernelWork& work) {
  const KernelType* type = nullptr;
  if (const cudaError_t error = find_kernel_type(
          p.func, [&] { return readable_path(file) + ":" + std::to_string(line); }, &type)) {
    return error;
  }
  if (p.extra != nullptr) return cudaErrorNotSupported;
  if (type->parameters > 0 && p.kernelParams == nullptr) return cudaErrorInvalidValue;
  work.arguments = std::make_shared<std::vector<void*>>(type->parameters);
  work.call = share(type->make_call(p.func, p.kernelParams, work.arguments->data()));
  work.config = {kernel_name(p.func), file, line, p.gridDim, p.blockDim, p.sharedMemBytes, stream};
  work.config.kernel = p.func;
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
  return simt::launch_checked(std::move(work));
}

/// @file
/// Kernels that are launched by a pointer and an array of arguments: cudaLaunchKernel, kernel nodes
/// of graphs. The pointer's type says what the arguments are; where it is cast to `void*`, the
/// translator has the type noted down first.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "driver_types.h"
#include "simt/launch.h"
#include "simt/uncounted.h"
#include "vector_types.h"

namespace simt {

/// What the runtime needs to call a kernel whose parameter types it does not know.
struct KernelType {
  std::size_t parameters;
  /// Copies the arguments into a call. @param places receives where the copies are.
  KernelCall* (*make_call)(const void* kernel, void** arguments, void** places);
};
/// Remembers the type of the kernel at `kernel`.
void note_kernel(const void* kernel, const KernelType* type);

namespace detail {

/// What the launch keeps of an argument.
template <class Parameter>
using Kept =
    std::conditional_t<std::is_reference_v<Parameter>,
                       Reference<std::remove_reference_t<Parameter>>, std::decay_t<Parameter>>;

/// A call of `kernel` with copies of the arguments' bytes.
template <class... Parameters>
SIMT_UNCOUNTED auto* make_call(void (*kernel)(Parameters...),
                               const Kept<Parameters>&... arguments) {
  auto body = [kernel](auto&... values)
                  SIMT_UNCOUNTED { kernel(argument(values)...), after_kernel(values...); };
  return new BoundCall<std::index_sequence_for<Parameters...>, decltype(body), Kept<Parameters>...>(
      std::move(body), arguments...);
}
template <class Indices, class... Parameters>
struct TypedCall;
template <std::size_t... I, class... Parameters>
struct TypedCall<std::index_sequence<I...>, Parameters...> {
  SIMT_UNCOUNTED static KernelCall* make(const void* kernel, [[maybe_unused]] void** arguments,
                                         [[maybe_unused]] void** places) {
    const auto function = reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(kernel));
    auto* call = make_call(function, *static_cast<Kept<Parameters>*>(arguments[I])...);
    ((places[I] = static_cast<Argument<I, Kept<Parameters>>&>(*call).bytes), ...);
    return call;
  }
};

template <class... Parameters>
inline constexpr KernelType kKernelType = {
    sizeof...(Parameters), &TypedCall<std::index_sequence_for<Parameters...>, Parameters...>::make};

}  // namespace detail

/// The kernel itself; its type is remembered. What is no kernel is only passed on.
template <class... Parameters>
auto note(void (*kernel)(Parameters...)) {
  note_kernel(reinterpret_cast<const void*>(kernel), &detail::kKernelType<Parameters...>);
  return kernel;
}
template <class T>
T&& note(T&& other) {
  return static_cast<T&&>(other);
}

}  // namespace simt

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE());
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(simt::note(kernel)), grid, block, arguments,
                          shared_bytes, stream, file, line);
}
inline cudaError_t cudaLaunchKernel(void* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                    const char* file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
  return cudaLaunchKernel(static_cast<const void*>(kernel), grid, block, arguments, shared_bytes,
                          stream, file, line);
}

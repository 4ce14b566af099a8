/// @file
/// What the translator turns `kernel<<<grid, block, shared, stream>>>(args)` into.
///
/// The arguments are evaluated and copied once, at the launch; every CUDA thread then gets its own
/// copy, as a kernel's parameters are by value. Nothing here is instrumented: the accesses that
/// belong to the launch machinery are not the kernel's.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "driver_types.h"
#include "simt/uncounted.h"
#include "vector_types.h"

namespace simt {

struct Event;

/// A literal 0 or NULL among a kernel's arguments: an integer or a null pointer, whichever fits.
struct Zero {
  SIMT_UNCOUNTED constexpr operator int() const { return 0; }
  template <class T>
  SIMT_UNCOUNTED constexpr operator T*() const {
    return nullptr;
  }
};

/// The arguments of one launch and the call that uses them, as the runtime sees them.
struct KernelCall {
  void (*call)(const KernelCall*);     ///< runs the kernel once, as the current CUDA thread
  void (*destroy)(const KernelCall*);  ///< frees the copies
  std::size_t size;                    ///< bytes of this object: accesses to it are parameters
  /// Whether `test` is true of an argument that is a pointer.
  bool (*any_pointer)(const KernelCall*, bool (*test)(const volatile void*));
};

/// Where and how a kernel is launched.
struct LaunchConfig {
  const char* name;  ///< the callee as written, `k<float>`
  const char* file;  ///< null: `site` says where
  int line;
  dim3 grid, block;
  std::size_t shared_bytes = 0;  ///< dynamic shared memory per block
  cudaStream_t stream = nullptr;
  dim3 cluster = {1, 1, 1};
  bool cluster_is_set = false;  ///< at the launch, not by the kernel's `__cluster_dims__`
  bool cooperative = false;
  int priority = 0;  ///< a smaller one goes first
  bool priority_is_set = false;
  const void* site = nullptr;
  const void* kernel = nullptr;  ///< its address, where the launch knows it
};

/// Validates the configuration, and queues the call (and owns it); the error CUDA would give. In a
/// kernel it launches a grid of the running one.
cudaError_t enqueue(const LaunchConfig& config, KernelCall* call);

/// For launches from a kernel, whose own making is no part of it: stops and starts recording.
Event* stop_recording();
void start_recording(Event* cursor);

namespace detail {

template <std::size_t, class T>
struct Argument {
  T value;
};

template <class Indices, class Body, class... Args>
struct BoundCall;

template <std::size_t... I, class Body, class... Args>
struct BoundCall<std::index_sequence<I...>, Body, Args...> : KernelCall, Argument<I, Args>... {
  mutable Body body;

  SIMT_UNCOUNTED BoundCall(Body&& b, Args&&... args)
      : KernelCall{&invoke, &destroy_this, sizeof(BoundCall), &test_pointers},
        Argument<I, Args>{std::move(args)}...,
        body(std::move(b)) {}

  SIMT_UNCOUNTED static void invoke(const KernelCall* base) {
    auto* self = const_cast<BoundCall*>(static_cast<const BoundCall*>(base));
    self->body(static_cast<Argument<I, Args>&>(*self).value...);
  }
  template <class T>
  SIMT_UNCOUNTED static bool test_argument(const T& value, bool (*test)(const volatile void*)) {
    if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>) {
      return test(value);
    }
    return false;
  }
  SIMT_UNCOUNTED static bool test_pointers(const KernelCall* base,
                                           bool (*test)(const volatile void*)) {
    [[maybe_unused]] const auto* self = static_cast<const BoundCall*>(base);
    return (test_argument(static_cast<const Argument<I, Args>&>(*self).value, test) || ...);
  }
  SIMT_UNCOUNTED static void destroy_this(const KernelCall* base) {
    delete static_cast<const BoundCall*>(base);
  }
};

template <class T>
using ZeroAsInt = std::conditional_t<std::is_same_v<T, Zero>, int, T>;

}  // namespace detail

/// A launch that has its configuration and waits for its arguments.
class Launch {
 public:
  SIMT_UNCOUNTED explicit Launch(const LaunchConfig& config) : config_(config) {}

  template <class Body, class... Args>
  SIMT_UNCOUNTED void run(Body body, Args&&... args) const {
    using Call = detail::BoundCall<std::index_sequence_for<Args...>, Body, std::decay_t<Args>...>;
    Event* const cursor = stop_recording();
    enqueue(config_, new Call(std::move(body), std::decay_t<Args>(std::forward<Args>(args))...));
    start_recording(cursor);
  }

  /// As `run`, where an argument is a `Zero`: an int if the kernel takes one there (this keeps
  /// template deduction as CUDA has it), else a null pointer.
  template <class Body, class Probe, class... Args>
  SIMT_UNCOUNTED void run_with_zero(Body body, Probe, Args&&... args) const {
    if constexpr (std::is_invocable_v<Probe, detail::ZeroAsInt<std::decay_t<Args>>&...>) {
      run(std::move(body), detail::ZeroAsInt<std::decay_t<Args>>(std::forward<Args>(args))...);
    } else {
      run(std::move(body), std::forward<Args>(args)...);
    }
  }

 private:
  LaunchConfig config_;
};

SIMT_UNCOUNTED inline Launch launch(const char* name, const char* file, int line, dim3 grid,
                                    dim3 block, std::size_t shared_bytes = 0,
                                    cudaStream_t stream = nullptr) {
  return Launch({name, file, line, grid, block, shared_bytes, stream});
}

}  // namespace simt

/// @file
/// What the translator turns `kernel<<<grid, block, shared, stream>>>(args)` into.
///
/// The arguments are evaluated and copied once, at the launch; every CUDA thread then gets its own
/// copy, as a kernel's parameters are by value. Nothing here is instrumented: the accesses that
/// belong to the launch machinery are not the kernel's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "driver_types.h"
#include "simt/elements.h"
#include "simt/reference_parameters.h"
#include "simt/uncounted.h"
#include "vector_types.h"

namespace simt {

struct TraceEvent;

/// A literal 0 or NULL among a kernel's arguments: an integer or a null pointer, whichever fits.
struct Zero {
  SIMT_UNCOUNTED constexpr operator int() const { return 0; }
  template <class T>
  SIMT_UNCOUNTED constexpr operator T*() const {
    return nullptr;
  }
};

/// The type of a kernel's parameter, for an argument that has none: `{1, 2}`.
template <std::size_t Index, class Kernel>
struct ParameterTypes;
template <class First, class... Rest>
struct ParameterTypes<0, void(First, Rest...)> {
  using Type = First;
};
template <std::size_t Index, class First, class... Rest>
struct ParameterTypes<Index, void(First, Rest...)> : ParameterTypes<Index - 1, void(Rest...)> {};
template <std::size_t Index, class... Parameters>
struct ParameterTypes<Index, void(Parameters...) noexcept>
    : ParameterTypes<Index, void(Parameters...)> {};
template <std::size_t Index, class Kernel>
using ParameterOf = std::remove_cv_t<std::remove_reference_t<
    typename ParameterTypes<Index, std::remove_pointer_t<std::remove_reference_t<Kernel>>>::Type>>;

/// What looks at the pointers among a kernel's arguments. @param context the visitor's own.
/// @param position among all arguments, from 0.
using PointerVisitor = void (*)(void* context, const volatile void* pointer, Elements elements,
                                std::size_t position);

/// The arguments of one launch and the call that uses them, as the runtime sees them.
struct KernelCall {
  void (*call)(const KernelCall*);     ///< runs the kernel once, as the current CUDA thread
  void (*destroy)(const KernelCall*);  ///< frees the copies
  std::size_t size;                    ///< bytes of this object: accesses to it are parameters
  void (*visit_pointers)(const KernelCall*, PointerVisitor visit, void* context);
};

/// Where and how a kernel is launched.
struct LaunchConfig {
  const char* name;  ///< the callee as written, `k<float>`; empty: the kernel's own
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
  bool is_tile = false;  ///< of a tile kernel: known when the launch has been checked
  const void* site = nullptr;
  const void* kernel = nullptr;  ///< its address, where the launch knows it
};

/// Validates the configuration, and queues the call (and owns it); the error CUDA would give. In a
/// kernel it launches a grid of the running one.
cudaError_t enqueue(const LaunchConfig& config, KernelCall* call);

/// For launches from a kernel, whose own making is no part of it: stops and starts recording.
TraceEvent* stop_recording();
void start_recording(TraceEvent* cursor);

/// Ends the running CUDA thread, whose kernel has returned, without a look at what its callers still
/// have to do.
[[noreturn]] void end_thread();

namespace detail {

/// Whether a kernel would call code of the type's own for a parameter. CUDA copies the bytes.
template <class T>
inline constexpr bool kHasOwnCopies =
    !std::is_trivially_destructible_v<T> ||
    !(std::is_trivially_copy_constructible_v<T> || std::is_trivially_copyable_v<T>);

/// The bytes of a `T`; as a result it comes back as a `T` with copies of its own does: in memory of
/// the caller.
template <class T>
struct Bytes {
  alignas(T) unsigned char bytes[sizeof(T)];

  SIMT_UNCOUNTED explicit Bytes(const void* from) { (__builtin_memcpy)(bytes, from, sizeof(T)); }
  SIMT_UNCOUNTED Bytes(const Bytes& other) : Bytes(other.bytes) {}
  SIMT_UNCOUNTED ~Bytes() {}
};
template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED Bytes<T> bytes_of(const T& value) {
  return Bytes<T>(__builtin_addressof(value));
}

}  // namespace detail

/// The argument `value` for a call of the kernel by one thread.
template <class T>
[[gnu::always_inline]] SIMT_UNCOUNTED inline decltype(auto) argument(T& value) {
  if constexpr (detail::kHasOwnCopies<T>) {
    auto copy = reinterpret_cast<void*>(&detail::bytes_of<T>);
    asm("" : "+r"(copy));  // no constructor: not for the compiler to see what it is
    return reinterpret_cast<T (*)(const T&)>(copy)(value);
  } else if constexpr (!std::is_copy_constructible_v<T> && std::is_trivially_copyable_v<T>) {
    return __builtin_bit_cast(T, value);
  } else {
    return (value);
  }
}

template <class T>
[[gnu::always_inline]] SIMT_UNCOUNTED inline T& argument(Reference<T>& value) {
  return *value.object;
}

/// Behind the call of the kernel, in the same expression: no argument is destroyed.
template <class... Args>
[[gnu::always_inline]] SIMT_UNCOUNTED inline void after_kernel(const Args&...) {
  if constexpr ((detail::kHasOwnCopies<Args> || ...)) end_thread();
}

namespace detail {

/// The copy of an argument that the threads read: bytes, which are never destroyed.
template <std::size_t, class T>
struct Argument {
  alignas(T) unsigned char bytes[sizeof(T)];

  SIMT_UNCOUNTED explicit Argument(const T& value) {
    (__builtin_memcpy)(bytes, __builtin_addressof(value), sizeof(T));
  }
  SIMT_UNCOUNTED T& value() { return *reinterpret_cast<T*>(bytes); }
};

template <class Indices, class Body, class... Args>
struct BoundCall;

template <std::size_t... I, class Body, class... Args>
struct BoundCall<std::index_sequence<I...>, Body, Args...> : KernelCall, Argument<I, Args>... {
  mutable Body body;

  SIMT_UNCOUNTED BoundCall(Body&& b, const Args&... args)
      : KernelCall{&invoke, &destroy_this, sizeof(BoundCall), &visit},
        Argument<I, Args>(args)...,
        body(std::move(b)) {}

  SIMT_UNCOUNTED static void invoke(const KernelCall* base) {
    auto* self = const_cast<BoundCall*>(static_cast<const BoundCall*>(base));
    self->body(static_cast<Argument<I, Args>&>(*self).value()...);
  }
  template <std::size_t Position, class T>
  SIMT_UNCOUNTED static void visit_argument([[maybe_unused]] const T& value,
                                            [[maybe_unused]] PointerVisitor visitor,
                                            [[maybe_unused]] void* context) {
    if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>) {
      visitor(context, value, elements_of<std::remove_pointer_t<T>>(), Position);
    }
  }
  template <std::size_t Position, class T>
  SIMT_UNCOUNTED static void visit_argument(const Reference<T>& value, PointerVisitor visitor,
                                            void* context) {
    visitor(context, value.object, elements_of<std::remove_all_extents_t<T>>(), Position);
  }
  SIMT_UNCOUNTED static void visit(const KernelCall* base, [[maybe_unused]] PointerVisitor visitor,
                                   [[maybe_unused]] void* context) {
    [[maybe_unused]] auto* self = const_cast<BoundCall*>(static_cast<const BoundCall*>(base));
    (visit_argument<I>(static_cast<Argument<I, Args>&>(*self).value(), visitor, context), ...);
  }
  SIMT_UNCOUNTED static void destroy_this(const KernelCall* base) {
    delete static_cast<const BoundCall*>(base);
  }
};

template <class T>
using ZeroAsInt = std::conditional_t<std::is_same_v<T, Zero>, int, T>;

/// Fits a parameter of type `T`, and none that a `T` would have to be converted to.
template <class T>
struct Exactly {
  operator T&() const;
};
template <class T>
using OwnAsExactly = std::conditional_t<kHasOwnCopies<T>, Exactly<T>, T>;

/// Is this a class of the C++ library that has memory, or other things, of the host?
template <class T>
SIMT_CONSTEVAL bool is_of_library() {
  if constexpr (kHasOwnCopies<T>) {
    const char* name = __PRETTY_FUNCTION__;  // … [with T = std::vector<int>]
    while (*name != '=') ++name;
    for (const char* expected = "= std::"; *expected; ++expected, ++name) {
      if (*name != *expected) return false;
    }
    return true;
  }
  return false;
}
template <class... Args>
inline constexpr bool kHaveLibraryClass = (is_of_library<std::decay_t<Args>>() || ...);

/// Whether all arguments that have copies of their own are of the parameters' types.
template <class Probe, class... Args>
SIMT_CONSTEVAL bool fit_parameters() {
  if constexpr ((kHasOwnCopies<Args> || ...)) {
    return std::is_invocable_v<const Probe&, OwnAsExactly<Args>&...>;
  }
  return true;
}

}  // namespace detail

/// A launch that has its configuration and waits for its arguments.
///
/// As with nvcc, the arguments become parameters of a host function, which are destroyed behind the
/// launch; the kernel gets their bytes.
class Launch {
 public:
  SIMT_UNCOUNTED explicit Launch(const LaunchConfig& config) : config_(config) {}

  /// @param body calls the kernel
  /// @param probe can be called with what fits its parameters. A `Zero` among the arguments is an int if the kernel
  /// takes one there (this keeps template deduction as CUDA has it), else a null pointer.
  template <
      class Body, class Probe, class... Args,
      std::enable_if_t<
          detail::fit_parameters<Probe, Args...>() && !detail::kHaveLibraryClass<Args...>, int> = 0>
  SIMT_UNCOUNTED void run(Body body, [[maybe_unused]] Probe probe, Args... args) const {
    if constexpr ((std::is_same_v<Args, Zero> || ...)) {
      if constexpr (std::is_invocable_v<Probe, detail::ZeroAsInt<Args>&...>) {
        bind(std::move(body), static_cast<const detail::ZeroAsInt<Args>&>(args)...);
        return;
      }
    }
    bind(std::move(body), args...);
  }

  /// Where an argument is converted to what the kernel takes: that happens in each thread, to the
  /// argument's bytes, so it is not copied here.
  template <class Body, class Probe, class... Args,
            std::enable_if_t<!detail::fit_parameters<Probe, std::decay_t<Args>...>() &&
                                 !detail::kHaveLibraryClass<Args...>,
                             int> = 0>
  SIMT_UNCOUNTED void run(Body body, Probe, Args&&... args) const {
    bind(std::move(body), static_cast<const std::decay_t<Args>&>(args)...);
  }

  /// nvcc takes these without a word. simtcc makes a warning of this one.
  template <class Body, class Probe, class... Args,
            std::enable_if_t<detail::kHaveLibraryClass<Args...>, int> = 0>
  [[deprecated(
      "simt: an argument of this launch is a class of the C++ library, like std::string "
      "or std::vector: the kernel gets its bytes, and what they point to is memory of "
      "the host. Copy the elements to device memory, and pass a pointer")]] SIMT_UNCOUNTED void
  run(Body body, Probe, Args&&... args) const {
    bind(std::move(body), static_cast<const std::decay_t<Args>&>(args)...);
  }

  /// Of kernels that may have parameters by reference. @param Known those that are, a bit each
  template <std::uint64_t Known, class Body, class Probe, class... Args>
  SIMT_UNCOUNTED void run_by_reference(Body body, Probe probe, Args&&... args) const {
    run_some_by_reference<Known>(std::index_sequence_for<Args...>(), std::move(body),
                                 std::move(probe), std::forward<Args>(args)...);
  }

 private:
  template <std::uint64_t Known, std::size_t... I, class Body, class Probe, class... Args>
  SIMT_UNCOUNTED void run_some_by_reference(std::index_sequence<I...> indices, Body body,
                                            Probe probe, Args&&... args) const {
    constexpr bool is_reference[] = {
        (Known >> I & 1) != 0 ||
            detail::TakesReference<Probe, I, decltype(indices),
                                   std::remove_reference_t<Args>...>::value()...,
        false};
    if constexpr ((is_reference[I] || ...)) {
      bind(std::move(body), parameter<is_reference[I]>(std::forward<Args>(args))...);
    } else {
      run(std::move(body), std::move(probe), std::forward<Args>(args)...);
    }
  }
  /// What the launch keeps of an argument; a copy lives as long as the launch's expression.
  template <bool IsReference, class T>
  SIMT_UNCOUNTED static auto parameter(T&& value) {
    if constexpr (IsReference) {
      return Reference<std::remove_reference_t<T>>{__builtin_addressof(value)};
    } else {
      return std::decay_t<T>(std::forward<T>(value));
    }
  }

  template <class Body, class... Args>
  SIMT_UNCOUNTED void bind(Body body, const Args&... args) const {
    static_assert((sizeof(Args) + ... + 0) <= 32764,
                  "a kernel's parameters have up to 32,764 bytes: copy what is larger to device "
                  "memory, and pass a pointer");
    TraceEvent* const cursor = stop_recording();
    enqueue(config_, new detail::BoundCall<std::index_sequence_for<Args...>, Body, Args...>(
                         std::move(body), args...));
    start_recording(cursor);
  }

  LaunchConfig config_;
};

SIMT_UNCOUNTED inline Launch launch(const char* name, const char* file, int line, dim3 grid,
                                    dim3 block = 1, std::size_t shared_bytes = 0,
                                    cudaStream_t stream = nullptr) {
  return Launch({name, file, line, grid, block, shared_bytes, stream});
}

}  // namespace simt

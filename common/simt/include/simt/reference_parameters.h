/// @file
/// Kernels with parameters that are references. As with nvcc, such a parameter is the address of the host's object:
/// the object is not copied, and the kernel may use it if it lies where the device can reach it, in managed memory.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace simt {

/// An argument for such a parameter.
template <class T>
struct Reference {
  T* object;
};

namespace detail {

/// What fits a parameter that is a reference to a `T`, and no other: as a value it is ambiguous.
template <class T>
struct Refers {
  Refers(const Refers&) = delete;
  operator T&() const;
  operator std::remove_cv_t<T>() const;
};

/// Whether what is called `Probe` takes the argument `I` by reference, among lvalues of types `Args`.
template <class Probe, std::size_t I, class Indices, class... Args>
struct TakesReference;
template <class Probe, std::size_t I, std::size_t... J, class... Args>
struct TakesReference<Probe, I, std::index_sequence<J...>, Args...> {
  template <std::size_t N, class First, class... Rest>
  struct At : At<N - 1, Rest...> {};
  template <class First, class... Rest>
  struct At<0, First, Rest...> {
    using Type = First;
  };
  using Own = typename At<I, Args...>::Type;
  template <class T>
  static constexpr bool kIsLikeOwn = std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<Own>>;

  /// A reference that may change its object takes no temporary.
  static constexpr bool takes_temporary() {
    return std::is_invocable_v<const Probe&, std::conditional_t<J == I, Args&&, Args&>...>;
  }
  /// The second is for templates, in which a type of several parameters is deduced.
  static constexpr bool takes_wrapper() {
    if constexpr (std::is_convertible_v<const Refers<Own>&, Own>) {
      return false;
    } else {
      return std::is_invocable_v<const Probe&,
                                 std::conditional_t<J == I, Refers<Args>, Args>&...> ||
             std::is_invocable_v<const Probe&,
                                 std::conditional_t<kIsLikeOwn<Args>, Refers<Args>, Args>&...>;
    }
  }
  static constexpr bool value() {
    if constexpr (!std::is_object_v<Own> || !std::is_invocable_v<const Probe&, Args&...>) {
      return false;
    } else if constexpr (std::is_array_v<Own>) {
      return !std::is_invocable_v<const Probe&,
                                  std::conditional_t<J == I, std::decay_t<Args>, Args>&...>;
    } else {
      return !takes_temporary() || takes_wrapper();
    }
  }
};

}  // namespace detail
}  // namespace simt

/// @file
/// @ingroup tutorial
/// Comparison with a host reference. Outputs are poisoned before a run, so an element that a kernel
/// forgot is told apart from one that it got wrong.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/exit_code.cuh"
#include "tutorial/host_parts.cuh"
#include "tutorial/page.cuh"

/// How exact a result must be, and how its elements are named.
struct Comparison {
  double relative = 0;  ///< allowed |got - expected| / |expected|; integers are always exact
  double absolute = 0;  ///< allowed |got - expected|, on top of the relative part
  bool signed_zeros =
      false;              ///< 0 and -0 differ: what is moved or chosen stays as it is, to the bit
  long long columns = 0;  ///< > 0: a row-major matrix, differences are given by row and column
};

namespace tutorial {

/// The byte that poisoned memory holds. As a float 3.4e38, as a double 1.4e306, as an int
/// 2139062143: whatever is computed with it stands out, and adding to it does not hide it.
inline constexpr int kPoisonByte = 0x7F;

/// The value of a poisoned element.
template <class T>
T poison_value() {
  T value;
  std::memset(&value, kPoisonByte, sizeof value);
  return value;
}

/// An expected value that says: this element must not be written.
struct Unwritten {
  template <class T>
  operator T() const {
    return poison_value<T>();
  }
};

template <class T>
std::string value_text(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", sizeof(T) == sizeof(float) ? 9 : 17,
                  static_cast<double>(value));
    return text;
  } else {
    return std::to_string(value);
  }
}

template <class T>
bool matches(T got, T expected, const Comparison& comparison) {
  if constexpr (std::is_floating_point_v<T>) {
    if (comparison.signed_zeros && got == 0 && expected == 0) {
      return std::signbit(got) == std::signbit(expected);
    }
  }
  if (got == expected) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(expected)) return std::isnan(got);
    if (!std::isfinite(expected)) return false;
    return std::abs(static_cast<double>(got) - static_cast<double>(expected)) <=
           comparison.absolute + comparison.relative * std::abs(static_cast<double>(expected));
  }
  return false;
}

/// `expected` is a function of the index or anything with [].
template <class Expected>
auto expected_at(const Expected& expected, long long i) {
  if constexpr (std::is_invocable_v<const Expected&, long long>) {
    return expected(i);
  } else {
    return expected[static_cast<std::size_t>(i)];
  }
}

}  // namespace tutorial

/// Fills n elements of device memory with a pattern that no kernel here computes.
template <class T>
void poison(T* device, long long n) {
  CHECK(cudaMemset(device, tutorial::kPoisonByte, static_cast<std::size_t>(n) * sizeof(T)));
}

/// One value: what differs, or an empty string.
template <class T, class Expected>
std::string difference(T got, Expected expected_value, const Comparison& comparison = {}) {
  const T expected = static_cast<T>(expected_value);
  if (tutorial::matches(got, expected, comparison)) return "";
  const std::string text = "expected " + tutorial::value_text(expected);
  if (got == tutorial::poison_value<T>()) return text + ", but it was never written";
  if (expected == tutorial::poison_value<T>()) {
    return "must not be written, got " + tutorial::value_text(got);
  }
  return text + ", got " + tutorial::value_text(got);
}

/// The first difference between `got[0 … n-1]`, in host memory, and the reference, or an empty
/// string. `expected` is a function of the index or anything with []; `first` is the index of
/// got[0] in the reference.
template <class T, class Expected>
std::string first_difference(const T* got, long long n, const Expected& expected,
                             const Comparison& comparison = {}, long long first = 0) {
  for (long long i = first; i < first + n; ++i) {
    const T value = got[i - first];
    const T reference = static_cast<T>(tutorial::expected_at(expected, i));
    if (tutorial::matches(value, reference, comparison)) continue;
    std::string place = "index " + std::to_string(i);
    if (comparison.columns > 0) {
      place += " (row " + std::to_string(i / comparison.columns) + ", column " +
               std::to_string(i % comparison.columns) + ")";
    }
    return place + ": " + difference(value, reference, comparison);
  }
  return "";
}

/// As first_difference, for an array in device memory; it is copied in pieces, and a large piece is
/// compared by several threads of the host. A function of the index is called by one thread only, unless
/// `from_all_threads` says that it may be called by all.
template <class T, class Expected>
std::string first_difference_on_device(
    const T* device, long long n, const Expected& expected, const Comparison& comparison = {},
    bool from_all_threads = !std::is_invocable_v<const Expected&, long long>) {
  constexpr long long kPiece = 1 << 24;
  std::vector<T> piece(static_cast<std::size_t>(std::min(n, kPiece)));
  for (long long first = 0; first < n; first += kPiece) {
    const long long count = std::min(kPiece, n - first);
    CHECK(cudaMemcpy(piece.data(), device + first, static_cast<std::size_t>(count) * sizeof(T),
                     cudaMemcpyDeviceToHost));
    std::map<long long, std::string> found;  // by index
    std::mutex mutex;
    const auto compare = [&](long long begin, long long end) {
      const std::string text =
          first_difference(piece.data() + begin, end - begin, expected, comparison, first + begin);
      if (text.empty()) return;
      const std::lock_guard lock(mutex);
      found[begin] = text;
    };
    if (from_all_threads) {
      tutorial::in_parts(count, compare);
    } else {
      compare(0, count);
    }
    if (!found.empty()) return found.begin()->second;
  }
  return "";
}

/// Compares a result in host memory with the reference; prints the first difference to stderr.
/// @return whether there is none
template <class T, class Expected>
bool verify(const std::string& name, const std::vector<T>& got, const Expected& expected,
            const Comparison& comparison = {}) {
  const std::string text =
      first_difference(got.data(), static_cast<long long>(got.size()), expected, comparison);
  if (text.empty()) return true;
  std::fflush(stdout);
  std::fprintf(stderr, "%s, %s\n", name.c_str(), text.c_str());
  return false;
}

/// The last line of main: prints what this backend left out, then PASS, and returns 0 if everything
/// held, else returns 1.
inline int verdict(bool passed) {
  if (!passed) return kExitWrong;
  std::fputs(tutorial::left_out_line().c_str(), stdout);
  std::puts("PASS");
  return kExitOk;
}

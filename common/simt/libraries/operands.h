/// @file
/// @ingroup simt_libraries
/// A library call's use of device memory: checked when the function is called, executed when the stream comes to it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "driver_types.h"

#include "races/footprint.h"

namespace simt {

/// A matrix, a vector or a number that a library's function uses.
class Operand {
 public:
  enum class Use { kRead, kWrite, kUpdate };

  /// @param name as in the function's documentation, such as "A"
  Operand(const char* name, Use use) : name_(name), use_(use) {}
  /// Adds `count` pieces of `bytes`, one every `pitch` bytes. @param shape in words, for reports
  Operand& add(const void* data, std::size_t bytes, std::size_t count = 1, std::size_t pitch = 0);
  Operand& describe(std::string shape);

  const char* name() const { return name_; }
  const std::string& shape() const { return shape_; }
  bool is_read() const { return use_ != Use::kWrite; }
  bool is_written() const { return use_ != Use::kRead; }
  const std::vector<Range>& ranges() const { return ranges_; }
  /// Puts the ranges in order, for a footprint.
  void finish();

 private:
  const char* name_;
  Use use_;
  std::string shape_;
  std::vector<Range> ranges_;
};

/// Puts a call of a library into a stream. False, with a report, if an operand is not where kernels can use it, or
/// the stream is none. @param waits whether the host waits until it is done
bool put_library_call(cudaStream_t stream, std::vector<Operand> operands,
                      std::function<void()> work, bool waits = false);

}  // namespace simt

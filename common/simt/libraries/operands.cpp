#include "libraries/operands.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/streams/stream.h"
#include "base/address_map.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "memory/accessibility.h"
#include "memory/whereabouts.h"
#include "memory/written.h"
#include "operations/queue.h"

namespace simt {
namespace {

std::string call_text(const CallSite& call) { return std::string(call.function) + "()"; }
std::string place_text(const CallSite& call, const Operand& operand) {
  return "\n  at      " + source_line(call.site) +
         (operand.shape().empty() ? ""
                                  : "\n  operand " + (operand.name() + (": " + operand.shape())));
}

std::string pointer_report(const CallSite& call, const Operand& operand, std::uintptr_t address) {
  if (address == 0) {
    return "simt: " + call_text(call) + " is given a null pointer as " + operand.name() +
           place_text(call, operand) + "\n  advice  did cudaMalloc fail, or was it not called?\n";
  }
  return "simt: " + call_text(call) + " is given memory of the host as " + operand.name() +
         place_text(call, operand) +
         "\n  advice  it wants memory of the device: allocate it with cudaMalloc, and copy the "
         "numbers there with cudaMemcpy\n";
}

std::string size_report(const CallSite& call, const Operand& operand, std::uintptr_t address) {
  std::string advice;
  const Whereabouts place = describe_global(address, &advice);
  return "simt: " + call_text(call) + (operand.is_written() ? " writes " : " reads ") +
         operand.name() + " outside of its memory: " + place.where + place_text(call, operand) +
         "\n  advice  " +
         (!advice.empty() ? advice
          : operand.shape().find("leading dimension") != std::string::npos
              ? "a column takes as many elements as the leading dimension says: do the sizes and "
                "the leading dimension fit what was allocated?"
              : "is there memory for as many elements? cudaMalloc takes bytes") +
         "\n";
}

/// The first byte of a range that kernels cannot use, after some that they can.
std::uintptr_t first_outside(Range range) {
  while (range.end - range.begin > 1) {
    const std::uintptr_t middle = range.begin + (range.end - range.begin) / 2;
    const auto* begin = reinterpret_cast<const void*>(range.begin);
    (is_device_accessible(begin, middle - range.begin) ? range.begin : range.end) = middle;
  }
  return range.begin;
}

/// Reports an operand that is not where kernels can use it.
bool is_usable(const CallSite& call, const Operand& operand) {
  for (const Range& range : operand.ranges()) {
    const auto* data = reinterpret_cast<const void*>(range.begin);
    if (is_device_accessible(data, range.end - range.begin)) continue;
    const bool is_hosts = range.begin == 0 || accessibility_of(data, 1) == Accessibility::kHost ||
                          range.begin - kGlobalBase >= kMapBytes;
    const std::uintptr_t outside =
        is_device_accessible(data, 1) ? first_outside(range) : range.begin;
    kernel_failed({cudaErrorIllegalAddress, is_hosts ? pointer_report(call, operand, range.begin)
                                                     : size_report(call, operand, outside)});
    return false;
  }
  return true;
}

/// Reports operands with uninitialised bytes. @return whether the call continues
bool is_written(const CallSite& call, const Operand& operand) {
  if (settings().check_init == InitCheck::kOff || !operand.is_read()) return true;
  for (const Range& range : operand.ranges()) {
    const WrittenPart part = written_part(range.begin, range.end - range.begin);
    if (part.missing == 0) continue;
    const auto text = [&] {
      return call_text(call) + " reads " + operand.name() +
             " where nobody has written: " + global_position(part.missing) +
             place_text(call, operand) +
             "\n  advice  fill it first, with cudaMemcpy, cudaMemset or a kernel; is the whole "
             "matrix or vector filled?\n";
    };
    if (settings().check_init == InitCheck::kStop) {
      kernel_failed({cudaErrorLaunchFailure, "simt: " + text()});
      return false;
    }
    warn_once("unwritten", call.site, text);
    return true;
  }
  return true;
}

}  // namespace

Operand& Operand::add(const void* data, std::size_t bytes, std::size_t count, std::size_t pitch) {
  auto begin = reinterpret_cast<std::uintptr_t>(data);
  if (bytes == 0) return *this;
  if (pitch == bytes) {
    bytes *= count;
    count = count == 0 ? 0 : 1;
  }
  for (std::size_t i = 0; i < count; ++i, begin += pitch) ranges_.push_back({begin, begin + bytes});
  return *this;
}

Operand& Operand::describe(std::string shape) {
  shape_ = std::move(shape);
  return *this;
}

void Operand::finish() {
  std::sort(ranges_.begin(), ranges_.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::vector<Range> merged;
  for (const Range& range : ranges_) {
    if (merged.empty() || range.begin > merged.back().end) {
      merged.push_back(range);
    } else {
      merged.back().end = std::max(merged.back().end, range.end);
    }
  }
  ranges_ = std::move(merged);
}

bool put_library_call(cudaStream_t stream, std::vector<Operand> operands,
                      std::function<void()> work, bool waits) {
  if (device_error() != cudaSuccess || stream_error(stream) != cudaSuccess) return false;
  if (waits && not_in_capture(stream) != cudaSuccess) return false;
  const CallSite call = ApiCall::current();
  Footprint footprint;
  for (Operand& operand : operands) {
    operand.finish();
    if (!is_usable(call, operand)) return false;
    if (operand.ranges().empty()) continue;
    if (operand.is_read()) footprint.add(Touch::kCopyRead, nullptr, operand.ranges());
    if (operand.is_written()) footprint.add(Touch::kCopyWrite, nullptr, operand.ranges());
  }
  const auto shared = std::make_shared<const std::vector<Operand>>(std::move(operands));
  const auto run = [call, shared, work = std::move(work)] {
    for (const Operand& operand : *shared) {
      if (!is_written(call, operand)) return;
    }
    work();
    for (const Operand& operand : *shared) {
      if (!operand.is_written()) continue;
      for (const Range& range : operand.ranges()) {
        copied_to(reinterpret_cast<const void*>(range.begin), range.end - range.begin);
      }
    }
  };
  const TaskPtr task =
      enqueue_work(stream, CallWork{run, OperationKind::kCopyInside, std::move(footprint)});
  if (waits) wait_for(task);
  return !waits || device_error() == cudaSuccess;
}

}  // namespace simt

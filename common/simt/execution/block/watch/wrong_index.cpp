// An index that is out of the bounds of its array's type, as -fsanitize=bounds tells. Most of the accesses that follow
// are checked like all others. Those to a thread's own arrays are not: next to one lie its other variables, and
// arrays in registers have no address. In `m[0][i]`, i may well run through all rows; so an access inside of the
// declared array is fine, and where that is unknown, so is one that looks like two dimensions.
#include "execution/block/watch/wrong_index.h"

#include <fstream>
#include <string>

#include "base/address_map.h"
#include "base/static_memory.h"
#include "base/ubsan_data.h"
#include "base/worker.h"
#include "execution/reports/access_reports.h"
#include "execution/threads/local_arrays.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

/// Of the type that the index has, signed or not.
std::int64_t index_of(const OutOfBounds& array) {
  const unsigned bits = 1u << (array.index->info >> 1);
  const bool is_signed = (array.index->info & 1) != 0;
  const std::uint64_t value = worker().recorder.wrong_index_value;
  if (bits >= 64 || !is_signed) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// Whether the line of source has `a[i][j]`.
bool has_two_dimensions(const OutOfBounds& array) {
  std::ifstream file(array.file);
  std::string text;
  for (std::uint32_t i = 0; i < array.line; ++i) {
    if (!std::getline(file, text)) return true;  // unknown
  }
  for (std::size_t at = text.find(']'); at != std::string::npos; at = text.find(']', at + 1)) {
    const std::size_t next = text.find_first_not_of(' ', at + 1);
    if (next != std::string::npos && text[next] == '[') return true;
  }
  return false;
}

[[noreturn]] void fail_wrong_index(const OutOfBounds& array) {
  stop_kernel_with([&] {
    return index_report(index_of(array), array.array->name, worker().recorder.wrong_index_pc,
                        running_thread());
  });
}

/// Takes the pending index, for its check.
const OutOfBounds& take() {
  const auto* array = static_cast<const OutOfBounds*>(worker().recorder.wrong_index);
  worker().recorder.wrong_index = nullptr;
  return *array;
}

}  // namespace

void check_wrong_index(std::uintptr_t address, unsigned bytes) {
  const bool is_own = worker().recorder.is_on_stack(address);
  if (!is_own) {
    const std::uintptr_t place = unmapped(address);
    const bool is_valid = address - kGlobalBase < kGlobalBytes
                              ? global_access_is_valid(address, bytes)
                          : is_any_shared(address) ? shared_access_is_valid(place, bytes)
                                                   : is_in_variable(address, bytes);
    if (!is_valid) {  // has a report of its own
      take();
    } else {
      check_wrong_index();
    }
    return;
  }
  const OutOfBounds& array = take();
  const std::uintptr_t begin = address - static_cast<std::uintptr_t>(index_of(array) * bytes);
  const LocalArrays* const arrays = running_thread_arrays();
  if (arrays != nullptr && arrays->are_in_one(address, begin)) return;
  const bool is_known = arrays != nullptr && arrays->find(begin) != 0;
  const Unrecorded unrecorded;
  if (is_known || !has_two_dimensions(array)) fail_wrong_index(array);
}

void check_wrong_index() {
  const OutOfBounds& array = take();
  const Unrecorded unrecorded;
  if (!has_two_dimensions(array)) fail_wrong_index(array);
}

}  // namespace simt

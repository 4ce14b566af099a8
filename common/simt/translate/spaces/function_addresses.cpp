#include "spaces/function_addresses.h"

#include "declaration.h"

namespace translator {
namespace {

/// Is token `i` in a list of template arguments that begins in its statement? There, a name is no address yet.
bool is_template_argument(const Source& source, std::size_t i) {
  for (std::size_t k = i; k > 0 && !is_any_of(source[k - 1], {";", "{", "}"}); --k) {
    if (source[k - 1] != "<") continue;
    const std::size_t close = source.closing_angle(k - 1);
    if (close != kNone && close > i) return true;
  }
  return false;
}

/// Does the body, or the head of its function, declare something else of this name?
bool is_declared_in(const Source& source, std::string_view name, const Region& region) {
  std::size_t first = region.open;
  while (first > 0 && !is_any_of(source[first - 1], {";", "}"})) --first;
  for (std::size_t k = first; k < region.close; ++k) {
    if (source[k] == name && is_declared_name(source, k)) return true;
  }
  return false;
}

}  // namespace

bool is_used_as_value(const Source& source, std::size_t i, std::size_t behind,
                      const Region& region) {
  std::size_t before = i - 1;
  if (source[before] == "&" && before > 0) --before;
  return is_any_of(source[before], {"=", "(", ",", "{", "return", "?", ":"}) &&
         is_any_of(source[behind], {",", ")", ";", "}", ":"}) && is_evaluated(source, i) &&
         !is_template_argument(source, i) && !is_declared_in(source, source[i], region);
}

std::string address_in_host_code(std::string_view function) {
  return std::string(function) +
         " is a __device__ function: its address in host code is none that a kernel can call. Keep "
         "it in a __device__ variable, and copy that with cudaMemcpyFromSymbol; or hand the kernel "
         "a function object, or the function as a template argument";
}

}  // namespace translator

#include "translate.h"

#include "declaration.h"
#include "ignored_results.h"
#include "kernel_facts.h"
#include "kernels.h"
#include "launches.h"
#include "local_arrays.h"
#include "marks.h"
#include "pointer_casts.h"
#include "ptx/ptx.h"
#include "qualifiers.h"
#include "scopes.h"
#include "shared_memory.h"
#include "source.h"
#include "spaces/execution_spaces.h"
#include "tile_kernels.h"
#include "uninitialised.h"
#include "variable_casts.h"

namespace translator {
namespace {

/// The end of the attribute that token `i` begins, `__attribute__((…))` or `[[…]]`; else `i`.
/// What looks like a word of CUDA's in there is the compiler's.
std::size_t end_of_attribute(const Source& source, std::size_t i) {
  std::size_t end = kNone;
  if (is_any_of(source[i], {"__attribute__", "__attribute"})) {
    end = source.closing(i + 1);
  } else if (source[i] == "[" && source[i + 1] == "[") {
    end = source.closing(i);
  }
  return end == kNone ? i : end;
}

bool is_asm(std::string_view token) { return is_any_of(token, {"asm", "__asm__", "__asm"}); }

/// Is this in a function that runs on the device only?
bool is_of_device_only(const Scopes& scopes) {
  return scopes.current() == Scope::kFunction && scopes.in_device_code() &&
         !scopes.body_says("__host__");
}

/// Is token `i` the name of an array that objects of the program's have? simtcc looks for the mark at the end.
bool is_member_array(const Source& source, std::size_t i, const Scopes& scopes) {
  if (source[i + 1] != "[" || i == 0 || scopes.current() != Scope::kClass || scopes.in_function()) {
    return false;
  }
  const bool has_type = source.is_identifier(i - 1) || is_any_of(source[i - 1], {"*", ">"});
  const std::string_view file = source.file(i);
  return has_type && file.size() > 3 && file.substr(file.size() - 3) == ".cu";
}

}  // namespace

std::string translate(std::string_view text, std::vector<Diagnostic>& errors, std::string_view file,
                      const Options& options) {
  Source source(text, file, errors);
  check_kernels(source);
  check_tile_kernels(source);
  Launches launches(source);
  KernelFacts kernel_facts(source);
  SharedMemory shared_memory(source);
  LocalArrays local_arrays(source);
  VariableCasts variable_casts(source);
  Scopes scopes(source);
  bool has_member_arrays = false, has_pointer_casts = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    scopes.see(i);
    if (source[i] == "{" && scopes.in_device_code() && scopes.body() == i) {
      shared_memory.translate_body(i);
    }
    local_arrays.translate(i, scopes);
    check_initialised(source, i, scopes);
    has_pointer_casts = has_pointer_casts || is_pointer_cast(source, i, scopes);
    if (const std::size_t end = end_of_attribute(source, i); end != i) {
      if (is_tile_hint(source, i)) source.erase(i, end + 1);
      i = end;
      continue;
    }
    const std::string_view token = source[i];
    if (is_asm(token) && scopes.in_device_code()) translate_ptx(source, i);
    if (token == "<<<") {
      launches.translate(i);
    } else if (token.substr(0, 2) != "__") {
      if (!source.is_identifier(i)) continue;
      has_member_arrays |= is_member_array(source, i, scopes);
      launches.translate_use(i);
      if (scopes.current() == Scope::kFunction && !scopes.in_device_code()) {
        translate_ignored_result(source, i);
      }
      if (token == "static" && is_of_device_only(scopes)) translate_static_local(source, i);
      shared_memory.translate_use(i);
      if (scopes.in_device_code()) variable_casts.translate_use(i);
    } else if (!source.is_erased(i)) {
      if (token == "__shared__") {
        shared_memory.translate_declaration(i, scopes.current());
      } else {
        if (token == "__global__" || is_kernel_fact(token)) kernel_facts.translate(i);
        if (is_any_of(token, {"__device__", "__constant__", "__managed__"})) {
          variable_casts.record_declaration(i);
        }
        translate_qualifier(source, i, scopes.current());
      }
    }
  }
  check_execution_spaces(source, options);
  return source.render() + (has_member_arrays ? kCheckedArrays : "") +
         (has_pointer_casts ? kCasts : "");
}

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// The address of a `__device__` function in host code: nvcc compiles it without a word, and no kernel can call it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "regions.h"
#include "source.h"

namespace translator {

/// Is the name at token `i`, in a body of the host's, used as a value: `f = twice;`, `launch(&twice, n)`?
/// @param behind the token after the name and its template arguments
bool is_used_as_value(const Source& source, std::size_t i, std::size_t behind,
                      const Region& region);

/// What to say of it.
std::string address_in_host_code(std::string_view function);

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// Where a pointer becomes one to a type of the program's own: a struct of 16 bytes may be aligned to 8 there or
/// to 16, and what the compiler's hooks are called with does not tell. Such a file is compiled with
/// `-fsanitize=alignment`, which does, and calls other hooks. It costs a quarter of the time to compile, so the
/// others are not.
#pragma once

#include <cstddef>

#include "scopes.h"
#include "source.h"

namespace translator {

/// Does token `i` begin such a cast, or construct an object in given memory? Host code counts in a `.cu` file only:
/// what headers of the program's do there is rarely for a kernel.
bool is_pointer_cast(const Source& source, std::size_t i, const Scopes& scopes);

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// What a tile kernel cannot say: its blocks have no threads that a program could tell apart.
#pragma once

#include "source.h"

namespace translator {

/// Reports words of thread code in the bodies of tile kernels.
void check_tile_kernels(Source& source);

/// Is the attribute that opens at token `i` a hint for the compiler of tile kernels, `[[cutile::hint(…)]]`? g++ would
/// say that it ignores it.
bool is_tile_hint(const Source& source, std::size_t i);

}  // namespace translator

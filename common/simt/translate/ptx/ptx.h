/// @file
/// @ingroup simt_translate
/// Inline PTX: every instruction becomes a call of `simt::ptx`.
#pragma once

#include <cstddef>

#include "source.h"

namespace translator {

/// Translates the `asm` at token `i`, in device code; reports instructions that there are none of.
void translate_ptx(Source& source, std::size_t i);

}  // namespace translator

/// @file
/// @ingroup simt_translate
/// Inline PTX that reads a special register, `asm volatile("mov.u32 %0, %%smid;" : "=r"(id))`: for some
/// of them CUDA C++ has no other word.
#pragma once

#include <cstddef>

#include "source.h"

namespace translator {

/// Makes a call of the `asm` at token `i`, if it is that and nothing else.
/// @return whether it was
bool translate_special_register(Source& source, std::size_t i);

/// The same for a load from global memory with hints for the caches, `asm("ld.global.L1::no_allocate.f32
/// %0, [%1];" : "=f"(value) : "l"(p))`: the model has no caches, so it is a plain one.
bool translate_hinted_load(Source& source, std::size_t i);

}  // namespace translator

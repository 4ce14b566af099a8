/// @file
/// @ingroup simt_base
/// Stacks of another size than those of CUDA threads.
#pragma once

namespace simt {

/// As prepare_stack() of base/fiber.h, of a stack that ends at `high`, a multiple of 16.
void* prepare_stack_below(void* high, void (*entry)());

}  // namespace simt

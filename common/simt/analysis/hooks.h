/// @file
/// The way into the counters for what the compiler does not instrument.
#pragma once

namespace simt {

/// Check and count an access of the running kernel. @param pc where it stands.
/// @param frame the caller's `__builtin_dwarf_cfa()`: how deep in the stack it is.
void load_access(const void* address, unsigned bytes, const void* pc, void* frame);
void store_access(void* address, unsigned bytes, const void* pc, void* frame);
void atomic_access(void* address, unsigned bytes, const void* pc, void* frame);
/// Counts a fetch from a texture.
void texture_access(const void* pc, void* frame);

}  // namespace simt

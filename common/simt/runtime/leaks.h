/// @file
/// Pinned host memory that lives, and what a process has never freed.
#pragma once

#include <cstddef>

namespace simt {

/// Notes host memory that the program must free. @param kind for the warning, " of pinned host memory".
/// @param site where it was allocated.
void note_allocated(const void* pointer, std::size_t bytes, const void* site, const char* kind);
/// False if `pointer` was not noted, or is freed already.
bool note_freed(const void* pointer);
/// cudaDeviceReset frees everything.
void note_all_freed();

}  // namespace simt

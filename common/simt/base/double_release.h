/// @file
/// @ingroup simt_base
/// Memory and handles that are given back a second time.
#pragma once

namespace simt {

/// Warns that the running call of the runtime gets what was given back before.
/// @param what "memory that was freed"
/// @param first where
void warn_of_double_release(const char* what, const void* first, const void* site);

// Of handles, which are not used again.
void record_release(const void* handle, const void* site);
/// The address is that of a new object.
void forget_release(const void* handle);
/// Warns if the handle was given back before. @param what "a stream that was destroyed"
void check_double_release(const char* what, const void* handle, const void* site);

}  // namespace simt

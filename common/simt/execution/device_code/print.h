/// @file
/// @ingroup simt_execution
/// Device printf: buffered on the device, shown when the host synchronizes.
#pragma once

#include <cstdint>
#include <string>

namespace simt {

/// What launch number `launch` printed.
void append_output(std::uint64_t launch, const std::string& text);
/// Writes what finished launches have printed to stdout, in the order in which they were issued.
void flush_output();

}  // namespace simt

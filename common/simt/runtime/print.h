/// @file
/// Device printf: buffered on the device, shown when the host synchronizes.
#pragma once

#include <string>

namespace simt {

void append_output(const std::string& text);
/// Writes what has come so far to stdout.
void flush_output();

}  // namespace simt

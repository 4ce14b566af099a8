/// @file
/// @ingroup simt_base
/// The one way in which the runtime ends the process.
#pragma once

namespace simt {

/// Ends the process at once, with what it has written so far. Nothing of the program's or of the runtime's
/// runs at the end: that could wait for the device, and the caller may be one of its threads, in the
/// middle of a kernel.
[[noreturn]] void end_process(int code);

}  // namespace simt

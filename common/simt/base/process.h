/// @file
/// @ingroup simt_base
/// The process: what there is once in it, and how the runtime ends it.
#pragma once

#include "base/device.h"
#include "base/owner.h"

namespace simt {

/// Owns the devices, and what all devices share: the program's symbols and settings, addresses, the order of
/// operations, reports.
class Process : public Owner {
 public:
  constexpr Process() = default;

  Device& device(int i) { return devices_[i]; }

 private:
  Device devices_[kMostDevices] = {0, 1, 2, 3, 4, 5, 6, 7};
};
/// There from the first instruction of the program to its last.
Process& process();

/// Ends the process at once, with what it has written so far. Nothing of the program's or of the runtime's
/// runs at the end: that could wait for the device, and the caller may be one of its threads, in the
/// middle of a kernel.
[[noreturn]] void end_process(int code);

}  // namespace simt

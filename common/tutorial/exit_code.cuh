/// @file
/// @ingroup tutorial
/// What the exit code of every program means.
#pragma once

enum ExitCode : int {
  kExitOk = 0,
  kExitWrong = 1,         ///< a wrong result or a failed CUDA call
  kExitBadArguments = 2,  ///< the message says which argument, and its range
  kExitSkipped = 77,      ///< this machine's device cannot do it; CTest reports "skipped"
};

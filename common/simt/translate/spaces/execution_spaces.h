/// @file
/// @ingroup simt_translate
/// Calls from one side to a function of the other: what nvcc refuses.
#pragma once

#include "source.h"
#include "translate.h"

namespace translator {

/// Host functions and variables that device code names, and device functions that host code calls.
///
/// Only the compiler knows which function a call means. So those that may be meant are declared
/// deprecated, with a message that simtcc makes an error of, and this warning is on in the bodies of
/// the other side only. A program without such a name is left as it is.
///
/// To be called after all other changes of the text.
void check_execution_spaces(Source& source, const Options& options);

}  // namespace translator

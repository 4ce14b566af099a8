/// @file
/// @ingroup simt_base
/// Why a call of the runtime, or a launch, was refused: CUDA's error leaves open which argument it is about.
#pragma once

#include <string>
#include <string_view>

#include "driver_types.h"

namespace simt {

/// Says why the call that the thread is in, or its launch, is about to return the error. @return the error
cudaError_t because(cudaError_t error, std::string reason);
/// What was said of the thread's last refusal, if that was a call of this function (or a launch, for "" and
/// cudaLaunch…) with this error; else empty. It is forgotten.
std::string take_reason(std::string_view function, cudaError_t error);
/// The thread's last refusal was of this launch. @param what "the launch of scale at x.cu:7"
void name_refused_launch(const std::string& what);
/// The last refused launch of all threads; empty if there was none.
std::string last_refused_launch();
/// The last refusal, where the program has ended with an error code: it may have asked for the error, but CUDA
/// tells nobody the reason. Empty otherwise.
std::string refusal_that_ended_the_program();

}  // namespace simt

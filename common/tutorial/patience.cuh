/// @file
/// @ingroup tutorial
/// What the check of an exercise about streams asks while a Gate is closed: what gets by, what waits,
/// and whether the learner's function returns.
///
///     Gate gate(a);
///     call_or_end(exercise, [&] { enqueue(a, b); }, "enqueue() waits for the device");
///     require_now(exercise, is_done(b), "b waits for a");
///     gate.open();
///
/// Nothing behind the gate has run when such a check fails, so it ends the program there and then.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>

#include "tutorial/exercise.cuh"
#include "tutorial/gate.cuh"
#include "tutorial/host_call.cuh"

#ifdef __CUDACC__  // in checks: the compiled helpers are part of every program
/// Set before CUDA is first used. No stream waits for one that shares its queue, and no launch waits for what
/// is in flight until its kernel is loaded: a learner's kernel, too, may be used first behind a gate.
inline const bool streams_do_not_meet = setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1) == 0 &&
                                        setenv("CUDA_MODULE_LOADING", "EAGER", 1) == 0;
#endif

/// Milliseconds. What should have happened, and has not by then, waits for the gate. Long, since machines may be busy.
inline constexpr int kPatience = 2000;
/// The same for what should not happen.
inline constexpr int kGlance = 400;

/// As Exercise::require, but what does not hold ends the program: a closed gate is left closed.
void require_now(Exercise& exercise, bool holds, const std::string& message);

/// Whether the condition comes true within so many milliseconds. Sooner, if it is known that only a closed gate can
/// bring it: a function that may bring it, too, runs as a HostCall.
bool comes_true(const std::function<bool()>& condition, int patience = kPatience);

/// The same of a function that returns.
bool returns(const HostCall& call, int patience = kPatience);

/// Calls a function of the learner in a thread of its own, and ends the program with the message if
/// it has not returned within kPatience. The message goes on with the call that it is in, if that is known.
void call_or_end(Exercise& exercise, const std::function<void()>& function,
                 const std::string& message);

/// Fails unless a function of the learner, called `name`, returns while its stream still has something in
/// front of what it enqueues there. Afterwards the stream is done. Nothing is tested after a failure.
void require_at_once(Exercise& exercise, cudaStream_t stream, const std::string& name,
                     const std::function<void()>& function);

/// Whether the event was reached; also true after an error, which the next CHECK reports.
bool is_reached(cudaEvent_t event);

/// Whether the stream gets to the end of its work within so many milliseconds.
bool is_done(cudaStream_t stream, int patience = kPatience);

#ifndef TUTORIAL_COMPILED
#include "tutorial/patience.inl.cuh"
#endif

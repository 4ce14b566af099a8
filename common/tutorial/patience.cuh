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

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "tutorial/exercise.cuh"
#include "tutorial/gate.cuh"
#include "tutorial/host_call.cuh"

/// Set before CUDA is first used. No stream waits for one that shares its queue, and no launch waits for what
/// is in flight until its kernel is loaded: a learner's kernel, too, may be used first behind a gate.
inline const bool streams_do_not_meet = setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1) == 0 &&
                                        setenv("CUDA_MODULE_LOADING", "EAGER", 1) == 0;

/// What should have happened, and has not by then, waits for the gate. Long, since machines may be busy.
inline constexpr std::chrono::milliseconds kPatience{2000};
/// What should not happen, and has not by then, waits for the gate.
inline constexpr std::chrono::milliseconds kGlance{400};

/// As Exercise::require, but what does not hold ends the program: a closed gate is left closed.
inline void require_now(Exercise& exercise, bool holds, const std::string& message) {
  exercise.require(holds, message);
  if (exercise.failed()) std::_Exit(exercise.verdict());
}

/// Whether the condition comes true within `patience`. Sooner, if it is known that only a closed gate can bring it: a
/// function that may bring it, too, runs as a HostCall.
template <class Condition>
bool comes_true(const Condition& condition, std::chrono::milliseconds patience = kPatience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (Gate::hold_up_everything() || std::chrono::steady_clock::now() > end) return condition();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// The same of a function that returns.
inline bool returns(const HostCall& call, std::chrono::milliseconds patience = kPatience) {
  return comes_true([&] { return call.has_returned(); }, patience);
}

/// Calls a function of the learner in a thread of its own, and ends the program with the message if
/// it has not returned within kPatience. The message goes on with the call that it is in, if that is known.
template <class Function>
void call_or_end(Exercise& exercise, const Function& function, const std::string& message) {
  HostCall returned(function);
  const bool has_returned = returns(returned);
  const std::string call = CallInProgress::name();
  require_now(exercise, has_returned,
              call.empty() ? message
                           : message + ": it is in " + call +
                                 ", which does not return as long as a stream is held up");
  returned.get();
}

/// Fails unless a function of the learner, called `name`, returns while its stream still has something in
/// front of what it enqueues there. Afterwards the stream is done. Nothing is tested after a failure.
template <class Function>
void require_at_once(Exercise& exercise, cudaStream_t stream, const std::string& name,
                     const Function& function) {
  if (exercise.failed()) return;
  Gate gate(stream);
  call_or_end(exercise, function, name + "() waits for the device; it should return at once");
  gate.open();
  CHECK(cudaStreamSynchronize(stream));
}

/// Whether the event was reached; also true after an error, which the next CHECK reports.
inline bool is_reached(cudaEvent_t event) { return cudaEventQuery(event) != cudaErrorNotReady; }

/// Whether the stream gets to the end of its work within `patience`.
inline bool is_done(cudaStream_t stream, std::chrono::milliseconds patience = kPatience) {
  return comes_true([&] { return cudaStreamQuery(stream) != cudaErrorNotReady; }, patience);
}

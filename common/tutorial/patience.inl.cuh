/// @file
/// @ingroup tutorial
#pragma once

#include <chrono>
#include <thread>

#include "tutorial/patience.cuh"

TUTORIAL_INLINE void require_now(Exercise& exercise, bool holds, const std::string& message) {
  exercise.require(holds, message);
  if (exercise.failed()) std::_Exit(exercise.verdict());
}

TUTORIAL_INLINE bool comes_true(const std::function<bool()>& condition, int patience) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
  while (!condition()) {
    if (Gate::hold_up_everything() || std::chrono::steady_clock::now() > end) return condition();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

TUTORIAL_INLINE bool returns(const HostCall& call, int patience) {
  return comes_true([&] { return call.has_returned(); }, patience);
}

TUTORIAL_INLINE void call_or_end(Exercise& exercise, const std::function<void()>& function,
                                 const std::string& message) {
  HostCall returned(function);
  const bool has_returned = returns(returned);
  const std::string call = CallInProgress::name();
  require_now(exercise, has_returned,
              call.empty() ? message
                           : message + ": it is in " + call +
                                 ", which does not return as long as a stream is held up");
  returned.get();
}

TUTORIAL_INLINE void require_at_once(Exercise& exercise, cudaStream_t stream,
                                     const std::string& name,
                                     const std::function<void()>& function) {
  if (exercise.failed()) return;
  Gate gate(stream);
  call_or_end(exercise, function, name + "() waits for the device; it should return at once");
  gate.open();
  CHECK(cudaStreamSynchronize(stream));
}

TUTORIAL_INLINE bool is_reached(cudaEvent_t event) {
  return cudaEventQuery(event) != cudaErrorNotReady;
}

TUTORIAL_INLINE bool is_done(cudaStream_t stream, int patience) {
  return comes_true([&] { return cudaStreamQuery(stream) != cudaErrorNotReady; }, patience);
}

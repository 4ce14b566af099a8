/// @file
/// @ingroup tutorial
#pragma once

#include "tutorial/watched_calls.cuh"

namespace calls {

[[gnu::used]] inline bool is_to_fail(const char* name) {
  made.push_back(name);
  if (made.size() != failing) return false;
  unseen = kFailure;
  return true;
}

[[gnu::used]] inline cudaError_t released_with(cudaError_t error, const void* pointer) {
  if (error != cudaSuccess) {
    ++refused_frees;
  } else if (pointer != nullptr) {
    --not_freed;
    if (++released == failing_release) return unseen = kFailure;
  }
  return error;
}

[[gnu::used]] inline cudaError_t release_or_postpone(const char* name, void* pointer,
                                                     cudaError_t (*call)(void*)) {
  const auto now = [=] { return release(name, pointer, [=] { return call(pointer); }); };
  if (postponed == nullptr) return now();
  postponed->push_back([now] { now(); });
  return cudaSuccess;
}

}  // namespace calls

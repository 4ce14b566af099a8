/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer calls CUDA by itself: included in front of SUBMISSION,
/// it lets the calls of the answer come through here. So the check can let any of them fail, and it
/// knows exactly what was not freed or destroyed; the device's free memory depends on what other
/// programs do, too.
///
/// What is no template is in watched_calls.inl.cuh: with the check, so that an answer that is compiled apart
/// (TUTORIAL_APART) calls it there.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/host_call.cuh"
#include "tutorial/watched_streams.cuh"

namespace calls {

/// What a call returns that the check lets fail: no call has this error by itself.
inline constexpr cudaError_t kFailure = cudaErrorECCUncorrectable;

inline std::vector<std::string> made;  ///< the names of the calls that can fail, in order
inline std::size_t failing = 0;        ///< which of them fails, from 1 on; 0: none
/// As if the answer's first launch were refused: behind its first call an error waits for cudaGetLastError.
inline bool refused_launch = false;
inline cudaError_t unseen = cudaSuccess;  ///< by cudaGetLastError
inline int not_freed = 0;                 ///< allocations
inline int released = 0;                  ///< allocations that were freed
inline int failing_release = 0;           ///< which of those returns an error, from 1 on; 0: none
inline int refused_frees = 0;             ///< of what was freed before, or never allocated
/// That cudaMalloc, its asynchronous forms and cudaMallocManaged were asked for.
inline std::size_t device_bytes = 0;
/// What cudaFree and cudaFreeHost had to do while there is a FreesLater; null: there is none.
inline std::vector<std::function<void()>>* postponed = nullptr;

/// Forgets what was before the next call of the answer.
inline void forget() {
  made.clear();
  not_freed = refused_frees = released = 0;
  not_destroyed = 0;
  device_bytes = 0;
  unseen = cudaSuccess;
}

/// The same between two calls of the answer, but for an error that cudaGetLastError has yet to see.
inline void forget_but_error() {
  const cudaError_t left_behind = unseen;
  forget();
  unseen = left_behind;
}

/// Notes a call of the answer. @return whether it is the one that fails
bool is_to_fail(const char* name);

template <class Call>
cudaError_t attempt(const char* name, const Call& call) {
  if (is_to_fail(name)) return kFailure;
  const CallInProgress in_call(name);
  const cudaError_t error = call();
  if (refused_launch && made.size() == 1) unseen = cudaErrorInvalidConfiguration;
  return error;
}

/// Lets one call after the other fail, of those that the answer has made: `test` is called with the name of
/// each case, until one has failed.
template <class Exercise, class Test>
void let_each_fail(const Exercise& exercise, std::vector<std::string> names, const Test& test) {
  for (failing = 1; failing <= names.size() && !exercise.failed(); ++failing) {
    test("if call " + std::to_string(failing) + ", " + names[failing - 1] + ", fails");
  }
  failing = 0;
}

/// Whether an error that the answer has returned is gone when it is called again: after each of the calls that it has
/// made, if that one fails.
/// @param again called with the name of each case, and with a function for exercise.run(), which makes one call fail in
/// `first`; returns what the answer returns then
template <class Exercise, class First, class Again>
void let_each_fail_before(Exercise& exercise, std::vector<std::string> names, const First& first,
                          const Again& again) {
  for (std::size_t i = 1; i <= names.size() && !exercise.failed(); ++i) {
    exercise.begin("after a call in which " + names[i - 1] +
                   " failed, and that returned the error");
    const cudaError_t error = again([&] {
      failing = i;
      first();
      failing = 0;
      forget_but_error();
    });
    exercise.require(error == cudaSuccess,
                     std::string("the next call returned ") + cudaGetErrorName(error) +
                         ": is it the error of the call before, which still waits for "
                         "cudaGetLastError()?");
  }
}

template <class Call>
cudaError_t wait(const char* name, const Call& call) {
  const CallInProgress in_call(name);
  return call();
}

/// @param rest what CUDA's call has behind the pointer
template <class Call, class T, class... Rest>
cudaError_t allocate(const char* name, const Call& call, T** pointer, Rest... rest) {
  const cudaError_t error = attempt(name, [&] { return call(pointer, rest...); });
  if (error == cudaSuccess && *pointer != nullptr) ++not_freed;  // 0 bytes are no allocation
  return error;
}

template <class Call, class T>
cudaError_t allocate_on_device(const char* name, const Call& call, T** pointer, std::size_t bytes) {
  device_bytes += bytes;
  return allocate(name, call, pointer, bytes);
}

template <class Call, class T>
cudaError_t allocate_on_device(const char* name, const Call& call, T** pointer, std::size_t bytes,
                               cudaStream_t stream) {  // which may be written as 0
  device_bytes += bytes;
  return allocate(name, call, pointer, bytes, stream);
}

template <class Call, class T>
cudaError_t allocate_on_device(const char* name, const Call& call, T** pointer, std::size_t bytes,
                               cudaMemPool_t pool, cudaStream_t stream) {
  device_bytes += bytes;
  return allocate(name, call, pointer, bytes, pool, stream);
}

template <class Call, class T>
cudaError_t allocate_managed(const char* name, const Call& call, T** pointer, std::size_t bytes,
                             unsigned flags = cudaMemAttachGlobal) {
  device_bytes += bytes;
  return allocate(name, call, pointer, bytes, flags);
}

template <class Call>
cudaError_t pin(const char* name, const Call& call) {
  const cudaError_t error = attempt(name, call);
  if (error == cudaSuccess) ++not_freed;
  return error;
}

/// @param error of a call that frees this
cudaError_t released_with(cudaError_t error, const void* pointer);

template <class Call>
cudaError_t release(const char* name, const void* pointer, const Call& call) {
  const CallInProgress in_call(name);
  return released_with(call(), pointer);
}

cudaError_t release_or_postpone(const char* name, void* pointer, cudaError_t (*call)(void*));

/// As long as it lives, cudaFree and cudaFreeHost of the answer return at once, and it frees in the end. By
/// themselves they wait for the device, which no result may rely on: it goes away with the next allocator.
/// (And while a stream is held up, they would keep all other threads out of CUDA, also the check.)
class FreesLater {
 public:
  FreesLater() { postponed = &frees_; }
  ~FreesLater() {
    postponed = nullptr;
    for (const std::function<void()>& free : frees_) free();
  }
  FreesLater(const FreesLater&) = delete;
  FreesLater& operator=(const FreesLater&) = delete;

 private:
  std::vector<std::function<void()>> frees_;
};

/// What is wrong with how the answer has freed its memory, or an empty string.
inline std::string wrong_frees() {
  if (refused_frees > 0) {
    return "frees of what was not allocated, or freed before: " + std::to_string(refused_frees);
  }
  if (not_freed < 0) {
    return "frees of what the check has not seen allocated: " + std::to_string(-not_freed);
  }
  return not_freed == 0 ? "" : "allocations that were not freed: " + std::to_string(not_freed);
}

inline cudaError_t last_error() {
  const cudaError_t error = cudaGetLastError();
  return unseen != cudaSuccess ? std::exchange(unseen, cudaSuccess) : error;
}

inline cudaError_t peek_at_last_error() {
  const cudaError_t error = cudaPeekAtLastError();
  return unseen != cudaSuccess ? unseen : error;
}

}  // namespace calls

#ifndef TUTORIAL_APART
#include "tutorial/watched_calls.inl.cuh"
#endif

// A macro is not expanded inside of itself: the call in the lambda is CUDA's. It stands in the answer's
// line, where the CPU backend looks for who has allocated.
#define cudaMalloc(...)      \
  calls::allocate_on_device( \
      "cudaMalloc", [](auto... a) { return cudaMalloc(a...); }, __VA_ARGS__)
#define cudaMallocAsync(...) \
  calls::allocate_on_device( \
      "cudaMallocAsync", [](auto... a) { return cudaMallocAsync(a...); }, __VA_ARGS__)
#define cudaMallocFromPoolAsync(...)                                                      \
  calls::allocate_on_device(                                                              \
      "cudaMallocFromPoolAsync", [](auto... a) { return cudaMallocFromPoolAsync(a...); }, \
      __VA_ARGS__)
#define cudaMallocPitch(...) \
  calls::allocate(           \
      "cudaMallocPitch", [](auto... a) { return cudaMallocPitch(a...); }, __VA_ARGS__)
#define cudaMallocManaged(...) \
  calls::allocate_managed(     \
      "cudaMallocManaged", [](auto... a) { return cudaMallocManaged(a...); }, __VA_ARGS__)
#define cudaMallocHost(...) \
  calls::allocate(          \
      "cudaMallocHost", [](auto... a) { return cudaMallocHost(a...); }, __VA_ARGS__)
#define cudaHostAlloc(...) \
  calls::allocate(         \
      "cudaHostAlloc", [](auto... a) { return cudaHostAlloc(a...); }, __VA_ARGS__)
#define cudaHostRegister(...) \
  calls::pin("cudaHostRegister", [&] { return cudaHostRegister(__VA_ARGS__); })
#define cudaHostUnregister(pointer) \
  calls::release("cudaHostUnregister", pointer, [&] { return cudaHostUnregister(pointer); })
#define cudaFree(pointer) \
  calls::release_or_postpone("cudaFree", pointer, [](void* p) { return cudaFree(p); })
#define cudaFreeAsync(pointer, stream) \
  calls::release("cudaFreeAsync", pointer, [&] { return cudaFreeAsync(pointer, stream); })
#define cudaFreeHost(pointer) \
  calls::release_or_postpone("cudaFreeHost", pointer, [](void* p) { return cudaFreeHost(p); })
#define cudaMemcpy(...) calls::attempt("cudaMemcpy", [&] { return cudaMemcpy(__VA_ARGS__); })
#define cudaMemcpyAsync(...) \
  calls::attempt("cudaMemcpyAsync", [&] { return cudaMemcpyAsync(__VA_ARGS__); })
#define cudaMemset(...) calls::attempt("cudaMemset", [&] { return cudaMemset(__VA_ARGS__); })
#define cudaMemcpyToSymbol(...) \
  calls::attempt("cudaMemcpyToSymbol", [&] { return cudaMemcpyToSymbol(__VA_ARGS__); })
#define cudaDeviceSynchronize() \
  calls::attempt("cudaDeviceSynchronize", [&] { return cudaDeviceSynchronize(); })
// These cannot fail here, but one may be in them.
#define cudaStreamSynchronize(stream) \
  calls::wait("cudaStreamSynchronize", [&] { return cudaStreamSynchronize(stream); })
#define cudaEventSynchronize(event) \
  calls::wait("cudaEventSynchronize", [&] { return cudaEventSynchronize(event); })
#define cudaGetLastError() calls::last_error()
#define cudaPeekAtLastError() calls::peek_at_last_error()

// Counts how often a thread takes the lock of the streams, events and graphs: this pthread_mutex_lock takes the place
// of the C library's in the program and in the runtime.
#include <dlfcn.h>
#include <pthread.h>

#include "api/work/state.h"

namespace {

thread_local const pthread_mutex_t* watched = nullptr;
thread_local int locks = 0;

}  // namespace

void watch_state_lock() {
  watched = simt::state().mutex.native_handle();
  locks = 0;
}

int locks_of_state() {
  watched = nullptr;
  return locks;
}

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  using Lock = int (*)(pthread_mutex_t*);
  static const auto lock = reinterpret_cast<Lock>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  if (mutex == watched) ++locks;
  return lock(mutex);
}

// What a host function does before another thread goes on: it unlocks a mutex. The linker puts this in
// the place of the C library's function (--wrap).
#include <pthread.h>

#include "operations/stream_order.h"

extern "C" {

int __real_pthread_mutex_unlock(pthread_mutex_t* mutex);

int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  simt::host_signals();
  return __real_pthread_mutex_unlock(mutex);
}

}  // extern "C"

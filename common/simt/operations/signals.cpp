// What a host function does before another thread goes on: it unlocks a mutex, or starts that thread. The
// linker puts this in the place of the libraries' functions (--wrap).
#include <pthread.h>

#include <thread>

#include "operations/host_accesses.h"

extern "C" {

int __real_pthread_mutex_unlock(pthread_mutex_t* mutex);

int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  simt::host_signals();
  return __real_pthread_mutex_unlock(mutex);
}

int __real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*function)(void*), void* argument);

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*function)(void*), void* argument) {
  simt::host_signals();
  return __real_pthread_create(thread, attributes, function, argument);
}

// std::thread::_M_start_thread(std::unique_ptr<std::thread::_State>, void (*)()): an object with a destructor goes
// as a pointer.
void __real__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* thread, void* state, void (*depend)());

void __wrap__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* thread, void* state, void (*depend)()) {
  simt::host_signals();
  __real__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
      thread, state, depend);
}

}  // extern "C"

// Threads of C++ in WebAssembly, where there is one thread of the machine: each is a fiber, and when one waits, the
// others run in turn. What libc++ has of threads is not in Debian's library, which is compiled without.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "base/fiber.h"
#include "base/host_thread.h"
#include "operations/host_accesses.h"
#include "wasm/fiber.h"

namespace {

constexpr std::size_t kHostStackBytes = 512 * 1024;

struct HostFiber {
  void* saved = nullptr;
  void* (*function)(void*) = nullptr;
  void* argument = nullptr;
  char* stack = nullptr;
  bool has_ended = false;
  simt::HostThread own;  ///< while it does not run
};

struct HostFibers {
  std::vector<HostFiber*> all{new HostFiber};  ///< the first one runs main()
  std::size_t current = 0;
};
HostFibers& fibers() {
  static HostFibers& all = *new HostFibers;
  return all;
}

/// The next one that has not ended, in turn.
HostFiber& next() {
  HostFibers& of = fibers();
  do {
    of.current = (of.current + 1) % of.all.size();
  } while (of.all[of.current]->has_ended);
  return *of.all[of.current];
}

[[noreturn]] void end_current() {
  fibers().all[fibers().current]->has_ended = true;
  simt::leave_fiber(next().saved);
}

void run_current() {
  HostFiber& self = *fibers().all[fibers().current];
  simt::host_thread() = {};
  self.function(self.argument);
  end_current();
}

void yield() {
  HostFiber& self = *fibers().all[fibers().current];
  HostFiber& other = next();
  if (&other == &self) return;
  self.own = simt::host_thread();
  simt::switch_fiber(&self.saved, other.saved);
  simt::host_thread() = self.own;
}

}  // namespace

/// Ends the calling thread wherever it is; what it has not destroyed stays.
extern "C" [[noreturn]] void simt_end_host_thread() { end_current(); }

_LIBCPP_BEGIN_NAMESPACE_STD

int __libcpp_condvar_wait(__libcpp_condvar_t*, __libcpp_mutex_t*) {
  yield();  // those who wait ask again whether it is over
  return 0;
}
int __libcpp_condvar_timedwait(__libcpp_condvar_t*, __libcpp_mutex_t*, __libcpp_timespec_t* until) {
  yield();
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const bool is_over =
      now.tv_sec != until->tv_sec ? now.tv_sec > until->tv_sec : now.tv_nsec >= until->tv_nsec;
  return is_over ? ETIMEDOUT : 0;
}

int __libcpp_thread_create(__libcpp_thread_t* thread, void* (*function)(void*), void* argument) {
  simt::host_signals();
  auto* const fiber = new HostFiber;
  fiber->function = function;
  fiber->argument = argument;
  fiber->stack = static_cast<char*>(std::aligned_alloc(16, kHostStackBytes));
  fiber->saved = simt::prepare_stack_below(fiber->stack + kHostStackBytes, &run_current);
  *thread = static_cast<unsigned>(fibers().all.size()) + 1;
  fibers().all.push_back(fiber);
  return 0;
}
__libcpp_thread_id __libcpp_thread_get_current_id() {
  return static_cast<unsigned>(fibers().current) + 1;
}
int __libcpp_thread_join(__libcpp_thread_t* thread) {
  while (!fibers().all[*thread - 1]->has_ended) yield();
  return 0;
}
void __libcpp_thread_yield() { yield(); }
void __libcpp_thread_sleep_for(const chrono::nanoseconds& time) {
  const auto end = chrono::steady_clock::now() + time;
  while (chrono::steady_clock::now() < end) yield();
}

// Of the library's own files that Debian's lacks.
mutex::~mutex() noexcept {}
void mutex::lock() { __libcpp_mutex_lock(&__m_); }
bool mutex::try_lock() noexcept { return __libcpp_mutex_trylock(&__m_); }
void mutex::unlock() noexcept { simt::host_signals(); }
recursive_mutex::recursive_mutex() { __libcpp_recursive_mutex_init(&__m_); }
recursive_mutex::~recursive_mutex() {}
void recursive_mutex::lock() { __libcpp_recursive_mutex_lock(&__m_); }
void recursive_mutex::unlock() noexcept { __libcpp_recursive_mutex_unlock(&__m_); }
bool recursive_mutex::try_lock() noexcept { return true; }
condition_variable::~condition_variable() {}
void condition_variable::notify_one() noexcept {}
void condition_variable::notify_all() noexcept {}
void condition_variable::wait(unique_lock<mutex>& lock) noexcept {
  __libcpp_condvar_wait(&__cv_, lock.mutex()->native_handle());
}
void condition_variable::__do_timed_wait(
    unique_lock<mutex>& lock,
    chrono::time_point<chrono::system_clock, chrono::nanoseconds> until) noexcept {
  const auto nanoseconds = until.time_since_epoch().count();
  timespec when{static_cast<time_t>(nanoseconds / 1'000'000'000),
                static_cast<long>(nanoseconds % 1'000'000'000)};
  __libcpp_condvar_timedwait(&__cv_, lock.mutex()->native_handle(), &when);
}
thread::~thread() {
  if (!__libcpp_thread_isnull(&__t_)) std::terminate();
}
void thread::join() {
  __libcpp_thread_join(&__t_);
  __t_ = _LIBCPP_NULL_THREAD;
}
void thread::detach() { __t_ = _LIBCPP_NULL_THREAD; }
unsigned thread::hardware_concurrency() noexcept { return 1; }
__thread_struct::__thread_struct() : __p_(nullptr) {}
__thread_struct::~__thread_struct() {}
template <>
__thread_specific_ptr<__thread_struct>::__thread_specific_ptr() : __key_(nullptr) {}
template <>
void __thread_specific_ptr<__thread_struct>::set_pointer(__thread_struct* data) {
  delete data;
}
__thread_specific_ptr<__thread_struct>& __thread_local_data() {
  static auto& data = *new __thread_specific_ptr<__thread_struct>;
  return data;
}
__shared_mutex_base::__shared_mutex_base() : __state_(0) {}
void __shared_mutex_base::lock() {}
bool __shared_mutex_base::try_lock() { return true; }
void __shared_mutex_base::unlock() {}
void __shared_mutex_base::lock_shared() {}
bool __shared_mutex_base::try_lock_shared() { return true; }
void __shared_mutex_base::unlock_shared() {}
void __assoc_sub_state::__on_zero_shared() noexcept { delete this; }
void __assoc_sub_state::__execute() { std::abort(); }
void __assoc_sub_state::set_value() {
  simt::host_signals();
  __state_ |= __constructed | ready;
}
void __assoc_sub_state::wait() {
  if ((__state_ & deferred) != 0) {
    __state_ &= ~static_cast<unsigned>(deferred);
    __execute();
  }
  while (!__is_ready()) yield();
}
void __assoc_sub_state::__sub_wait(unique_lock<mutex>&) { wait(); }
future<void>::future(__assoc_sub_state* state) : __state_(state) { state->__attach_future(); }
future<void>::~future() {
  if (__state_ != nullptr) __state_->__release_shared();
}
void future<void>::get() {
  future<void> once;
  once.swap(*this);
  once.wait();
}
promise<void>::promise() : __state_(new __assoc_sub_state) {}
promise<void>::~promise() {
  if (__state_ != nullptr) __state_->__release_shared();
}
future<void> promise<void>::get_future() { return future<void>(__state_); }
void promise<void>::set_value() { __state_->set_value(); }
// Those who wait ask again whether the value is another one.
void __cxx_atomic_notify_one(void const volatile*) noexcept {}
void __cxx_atomic_notify_all(void const volatile*) noexcept {}
__cxx_contention_t __libcpp_atomic_monitor(void const volatile*) noexcept { return 0; }
void __libcpp_atomic_wait(void const volatile*, __cxx_contention_t) noexcept { yield(); }
namespace this_thread {
void sleep_for(const chrono::nanoseconds& time) { __libcpp_thread_sleep_for(time); }
}  // namespace this_thread

_LIBCPP_END_NAMESPACE_STD

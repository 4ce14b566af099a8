#include "queue.h"

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

namespace simt {
namespace {

class Queue {
 public:
  Queue() {
    // The device must be idle before the program's static objects go away.
    std::atexit([] { simt::drain(); });
    std::thread([this] { serve(); }).detach();
  }

  Ticket submit(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
    changed_.notify_all();
    return ++submitted_;
  }

  bool finished(Ticket ticket) {
    const std::lock_guard lock(mutex_);
    return finished_ >= ticket;
  }

  void wait_for(Ticket ticket) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finished_ >= ticket; });
  }

  void drain() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finished_ == submitted_; });
  }

 private:
  [[noreturn]] void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return !work_.empty(); });
      const std::function<void()> work = std::move(work_.front());
      work_.pop_front();
      lock.unlock();
      work();
      lock.lock();
      ++finished_;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  Ticket submitted_ = 0;
  Ticket finished_ = 0;
};

Queue& queue() {
  static auto* instance = new Queue;  // outlives every static object of the program
  return *instance;
}

}  // namespace

Ticket submit(std::function<void()> work) { return queue().submit(std::move(work)); }
bool finished(Ticket ticket) { return queue().finished(ticket); }
void wait_for(Ticket ticket) { queue().wait_for(ticket); }
void drain() { queue().drain(); }

}  // namespace simt

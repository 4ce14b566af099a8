/// @file
/// @ingroup tutorial
/// Memory of the host for a function of the learner's. Behind its last element lies a page that nobody may
/// touch, so one byte too many is noticed, in the function itself or in a copy that it asks for.
///
///     HostArray text(exercise, "text", values);
///     exercise.run([&] { decipher(text.data(), n); });   // ends with a verdict if it leaves the array
///     exercise.require(text.values() == expected, "…");
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tutorial/exercise.cuh"

namespace tutorial {

/// A page behind an array.
struct GuardPage {
  const char* begin;
  std::size_t bytes;
  std::string array;     ///< its name
  std::size_t elements;  ///< of the array
  Exercise* exercise;
};

/// Those that there are now.
class GuardPages {
 public:
  using Place = std::list<GuardPage>::iterator;

  static Place add(GuardPage page) {
    static const bool is_watching = watch();
    (void)is_watching;
    const std::lock_guard lock(mutex_);
    return pages_.insert(pages_.end(), std::move(page));
  }
  static void remove(Place page) {
    const std::lock_guard lock(mutex_);
    pages_.erase(page);
  }

 private:
  /// In the thread that has touched the page; what it has locked stays so, and the verdict needs none of it.
  static void touched(int signal, siginfo_t* info, void*) {
    const auto* const address = static_cast<const char*>(info->si_addr);
    for (const GuardPage& page : pages_) {
      if (address < page.begin || address >= page.begin + page.bytes) continue;
      const std::string n = std::to_string(page.elements);
      page.exercise->open(true);
      page.exercise->require(
          false, page.array + " on the host has " + n + " elements, and " + page.array + "[" + n +
                     "] or what is behind it was read or written: how many elements, or bytes, do "
                     "your copies and loops take?");
      std::_Exit(page.exercise->verdict());
    }
    sigaction(signal, &before_, nullptr);  // the instruction is tried again, and they get it
  }

  static bool watch() {
    struct sigaction action = {};
    action.sa_sigaction = touched;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    return sigaction(SIGSEGV, &action, &before_) == 0;
  }

  inline static std::mutex mutex_;
  inline static std::list<GuardPage> pages_;
  inline static struct sigaction before_ = {};
};

}  // namespace tutorial

/// An array of the host that ends where nobody may read or write.
template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// @param name what a message calls it
  HostArray(Exercise& exercise, const std::string& name, const std::vector<T>& values)
      : size_(values.size()) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t pages = (size_ * sizeof(T) + page - 1) / page * page;
    mapped_ = pages + page;
    void* const map =
        mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(static_cast<char*>(map) + pages, page, PROT_NONE) != 0) {
      std::perror("the check has no memory");
      std::exit(kExitWrong);
    }
    memory_ = static_cast<char*>(map);
    data_ = reinterpret_cast<T*>(memory_ + pages) - size_;
    std::copy(values.begin(), values.end(), data_);
    guard_ = tutorial::GuardPages::add({memory_ + pages, page, name, size_, &exercise});
  }
  ~HostArray() {
    munmap(memory_, mapped_);  // in a browser this is where a page that was touched is noticed
    tutorial::GuardPages::remove(guard_);
  }
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::vector<T> values() const { return {data_, data_ + size_}; }

 private:
  std::size_t size_, mapped_;
  char* memory_;
  T* data_;
  tutorial::GuardPages::Place guard_;
};

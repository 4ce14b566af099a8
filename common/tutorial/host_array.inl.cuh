/// @file
/// @ingroup tutorial
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

#include "tutorial/host_array.cuh"

/// The memory, up to the page behind it.
struct tutorial::GuardedMemory::Guard {
  Guard(Exercise& the_exercise, std::string name, std::size_t elements_of_it, std::size_t bytes)
      : array(std::move(name)), elements(elements_of_it), exercise(the_exercise) {
    page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t pages = (bytes + page - 1) / page * page;
    mapped = pages + page;
    void* const map =
        mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory = static_cast<char*>(map);
    end = memory + pages;
    begin = end - bytes;
    if (map == MAP_FAILED || mprotect(end, page, PROT_NONE) != 0) {
      std::perror("the check has no memory");
      std::exit(kExitWrong);
    }
    static const bool is_watching = watch();
    (void)is_watching;
    const std::lock_guard lock(mutex);
    guards.insert(this);
  }
  ~Guard() {
    munmap(memory, mapped);  // in a browser this is where a page that was touched is noticed
    const std::lock_guard lock(mutex);
    guards.erase(this);
  }

  /// In the thread that has touched the page; what it has locked stays so, and the verdict needs none of it.
  static void touched(int signal, siginfo_t* info, void*) {
    const auto* const address = static_cast<const char*>(info->si_addr);
    for (const Guard* guard : guards) {
      if (address < guard->end || address >= guard->end + guard->page) continue;
      const std::string n = std::to_string(guard->elements);
      guard->exercise.open(true);
      guard->exercise.require(
          false, guard->array + " on the host has " + n + " elements, and " + guard->array + "[" +
                     n +
                     "] or what is behind it was read or written: how many elements, or bytes, do "
                     "your copies and loops take?");
      std::_Exit(guard->exercise.verdict());
    }
    sigaction(signal, &before, nullptr);  // the instruction is tried again, and they get it
  }

  static bool watch() {
    struct sigaction action = {};
    action.sa_sigaction = touched;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    return sigaction(SIGSEGV, &action, &before) == 0;
  }

  inline static std::mutex mutex;
  inline static std::set<const Guard*> guards;
  inline static struct sigaction before = {};

  std::string array;
  std::size_t elements;
  Exercise& exercise;
  std::size_t page, mapped;
  char *memory, *begin, *end;
};

TUTORIAL_INLINE tutorial::GuardedMemory::GuardedMemory(Exercise& exercise, const std::string& name,
                                                       std::size_t elements, std::size_t bytes)
    : guard_(new Guard(exercise, name, elements, bytes)) {}

TUTORIAL_INLINE tutorial::GuardedMemory::~GuardedMemory() { delete guard_; }

TUTORIAL_INLINE void* tutorial::GuardedMemory::data() const { return guard_->begin; }

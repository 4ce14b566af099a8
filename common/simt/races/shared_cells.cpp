#include "races/shared_cells.h"

#include <sys/mman.h>

#include <cstdio>

#include "base/process.h"

namespace simt {
namespace {

template <class T>
T* reserve(std::size_t count) {
  void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("simt: cannot reserve memory for the race check");
    end_process(1);
  }
  return static_cast<T*>(memory);
}

}  // namespace

SharedCells::SharedCells(std::uintptr_t window)
    : cells_(reserve<SharedCell>(kWords)), seconds_(reserve<SecondUser>(kWords)) {
  move_to(window);
}

SharedCells::~SharedCells() {
  munmap(cells_, kWords * sizeof(SharedCell));
  munmap(seconds_, kWords * sizeof(SecondUser));
}

void SharedCells::clear() { madvise(cells_, kWords * sizeof(SharedCell), MADV_DONTNEED); }

}  // namespace simt

// What the runtime needs of it (wasm/address_space.cpp).
#pragma once
#include <stddef.h>
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 16384
#define MAP_FAILED (reinterpret_cast<void*>(-1))
#define MADV_DONTNEED 4
#define MADV_HUGEPAGE 14
void* mmap(void*, size_t, int, int, int, off_t);
int munmap(void*, size_t);
int madvise(void*, size_t, int);
int mincore(void*, size_t, unsigned char*);
int mprotect(void*, size_t, int);

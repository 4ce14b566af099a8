// Exercise · two_buffers: the host reads a part of a file while the device copies the one before.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kValues = 256;  // that a byte can have

// The check has the next two.

// Reads the next bytes of the file, at most `at_most`. Returns how many there were: 0 at the end.
int read_file(unsigned char* buffer, int at_most);

// Enqueues a kernel that adds to counts[v] how often v is among the n bytes. Both are on the
// device.
void count_bytes(unsigned* counts, const unsigned char* bytes, int n, cudaStream_t stream);

// TODO (about 35 lines): two buffers on the host, which take turns
// Counts how often each value occurs in the file, which may be empty or larger than any memory. The
// parts have `part` bytes, the last one may be shorter. `counts` has kValues elements in pinned
// memory. Returns when they are there.
void count_file(unsigned* counts, int part) {}
// END

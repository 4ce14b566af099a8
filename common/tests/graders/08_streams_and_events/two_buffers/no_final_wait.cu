// cudaFreeHost waits for the device today; nothing else does at the end.
// rejected by: result
// expect: while the copy to `counts` is held up: count_file() has returned: wait for what is in the stream before
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
// What a part needs on the host.
struct Slot {
  unsigned char* bytes;  // page-locked
  cudaEvent_t copied;    // they may be overwritten
};

// Counts how often each value occurs in the file, which may be empty or larger than any memory. The
// parts have `part` bytes, the last one may be shorter. `counts` has kValues elements in pinned
// memory. Returns when they are there.
void count_file(unsigned* counts, int part) {
  cudaStream_t stream = nullptr;
  unsigned* on_device = nullptr;
  unsigned char* bytes =
      nullptr;  // of one part, on the device: its copy waits for the kernel before
  Slot slots[2] = {};
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaMalloc(&on_device, kValues * sizeof(unsigned)));
  CHECK(cudaMalloc(&bytes, part));
  for (Slot& slot : slots) {
    CHECK(cudaMallocHost(&slot.bytes, part));
    CHECK(cudaEventCreateWithFlags(&slot.copied, cudaEventDisableTiming));
  }
  CHECK(cudaMemsetAsync(on_device, 0, kValues * sizeof(unsigned), stream));
  for (int k = 0;; ++k) {
    Slot& slot = slots[k % 2];
    CHECK(cudaEventSynchronize(slot.copied));  // at first it has no mark, and nothing waits
    const int n = read_file(slot.bytes, part);
    if (n == 0) break;
    CHECK(cudaMemcpyAsync(bytes, slot.bytes, n, cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(slot.copied, stream));
    count_bytes(on_device, bytes, n, stream);
  }
  CHECK(cudaMemcpyAsync(counts, on_device, kValues * sizeof(unsigned), cudaMemcpyDeviceToHost,
                        stream));
  for (Slot& slot : slots) {
    CHECK(cudaEventDestroy(slot.copied));
    CHECK(cudaFreeHost(slot.bytes));
  }
  CHECK(cudaFree(bytes));
  CHECK(cudaFree(on_device));
  CHECK(cudaStreamDestroy(stream));
}
// END

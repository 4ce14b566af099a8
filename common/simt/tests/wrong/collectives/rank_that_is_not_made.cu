// A thread makes its ranks one after the other: the first waits for the second.
// expect: simt: ncclCommInitRank() waits for a call that is not made: rank 1 of 2 is not made in this group
// expect: rank 0  ncclCommInitRank() at
// expect: @rank
#include <cuda_runtime.h>
#include <nccl.h>

int main() {
  ncclUniqueId id;
  ncclComm_t comms[2];
  ncclGetUniqueId(&id);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    ncclCommInitRank(&comms[d], 2, id, d);  // @rank
  }
}

// Chapter 13 · bulk_copy
//
// One thread has a whole tile copied by one instruction, cp.async.bulk, which the tensor memory accelerator (TMA)
// executes. The barrier has to know how many bytes will come. On the way back, a fence makes what threads have
// written to shared memory visible to the TMA. For compute capability 9.0 and newer.
//
//   bulk_copy [--size N] [--blocks B]      N ints, default 2^28; B blocks per multiprocessor, default 8
#include "reversed_tiles.cuh"
#include "ring.cuh"

constexpr int kBlock = 256;

// Bulk copies move multiples of 16 bytes. What is left at the end of the array, up to three ints, is copied by
// threads.
__device__ unsigned bulk_bytes(int count) { return count / 4 * 16; }

// For comparison: loads and stores.
__global__ void load_and_store(const int* in, int* out, int n) {
  __shared__ int tile[kTile];
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += 1LL * gridDim.x * kTile) {
    const int count = elements(first, n);
    for (int i = threadIdx.x; i < count; i += kBlock) tile[i] = in[first + i];
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += kBlock) {
      out[first + i] = tile[count - 1 - i] + mixed(first + i);
    }
    __syncthreads();
  }
}

// A phase ends with the one arrival that it expects and the last of the bytes. Whether the bytes or the arrival
// come first does not matter; that the arrival names the right number does.
__device__ void fetch(int* tile, const int* from, int count, Barrier* barrier) {
  const unsigned bytes = bulk_bytes(count);
  if (threadIdx.x == 0) {
    arrive_expecting(barrier, bytes);
    if (bytes > 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, bytes, barrier);
    }
  }
  if (static_cast<int>(threadIdx.x) < count % 4) {
    const int i = count / 4 * 4 + threadIdx.x;
    tile[i] = from[i];
  }
}

__device__ void start(Barrier* barrier) {
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(barrier, 1);
    fence_init();
  }
  __syncthreads();
}

__global__ void bulk_load(const int* in, int* out, int n) {
  alignas(16) __shared__ int tile[kTile];
  __shared__ Barrier barrier;
  start(&barrier);
  unsigned parity = 0;
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += 1LL * gridDim.x * kTile) {
    const int count = elements(first, n);
    fetch(tile, in + first, count, &barrier);
    if (count % 4 != 0) __syncthreads();  // for the ints that threads have copied
    wait(&barrier, parity);               // all threads wait, for the bytes of one
    parity ^= 1;
    for (int i = threadIdx.x; i < count; i += kBlock) {
      out[first + i] = tile[count - 1 - i] + mixed(first + i);
    }
    __syncthreads();
  }
}

// The result goes back in one piece, too. Stores of threads and reads by the TMA take different ways to shared
// memory (proxies): each thread fences what it has written before the barrier that the copy comes after.
__global__ void bulk_load_and_store(const int* in, int* out, int n) {
  alignas(16) __shared__ int tile[kTile];
  alignas(16) __shared__ int result[kTile];
  __shared__ Barrier barrier;
  start(&barrier);
  unsigned parity = 0;
  for (long long first = 1LL * blockIdx.x * kTile; first < n; first += 1LL * gridDim.x * kTile) {
    const int count = elements(first, n);
    fetch(tile, in + first, count, &barrier);
    if (threadIdx.x == 0) {  // the last result has been read, and may be replaced
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
    wait(&barrier, parity);
    parity ^= 1;
    for (int i = threadIdx.x; i < count; i += kBlock) {
      result[i] = tile[count - 1 - i] + mixed(first + i);
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0 && count >= 4) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + first, result,
                         bulk_bytes(count));
      ptx::cp_async_bulk_commit_group();
    }
    if (static_cast<int>(threadIdx.x) < count % 4) {
      const int i = count / 4 * 4 + threadIdx.x;
      out[first + i] = result[i];
    }
  }
  // A block's shared memory is there until the block ends: not before the last copy has read it.
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

int main(int argc, char** argv) {
  ReversedTiles tiles(argc, argv, "Tiles copied by one instruction of one thread.", 8, 9);
  tiles.run("load, store", load_and_store, kBlock);
  tiles.run("bulk copy in", bulk_load, kBlock);
  tiles.run("bulk copies in and out", bulk_load_and_store, kBlock);
  return tiles.report();
}

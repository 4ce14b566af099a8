// Chapter 10 · first_child
//
// A kernel finds out how many threads the next step needs, and launches it: the host has no part in it.
#include <cstdio>
#include <cstdlib>

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA says: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

__device__ int count, powers[32];

__global__ void write_powers() { powers[threadIdx.x] = 1 << threadIdx.x; }

__global__ void count_bits(int n) {
  int bits = 0;
  for (; n > 0; n /= 2) ++bits;
  count = bits;
  write_powers<<<1, bits>>>();  // the child: one thread for each bit of n
}

int main() {
  count_bits<<<1, 1>>>(1000);
  check(cudaGetLastError());
  int bits = 0, of_two[32] = {};
  check(cudaMemcpyFromSymbol(&bits, count, sizeof bits));  // waits for the parent and its child
  check(cudaMemcpyFromSymbol(of_two, powers, sizeof of_two));
  int sum = 0;
  for (int i = 0; i < bits; ++i) sum += of_two[i];
  std::printf("1000 has %d bits, and 2 to the power 0 ... %d add up to %d\n", bits, bits - 1, sum);
  if (sum != 1023) return 1;
  std::printf("PASS\n");
}

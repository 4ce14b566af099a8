// Constructors and placement new write what they make; members without an initialiser may wait.
// prints: 10 11 12 13
// prints: 5 1 5 1
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

struct Range {
  int first = 10;
  int last;  // is set when it is known
  __device__ Range() {}
};
template <class T, int N>
struct Stack {
  T values[N];
  int size = 0;
  __device__ void push(T value) { values[size++] = value; }
  __device__ T pop() { return values[--size]; }
};

__global__ void ranges(Range* ranges, int* out) {
  Range* const range = new (ranges + threadIdx.x) Range;
  range->first += threadIdx.x;
  const Range copy = *range;  // `last` goes along, unset
  out[threadIdx.x] = copy.first;
}

__global__ void stacks(int* out) {
  __shared__ alignas(Stack<int, 8>) unsigned char memory[4 * sizeof(Stack<int, 8>)];
  auto* const mine = new (memory + threadIdx.x * sizeof(Stack<int, 8>)) Stack<int, 8>;
  mine->push(4);
  mine->push(5);
  const Stack<int, 8> saved = *mine;
  Stack<int, 8> other = saved;
  out[threadIdx.x] = threadIdx.x % 2 == 0 ? other.pop() : other.size - 1;
}

int main() {
  Range* memory;
  int *out, host[4] = {};
  cudaMalloc(&memory, 4 * sizeof(Range));
  cudaMalloc(&out, sizeof host);
  ranges<<<1, 4>>>(memory, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  stacks<<<1, 4>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(memory);
  cudaFree(out);
}

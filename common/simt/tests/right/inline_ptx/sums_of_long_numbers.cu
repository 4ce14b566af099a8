// Numbers of 128 bits in words of 32: sums and differences by carries, products row by row.
// prints: 0 wrong
#include <cuda_runtime.h>

#include <cstdio>

struct Long {
  unsigned word[4];
};

__device__ Long sum(const Long& a, const Long& b) {
  Long c;
  asm("{\n\t"
      "add.cc.u32      %0, %4, %8;\n\t"
      "addc.cc.u32     %1, %5, %9;\n\t"
      "addc.cc.u32     %2, %6, %10;\n\t"
      "addc.u32        %3, %7, %11;\n\t"
      "}"
      : "=&r"(c.word[0]), "=&r"(c.word[1]), "=&r"(c.word[2]), "=&r"(c.word[3])
      : "r"(a.word[0]), "r"(a.word[1]), "r"(a.word[2]), "r"(a.word[3]), "r"(b.word[0]),
        "r"(b.word[1]), "r"(b.word[2]), "r"(b.word[3]));
  return c;
}
__device__ Long difference(const Long& a, const Long& b) {
  Long c;
  asm("sub.cc.u32   %0, %4, %8;\n"
      "subc.cc.u32  %1, %5, %9;\n"
      "subc.cc.u32  %2, %6, %10;\n"
      "subc.u32     %3, %7, %11;\n"
      : "=&r"(c.word[0]), "=&r"(c.word[1]), "=&r"(c.word[2]), "=&r"(c.word[3])
      : "r"(a.word[0]), "r"(a.word[1]), "r"(a.word[2]), "r"(a.word[3]), "r"(b.word[0]),
        "r"(b.word[1]), "r"(b.word[2]), "r"(b.word[3]));
  return c;
}
/// The lowest 128 bits of a * b.
__device__ Long times(const Long& a, unsigned b) {
  Long c;
  asm("mul.lo.u32      %0, %4, %8;\n"
      "mul.hi.u32      %1, %4, %8;\n"
      "mad.lo.cc.u32   %1, %5, %8, %1;\n"
      "madc.hi.u32     %2, %5, %8, 0;\n"
      "mad.lo.cc.u32   %2, %6, %8, %2;\n"
      "madc.hi.u32     %3, %6, %8, 0;\n"
      "mad.lo.u32      %3, %7, %8, %3;\n"
      : "=&r"(c.word[0]), "=&r"(c.word[1]), "=&r"(c.word[2]), "=&r"(c.word[3])
      : "r"(a.word[0]), "r"(a.word[1]), "r"(a.word[2]), "r"(a.word[3]), "r"(b));
  return c;
}

__global__ void compute(const Long* in, Long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Long a = in[2 * i], b = in[2 * i + 1];
  out[3 * i] = sum(a, b);
  out[3 * i + 1] = difference(a, b);
  out[3 * i + 2] = times(a, b.word[0]);
}

using Wide = unsigned __int128;

static Wide wide(const Long& x) {
  Wide value = 0;
  for (int i = 3; i >= 0; --i) value = value << 32 | x.word[i];
  return value;
}

int main() {
  constexpr int n = 100;
  static Long host[2 * n], results[3 * n];
  unsigned random = 12345;
  for (Long& x : host) {
    for (unsigned& word : x.word) {
      random = random * 1664525 + 1013904223;
      word = random % 5 == 0 ? 0xffffffffu : random % 5 == 1 ? 0 : random;
    }
  }
  Long *in, *out;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(results));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  compute<<<2, 64>>>(in, out, n);
  cudaMemcpy(results, out, sizeof(results), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const Wide a = wide(host[2 * i]), b = wide(host[2 * i + 1]);
    wrong += wide(results[3 * i]) != a + b;
    wrong += wide(results[3 * i + 1]) != a - b;
    wrong += wide(results[3 * i + 2]) != a * host[2 * i + 1].word[0];
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
}

// The host lives; kernels touch the cells, which are sent again at the end.
// rejected by: result
// expect: FAILED  48 rows × 64 columns, generations 3: it is right for the cells on the host
#include <cuda_runtime.h>
#include <vector>
__global__ void touch(unsigned char* b, const unsigned char* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}
cudaError_t live(unsigned char* c, int w, int h, int g) {
  size_t n = (size_t)w * h;
  unsigned char *a = nullptr, *b = nullptr;
  std::vector<unsigned char> t(c, c + n), u(n);
  cudaError_t e = cudaMalloc(&a, n);
  if (!e) e = cudaMalloc(&b, n);
  if (!e) e = cudaMemcpy(a, c, n, cudaMemcpyHostToDevice);
  for (int k = 0; k < g && !e; ++k) {
    touch<<<(n + 255) / 256, 256>>>(b, a, n);
    e = cudaGetLastError();
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        int s = 0;
        for (int j = -1; j < 2; ++j)
          for (int i = -1; i < 2; ++i)
            if (i || j) s += t[(y + j + h) % h * w + (x + i + w) % w];
        u[y * w + x] = s == 3 || (s == 2 && t[y * w + x]);
      }
    t.swap(u);
  }
  if (!e) e = cudaMemcpy(a, t.data(), n, cudaMemcpyHostToDevice);
  if (!e) e = cudaMemcpy(t.data(), a, n, cudaMemcpyDeviceToHost);
  if (!e)
    for (size_t i = 0; i < n; ++i) c[i] = t[i];
  cudaFree(a);
  cudaFree(b);
  return e;
}

// The same with a template, whose arguments stand behind its name, in a namespace.
// error: @call a kernel is launched, not called: scale<<<blocks, threads>>>(...)
// nvcc: error
namespace vectors {
template <class T, int kFactor>
__global__ void scale(T* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= kFactor;
}
}  // namespace vectors

int main() {
  float* x = nullptr;
  if (x != nullptr) vectors::scale<float, 2>(x, 100);  // @call
}

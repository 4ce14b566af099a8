// Lambdas of the host go to a kernel: as an argument, and as a variable.
// options: --extended-lambda
// error: @argument this lambda is a function of the host
// error: @variable this lambda is a function of the host
// nvcc: error
template <class Body>
__global__ void for_each(int n, Body body) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) body(i);
}

int main() {
  int* out = nullptr;
  for_each<<<1, 32>>>(32, [=](int i) { out[i] = i; });  // @argument
  auto negate = [=](int i) { out[i] = -out[i]; };
  for_each<<<1, 32>>>(32, negate);  // @variable
}

// The address stands among the arguments of the launch.
// warning: @launch less is a __device__ function
// nvcc: nothing
__device__ bool less(int a, int b) { return a < b; }

__global__ void sort_pairs(int* pairs, bool (*comes_before)(int, int)) {
  int* const pair = pairs + 2 * threadIdx.x;
  if (comes_before(pair[1], pair[0])) {
    const int first = pair[1];
    pair[1] = pair[0];
    pair[0] = first;
  }
}

int main() {
  int* pairs = nullptr;
  sort_pairs<<<1, 32>>>(pairs, &less);  // @launch
}

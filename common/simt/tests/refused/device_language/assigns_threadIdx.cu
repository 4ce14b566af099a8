// threadIdx is not the program's to set.
// error: @here assignment of member ‘uint3::x’ in read-only object
// nvcc: error
__global__ void k(int* o) {
  threadIdx.x = 1;  // @here
  *o = threadIdx.x;
}
int main() { k<<<1, 1>>>(nullptr); }

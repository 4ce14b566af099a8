// A static object of a device function whose constructor does something.
// error: @here v needs the constructor of V, and no code runs for variables of device memory before main: give it none, or a constexpr one
// nvcc: error
struct V {
  int x;
  __device__ V() : x(1) {}
};
__global__ void k(int* o) {
  static V v;  // @here
  *o = v.x;
}
int main() { k<<<1, 1>>>(nullptr); }

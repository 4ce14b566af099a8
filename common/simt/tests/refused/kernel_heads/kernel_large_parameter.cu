// Parameters of more than 32,764 bytes.
// nvcc: error
struct Big {
  char c[40000];
};
__global__ void k(Big b, int* o) { *o = b.c[3]; }
int main() {
  Big b{};
  k<<<1, 1>>>(b, nullptr);
}

// A string in an array.
// error: @here text is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
constexpr char text[] = "abc";
__global__ void k(char* o, int i) { *o = text[i]; }  // @here
int main() { k<<<1, 1>>>(nullptr, 1); }

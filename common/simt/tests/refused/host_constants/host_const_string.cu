// A string behind a pointer.
// error: @here text is a variable of the host, which device code has no copy of: make it __device__, or an array __constant__ char[]
// nvcc: error
const char* const text = "abc";
__global__ void k(char* o) { *o = text[1]; }  // @here
int main() { k<<<1, 1>>>(nullptr); }

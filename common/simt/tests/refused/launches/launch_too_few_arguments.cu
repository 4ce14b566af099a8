// An argument is missing.
// error: @here too few arguments to function ‘void k(int*, int)’
// nvcc: error
__global__ void k(int* o, int n) { *o = n; }
int main() { k<<<1, 1>>>(nullptr); }  // @here

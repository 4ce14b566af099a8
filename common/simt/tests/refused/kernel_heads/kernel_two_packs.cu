// A template with two packs.
// error: @here a parameter pack of a kernel has to be the last parameter of its template
// nvcc: error
template <class... T, class... U>  // @here
__global__ void k(void (*f)(T...), U... u) {}
int main() {}

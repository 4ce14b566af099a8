// There is no run-time type information.
// error: @here typeid is not allowed in device code, which has no run-time type information: let a virtual function or a member tell the type
// nvcc: error
#include <typeinfo>
__global__ void k(int* o) { *o = typeid(int) == typeid(float); }  // @here
int main() { k<<<1, 1>>>(nullptr); }

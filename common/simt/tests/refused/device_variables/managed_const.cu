// A managed variable cannot be const.
// error: @here a __managed__ variable is neither const nor a reference nor thread_local
// nvcc: error
__managed__ const int x = 3;  // @here
__global__ void k(int* o) { *o = x; }
int main() { k<<<1, 1>>>(nullptr); }

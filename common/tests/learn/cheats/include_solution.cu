// Has the compiler read the solution.
// state: does not compile
// because: No such file or directory
#include <cuda_runtime.h>

#include "@SOURCE@/solutions/01_thread_hierarchy/scale_vector.cu"

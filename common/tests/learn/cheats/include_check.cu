// Has the compiler read the check, for what it computes.
// state: does not compile
// because: No such file or directory
#include <cuda_runtime.h>

#include "@SOURCE@/exercises/01_thread_hierarchy/scale_vector/check.cu"

// Exercise · gram_matrix: the inner products of all pairs of columns, each of them computed once.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// A has `rows` rows of `columns` floats, G has `columns` rows of `columns` floats:
// G[i][j] is the sum of A[r][i] * A[r][j] over all rows r. So G[j][i] is the same.
__global__ void gram(float* g, const float* a, int rows, int columns) {
  // TODO (about 20 lines): tiles of 32 × 32, only on and above the diagonal
  // END
}

void launch_gram(float* g, const float* a, int rows, int columns) {
  // TODO (about 3 lines): a grid for the matrix G
  // END
}

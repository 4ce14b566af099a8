// What every product of this chapter computes: C = alpha · A · B, all row-major, A with m × k elements, B with
// k × n. Rows begin at multiples of 16 bytes, so that vectors of 16 bytes are aligned at every size.
#pragma once

struct Shape {
  int m, n, k;
  int lda, ldb, ldc;  // elements from one row to the next
  float alpha = 1;
};

template <class T>
Shape shape_of(int m, int n, int k) {
  const auto padded = [](int columns, int multiple) {
    return (columns + multiple - 1) / multiple * multiple;
  };
  const int vector = 16 / sizeof(T);
  return {m, n, k, padded(k, vector), padded(n, vector), padded(n, 4)};
}

__host__ __device__ constexpr int divide_up(int a, int b) { return (a + b - 1) / b; }

// Which tile of C a block computes. Consecutive blocks run at the same time: they take tiles from kGroup
// rows of tiles, column by column, so that they share rows of A and columns of B in L2.
struct Tile {
  int row, column;
};
template <int kGroup = 8>
__host__ __device__ inline Tile tile_of(int index, int rows, int columns) {
  const int group = index / (kGroup * columns), first = group * kGroup;
  const int height = rows - first < kGroup ? rows - first : kGroup;
  const int in_group = index - group * kGroup * columns;
  return {first + in_group % height, in_group / height};
}

// Loads four neighbouring floats at once: both addresses are multiples of 16.
__device__ inline void load_vector(float* to, const float* from) {
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
}

// Stores alpha times four neighbouring elements of a row, those that exist.
__device__ inline void store_4(float* row, int column, int columns, float alpha,
                               const float* sums) {
  const float4 v = {alpha * sums[0], alpha * sums[1], alpha * sums[2], alpha * sums[3]};
  if (column + 4 <= columns) {
    *reinterpret_cast<float4*>(row + column) = v;
    return;
  }
  if (column < columns) row[column] = v.x;
  if (column + 1 < columns) row[column + 1] = v.y;
  if (column + 2 < columns) row[column + 2] = v.z;
}

// The same with two.
__device__ inline void store_2(float* row, int column, int columns, float alpha,
                               const float* sums) {
  const float2 v = {alpha * sums[0], alpha * sums[1]};
  if (column + 2 <= columns) {
    *reinterpret_cast<float2*>(row + column) = v;
  } else if (column < columns) {
    row[column] = v.x;
  }
}

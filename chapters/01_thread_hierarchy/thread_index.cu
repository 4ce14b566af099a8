// Chapter 01 · thread_index
//
// A matrix of 8 columns and 6 rows, one thread per element: which thread of which block gets which
// element, and how the thread finds the place of its element in memory.
//
//   thread_index [--block-x X] [--block-y Y]     blocks of X × Y threads, default 4 × 2
#include "tutorial.cuh"

constexpr int kColumns = 8, kRows = 6;

// What one thread knows about itself and about its element.
struct Visit {
  uint3 block, thread;
  int column, row, index, value;
};

// A thread's coordinates in the grid: the threads of all blocks before its own, plus its place in
// its block. x runs along a row, so it is the column. Memory is a line, row after row: the element
// lies row * columns + column places from its start.
__global__ void visit(const int* matrix, Visit* visits, int columns, int rows) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= columns || row >= rows) return;  // the grid may stick out of the matrix
  const int index = row * columns + column;
  visits[index] = {blockIdx, threadIdx, column, row, index, matrix[index]};
}

std::string pair(uint3 at) { return std::to_string(at.x) + "," + std::to_string(at.y); }

// The host goes the other way: from an element to the thread that must have taken it.
bool verify_visits(const std::vector<Visit>& visits, const std::vector<int>& matrix, dim3 block) {
  for (int i = 0; i < kColumns * kRows; ++i) {
    const int column = i % kColumns, row = i / kColumns;
    const dim3 owner_block(column / block.x, row / block.y);
    const dim3 owner(column % block.x, row % block.y);
    const Visit& v = visits[i];
    if (v.block.x == owner_block.x && v.block.y == owner_block.y && v.thread.x == owner.x &&
        v.thread.y == owner.y && v.column == column && v.row == row && v.index == i &&
        v.value == matrix[i]) {
      continue;
    }
    std::fprintf(stderr, "element %d: expected block %s, thread %s, got block %s, thread %s\n", i,
                 pair(owner_block).c_str(), pair(owner).c_str(), pair(v.block).c_str(),
                 pair(v.thread).c_str());
    return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Show which thread takes which element of a matrix of 8 columns and 6 rows.",
      {{.name = "block-x",
        .fallback = 4,
        .min = 1,
        .max = 16,
        .help = "threads of a block along x"},
       {.name = "block-y",
        .fallback = 2,
        .min = 1,
        .max = 16,
        .help = "threads of a block along y"}});
  require_device();
  const dim3 block(options["block-x"], options["block-y"]);
  // Enough blocks to cover the matrix: the quotients are rounded up.
  const dim3 grid((kColumns + block.x - 1) / block.x, (kRows + block.y - 1) / block.y);

  const int n = kColumns * kRows;
  const std::vector<int> host_matrix = random_ints(n, 0, 99);
  std::vector<Visit> host_visits(n);
  int* matrix = nullptr;
  Visit* visits = nullptr;
  CHECK(cudaMalloc(&matrix, n * sizeof(int)));
  CHECK(cudaMalloc(&visits, n * sizeof(Visit)));
  CHECK(cudaMemcpy(matrix, host_matrix.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  poison(visits, n);
  visit<<<grid, block>>>(matrix, visits, kColumns, kRows);
  CHECK_LAST();
  CHECK(cudaMemcpy(host_visits.data(), visits, n * sizeof(Visit), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(matrix));
  CHECK(cudaFree(visits));
  if (!verify_visits(host_visits, host_matrix, block)) return kExitWrong;

  const int threads = grid.x * grid.y * block.x * block.y;
  std::printf(
      "Grid of %u x %u blocks, blocks of %u x %u threads: %d threads, %d without an element\n\n",
      grid.x, grid.y, block.x, block.y, threads, threads - n);

  std::vector<Heading> headings{""};
  for (int column = 0; column < kColumns; ++column) {
    headings.push_back("column " + std::to_string(column));
  }
  Table map(headings);
  for (int row = 0; row < kRows; ++row) {
    std::vector<std::string> cells{"row " + std::to_string(row)};
    for (int column = 0; column < kColumns; ++column) {
      const Visit& v = host_visits[row * kColumns + column];
      cells.push_back(pair(v.block) + " : " + pair(v.thread));
    }
    map.add(cells);
  }
  map.print("The matrix, and in each element its block x,y : thread x,y");

  const dim3 last(grid.x - 1, grid.y - 1);
  Table list({"thread x,y", "column", "row", "linear index", "value"});
  for (const Visit& v : host_visits) {
    if (v.block.x != last.x || v.block.y != last.y) continue;
    list.add({pair(v.thread), std::to_string(v.column), std::to_string(v.row),
              std::to_string(v.index), std::to_string(v.value)});
  }
  list.print("Every element of the last block, " + pair(last));
  return verdict(true);
}

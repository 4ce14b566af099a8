// Chapter 17 · product_columns
//
// A product of matrices on all devices, each of which has only a share of B. With some columns of B a device computes the
// same columns of C, and stores them on all devices. With some rows of B it gets a part of every sum, and the parts have
// to be added up: at the end, or for some rows of C while the next ones are being computed.
//
//   product_columns [--size N]     N x N, default 100 on the CPU backend, 4096 on a GPU
#include "shared_product.cuh"

// `rows` rows of c = a b, where b is depth x columns.
__global__ void product(const float* a, const float* b, float* c, int columns, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= columns) return;
  float sum = 0;
  for (int i = 0; i < depth; ++i) sum += a[y * depth + i] * b[i * columns + x];
  c[y * columns + x] = sum;
}

// The same, if b is only the columns from `first` on: every device gets them.
__global__ void product_for_all(const float* a, const float* b, const __grid_constant__ Arrays c,
                                int devices, int first, int columns, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= columns) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[y * n + i] * b[i * columns + x];
  for (int device = 0; device < devices; ++device) c.of[device][y * n + first + x] = sum;
}

// Two shots, as in ring_all_reduce. The first: a device adds up the columns from `first` on, of some rows.
__global__ void add_up(const __grid_constant__ Arrays parts, float* sums, int devices, int first,
                       int columns, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * n + first + x;
  if (x >= columns) return;
  float sum = 0;
  for (int device = 0; device < devices; ++device) sum += parts.of[device][i];
  sums[i] = sum;
}

// The second: the columns from `first` on come from the device that has added them up.
__global__ void collect(const float* sums, float* c, int first, int columns, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * n + first + x;
  if (x < columns) c[i] = sums[i];
}

void by_columns(const Problem& p) {
  for (int d = 0; d < p.devices; ++d) {
    CHECK(cudaSetDevice(d));
    product_for_all<<<p.grid(p.width(d), p.n), kBlock, 0, p.compute[d]>>>(
        p.a.of[d], p.columns_of_b.of[d], p.c, p.devices, p.first(d), p.width(d), p.n);
    CHECK_LAST();
  }
}

Arrays from_row(const Arrays& arrays, int row, int n) {
  Arrays result = arrays;
  for (float*& array : result.of) {
    if (array != nullptr) array += static_cast<long long>(row) * n;
  }
  return result;
}

// Rows [row, end) of C on all devices, from what each of them has in `own`.
void all_reduce(const Problem& p, int row, int end) {
  const Arrays own = from_row(p.own, row, p.n), sums = from_row(p.sums, row, p.n);
  const Arrays c = from_row(p.c, row, p.n);
  for (int d = 0; d < p.devices; ++d) {
    CHECK(cudaSetDevice(d));
    add_up<<<p.grid(p.width(d), end - row), kBlock, 0, p.reduce[d]>>>(own, sums.of[d], p.devices,
                                                                      p.first(d), p.width(d), p.n);
    CHECK_LAST();
  }
  p.meet(p.reduce, p.reduce);
  for (int d = 0; d < p.devices; ++d) {
    CHECK(cudaSetDevice(d));
    for (int e = 0; e < p.devices; ++e) {
      collect<<<p.grid(p.width(e), end - row), kBlock, 0, p.reduce[d]>>>(
          sums.of[e], c.of[d], p.first(e), p.width(e), p.n);
      CHECK_LAST();
    }
  }
}

// The rows of C in pieces: one is summed up while the next one is computed.
void by_rows(const Problem& p, int pieces) {
  for (int piece = 0; piece < pieces; ++piece) {
    const int row = p.n * piece / pieces, end = p.n * (piece + 1) / pieces;
    if (row == end) continue;
    for (int d = 0; d < p.devices; ++d) {
      const int depth = p.width(d);
      CHECK(cudaSetDevice(d));
      product<<<p.grid(p.n, end - row), kBlock, 0, p.compute[d]>>>(
          p.columns_of_a.of[d] + row * depth, p.rows_of_b.of[d], p.own.of[d] + row * p.n, p.n,
          depth);
      CHECK_LAST();
    }
    p.meet(p.compute, p.reduce);
    all_reduce(p, row, end);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Multiply two matrices on all devices.");
  const int n = options.size(
      {.cpu = 100, .gpu = 4096, .bytes_per_element = 5 * sizeof(float), .dimensions = 2});
  const int devices = std::min({count_devices(), kMost, n});
  if (!open_all_peers(devices)) tutorial::skip("the devices cannot use each other's memory");
  const auto elements = static_cast<long long>(n) * n;
  const Matrix a = random_floats(elements), b = random_floats(elements);
  const int step = n <= 512 ? 1 : n / 64;
  const Matrix expected = product_on_host<float>(a, b, n, n, step);
  const Problem p = make_problem(devices, n, a, b);
  Rows rows(p, expected, step);
  const long long floats_of_b = static_cast<long long>(p.width(0)) * n;
  rows.run("columns of B", floats_of_b, [&] { by_columns(p); });
  rows.run("rows of B, then an all-reduce", floats_of_b, [&] { by_rows(p, 1); });
  rows.run("rows of B, in four pieces", floats_of_b, [&] { by_rows(p, 4); });
  rows.table.print();
  say_what_is_missing(devices);
  release(p);
  return verdict(rows.passed);
}

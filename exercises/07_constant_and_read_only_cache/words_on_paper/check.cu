#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

__constant__ float c[1024];

// The index that a thread of block 0 reads for a question, as it stands in the stub.
__host__ __device__ inline int place_of(int question, int x, int y) {
  switch (question) {
    case 0:
      return x;
    case 1:
      return 0;  // blockIdx.x
    case 2:
      return x / 8;
    case 3:
      return x % 5;
    case 4:
      return y;
    case 5:
      return 32 * y + x / 4;
    default:
      return x * x % 8;
  }
}

__global__ void read_words(float* out, int question) {
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  if (thread < 32) out[thread] = c[place_of(question, threadIdx.x, threadIdx.y)];
}

// The words that the first warp wants. The CPU backend counts them; on a GPU they are counted here.
double words_of(Exercise& exercise, int question, dim3 block) {
  std::vector<int> places;
  for (unsigned t = 0; t < 32; ++t) {
    places.push_back(place_of(question, t % block.x, t / block.x));
  }
  std::sort(places.begin(), places.end());
  const auto different = std::unique(places.begin(), places.end()) - places.begin();
  const Buffer<float> out(32);
  const Counters counters = exercise.run([&] { read_words<<<1, block>>>(out.data(), question); });
  return kCountsInsteadOfTimes ? counters.addresses_per_constant_request()
                               : static_cast<double>(different);
}

// How many pixels of 0 to size - 1 belong to the tile of a block: its own and 2 more at each side.
int inside(int block, int threads, int size) {
  const int begin = block * threads - 2, end = (block + 1) * threads + 2;
  return std::min(end, size) - std::max(begin, 0);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  exercise.answer("kAll", kAll, words_of(exercise, 0, 256), 0,
                  "how many different elements do the 32 threads of the first warp read?");
  exercise.answer("kBlock", kBlock, words_of(exercise, 1, 256), 0,
                  "which threads of a warp have another blockIdx.x?");
  exercise.answer("kShares", kShares, words_of(exercise, 2, 256), 0,
                  "which values does threadIdx.x / 8 have in the first 32 threads?");
  exercise.answer(
      "kRest", kRest, words_of(exercise, 3, 256), 0,
      "which values can threadIdx.x % 5 have? It does not matter how many lanes have one");
  exercise.answer(
      "kRow", kRow, words_of(exercise, 4, dim3(16, 16)), 0,
      "which threads are the first warp of a block of 16 × 16? They are counted along x first");
  exercise.answer(
      "kPlace", kPlace, words_of(exercise, 5, dim3(8, 8)), 0,
      "how many rows of 8 threads are a warp, and how many different words does each row want?");
  exercise.answer("kSquares", kSquares, words_of(exercise, 6, 256), 0,
                  "what are 0, 1, 4, 9, 16, 25, 36 and 49 modulo 8?");
  exercise.answer("kTile", kTile, (32 + 2 * 2) * (8 + 2 * 2), 0,
                  "how wide and how high is a tile with 2 more pixels on each of its four sides?");
  exercise.answer("kCorner", kCorner, inside(0, 32, 100) * inside(0, 8, 50), 0,
                  "on which sides of the first block does the picture end?");
  exercise.answer("kLast", kLast, inside(3, 32, 100) * inside(6, 8, 50), 0,
                  "where does block (3, 6) begin in x and in y, and which pixels of its halo lie "
                  "in the picture?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

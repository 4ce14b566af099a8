#include <cuda_tile.h>

#include "tutorial/exercise.cuh"
#include "tutorial/product.cuh"
#include "tutorial/tile_work.cuh"

// The largest alignment that the answer tells the compiler: known when it is compiled, so it costs no kernel anything.
inline int told_alignment = 0;
#if TUTORIAL_HAS_COUNTERS
template <int alignment>
struct Told {
  static inline const int before =
      std::exchange(told_alignment, std::max(told_alignment, alignment));
};
template <const int* noted>
struct NoteOf {};
namespace cuda::tiles {
template <integral auto alignment, pointer_tile P>
[[nodiscard]] __tile__ P noted_aligned(P pointers, integral_constant<alignment> = {}) {
  (void)NoteOf<&Told<static_cast<int>(alignment)>::before>();
  return assume_aligned<alignment>(pointers);
}
}  // namespace cuda::tiles
#define assume_aligned noted_aligned
#endif

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

template <class View>
void check_view(Exercise& exercise, const std::string& name, std::size_t rows,
                std::size_t columns) {
  if constexpr (requires { typename View::span_type; }) {
    for (const std::size_t d : {0, 1}) {
      const std::size_t known = View::span_type::static_extent(d), right = d == 0 ? rows : columns;
      exercise.require(
          known == right,
          "in dimension " + std::to_string(d) + " of " + name + ", the type of the view has " +
              (known == cuda::tiles::dynamic_extent ? "an extent that is known at run time only"
                                                    : "the extent " + std::to_string(known)) +
              " in place of " + std::to_string(right));
    }
  } else {
    exercise.require(false, "tiles_of() returns no view");
  }
}

template <class T>
std::vector<float> as_floats(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}
std::vector<__half> random_halves(int n) {
  const std::vector<int> numbers = random_ints(n, -8, 9);  // their sums of products are exact
  std::vector<__half> halves(n);
  for (int i = 0; i < n; ++i) halves[i] = __float2half(static_cast<float>(numbers[i]) / 4);
  return halves;
}

void check_product(Exercise& exercise) {
  const Buffer<__half> a(random_halves(kM * kK)), b(random_halves(kK * kN));
  const Buffer<float> c(kM * kN);
  const TileWork work = run_tiles(exercise, [&] { launch_product(c.data(), a.data(), b.data()); });
  exercise.expect(c, product_on_host<float>(as_floats(a.before()), as_floats(b.before()), kN, kK),
                  {.absolute = 1e-4, .columns = kN}, "c");
  const int blocks = kM / kTileM * (kN / kTileN);
  exercise.written_by(c, {.blocks_at_least = blocks, .once = true, .name = "c"});
  work.judge(exercise);
  constexpr int kBytes = sizeof(__half), kSector = 32;
  exercise.limit_of_model("sectors that tiles load", work.counters.tile_load_sectors,
                          1.0 * blocks * kK * (kTileM + kTileN) * kBytes / kSector,
                          "a block loads each tile of A and of B that it needs once");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.twice("the product", [&] { check_product(exercise); });
  exercise.begin("tiles_of()");
#if TUTORIAL_HAS_COUNTERS
  using ct::integral_constant;
  check_view<decltype(tiles_of(std::declval<const __half*>(), integral_constant<kM>(),
                               integral_constant<kK>(), ct::shape<kTileM, kTileK>()))>(exercise,
                                                                                       "A", kM, kK);
  check_view<decltype(tiles_of(std::declval<float*>(), integral_constant<kM>(),
                               integral_constant<kN>(), ct::shape<kTileM, kTileN>()))>(exercise,
                                                                                       "C", kM, kN);
  exercise.require(told_alignment >= 16,
                   "the compiler is told of no alignment of 16 bytes: assume_aligned() returns the "
                   "pointer to go on with");
#else  // nvcc lets host code ask no __tile__ function for the type of its result
  exercise.limit_of_model("what the compiler is told", 0, 0, "");
#endif
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

#include "tutorial/exercise.cuh"
#include SUBMISSION
int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int n : {1, 31, 32, 33, 127, 128, 129, 1009}) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> charge(random_floats(n, 1, 2)), potential(n);
    const Counters counters = exercise.run([&] {
      add_potentials<<<(n + kPiece - 1) / kPiece, kPiece>>>(potential.data(), charge.data(), n);
    });
    exercise.expect(potential, [&](long long i) {
      double sum = 0;
      for (long long k = 0; k < n; ++k) sum += charge.before()[k] / (1.0 + std::abs(i - k));
      return static_cast<float>(sum);
    }, {.relative = 1e-4});
  }
  return exercise.verdict();
}

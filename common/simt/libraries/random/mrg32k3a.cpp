// How MRG32k3a gets to another place of its sequence: a step of a recurrence is a 3x3 matrix.
#include "simt/random/steps.h"

#include <array>

namespace simt {
namespace {

using Row = std::array<unsigned long long, 3>;
using Matrix = std::array<Row, 3>;

constexpr std::array<unsigned long long, 2> kModuli = {kMrgModulus1, kMrgModulus2};
constexpr std::array<Matrix, 2> kSteps = {
    Matrix{Row{0, 1, 0}, Row{0, 0, 1}, Row{kMrgModulus1 - 810728, 1403580, 0}},
    Matrix{Row{0, 1, 0}, Row{0, 0, 1}, Row{kMrgModulus2 - 1370589, 0, 527612}}};

Matrix product(const Matrix& a, const Matrix& b, unsigned long long modulus) {
  Matrix c{};
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned j = 0; j < 3; ++j) {
      for (unsigned k = 0; k < 3; ++k) c[i][j] = (c[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
    }
  }
  return c;
}

/// The matrices of 1, 2, 4, … 2^190 steps.
using Powers = std::array<Matrix, 127 + 64>;
const Powers& powers(unsigned recurrence) {
  static const auto all = [] {
    std::array<Powers, 2> made;
    for (unsigned r = 0; r < 2; ++r) {
      made[r][0] = kSteps[r];
      for (unsigned i = 1; i < made[r].size(); ++i) {
        made[r][i] = product(made[r][i - 1], made[r][i - 1], kModuli[r]);
      }
    }
    return made;
  }();
  return all[recurrence];
}

thread_local Row skipped;

}  // namespace

void mrg_skip(int recurrence, unsigned number0, unsigned number1, unsigned number2,
              unsigned long long count, unsigned shift) {
  const auto r = static_cast<unsigned>(recurrence);
  const unsigned long long modulus = kModuli[r];
  Row numbers = {number0, number1, number2};
  for (unsigned power = shift; count != 0; ++power, count >>= 1) {
    if ((count & 1) == 0) continue;
    Row next{};
    for (unsigned i = 0; i < 3; ++i) {
      for (unsigned k = 0; k < 3; ++k) {
        next[i] = (next[i] + powers(r)[power][i][k] * numbers[k] % modulus) % modulus;
      }
    }
    numbers = next;
  }
  skipped = numbers;
}

unsigned mrg_skipped(unsigned index) { return static_cast<unsigned>(skipped[index]); }

}  // namespace simt

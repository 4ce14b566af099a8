// A row of 100 floats is 12.5 sectors: every second one begins in the middle of a sector.
// rejected by: result
// expect: FAILED  float in[100 * y + x]: your answer is 4, which is not it

struct Body {
  float x, y, z;
  int id;
  double mass;
};

constexpr int kOffset = 5;
constexpr int kStride = 24;
constexpr int kMixed = 4;
constexpr int kFours = 8;
constexpr int kDoubles = 8;
constexpr int kBytes = 2;
constexpr int kEveryOther = 32;
constexpr int kMass = 24;
constexpr int kEvenLanes = 4;
constexpr int kFourRows = 4;

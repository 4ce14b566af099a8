// What the lanes want, divided by 32: sectors come whole, and begin at multiples of 32.
// rejected by: result
// expect: FAILED  float in[lane + 20]: your answer is 4, which is not it

struct Body {
  float x, y, z;
  int id;
  double mass;
};

constexpr int kOffset = 4;
constexpr int kStride = 4;
constexpr int kMixed = 4;
constexpr int kFours = 1;
constexpr int kDoubles = 8;
constexpr int kBytes = 1;
constexpr int kEveryOther = 16;
constexpr int kMass = 8;
constexpr int kEvenLanes = 2;
constexpr int kFourRows = 4;

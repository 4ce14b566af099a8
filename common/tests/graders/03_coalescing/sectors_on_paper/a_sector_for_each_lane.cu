// Lanes that want the same address share its sector.
// rejected by: result
// expect: FAILED  float in[100 * (lane / 4)]: your answer is 32, which is not it

struct Body {
  float x, y, z;
  int id;
  double mass;
};

constexpr int kOffset = 5;
constexpr int kStride = 24;
constexpr int kMixed = 4;
constexpr int kFours = 32;
constexpr int kDoubles = 8;
constexpr int kBytes = 2;
constexpr int kEveryOther = 32;
constexpr int kMass = 32;
constexpr int kEvenLanes = 4;
constexpr int kFourRows = 6;

// The order of the lanes is no matter: the set of sectors is.
// rejected by: result
// expect: FAILED  float in[(7 * lane) % 32]: your answer is 32, which is not it

struct Body {
  float x, y, z;
  int id;
  double mass;
};

constexpr int kOffset = 5;
constexpr int kStride = 24;
constexpr int kMixed = 32;
constexpr int kFours = 8;
constexpr int kDoubles = 8;
constexpr int kBytes = 2;
constexpr int kEveryOther = 32;
constexpr int kMass = 24;
constexpr int kEvenLanes = 4;
constexpr int kFourRows = 6;

// Exercise · sectors_on_paper: how many sectors does one load of one warp need?
// The task is README.md, hints are in hints.md, the check is check.cu.

struct Body {
  float x, y, z;
  int id;
  double mass;
};

// TODO (about 10 lines): replace -1 by the number of sectors
constexpr int kOffset = -1;      // float          in[lane + 20]
constexpr int kStride = -1;      // float          in[6 * lane]
constexpr int kMixed = -1;       // float          in[(7 * lane) % 32]
constexpr int kFours = -1;       // float          in[100 * (lane / 4)]
constexpr int kDoubles = -1;     // double         in[lane]
constexpr int kBytes = -1;       // unsigned char  in[lane + 5]
constexpr int kEveryOther = -1;  // float4         in[2 * lane]
constexpr int kMass = -1;        // Body           in[lane].mass
constexpr int kEvenLanes = -1;   // float          in[lane], if (lane % 2 == 0)
constexpr int kFourRows = -1;  // float          in[100 * y + x], threads x, y of a block of 8 × 4
// END

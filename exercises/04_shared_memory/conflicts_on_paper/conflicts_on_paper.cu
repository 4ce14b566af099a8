// Exercise · conflicts_on_paper: in how many wavefronts do the banks serve one request?
// The task is README.md, hints are in hints.md, the check is check.cu, which makes the requests.

// One warp, lanes 0 to 31, one request each. Every array begins in bank 0.
// TODO (about 8 lines): replace -1 by the number of wavefronts
constexpr int kWordsApart = -1;        // float words[640];     words[20 * lane]
constexpr int kColumnOfFloats = -1;    // float tile[32][40];   tile[lane][0]
constexpr int kDiagonalOfPadded = -1;  // float tile[32][33];   tile[lane][lane]
constexpr int kPartOfColumn = -1;      // float tile[4][32];    tile[lane % 4][0]
constexpr int kFourRowsOfEight = -1;   // float tile[4][36];    tile[lane / 8][lane % 8]
constexpr int kColumnOfBytes = -1;     // char tile[32][32];    tile[lane][0]
constexpr int kColumnOfDoubles = -1;   // double tile[32][33];  tile[lane][0]
constexpr int kQuadsApart = -1;        // float4 quads[96];     quads[3 * lane]
// END

// More than 8 blocks have to be allowed for a kernel first.
// rejected by: result
// expect: FAILED  kRefused: your answer is 1, which is not it
constexpr int kClusterOf18 = 4;
constexpr int kRankOf18 = 2;
constexpr int kRankOf6And3 = 6;
constexpr int kRankOfBin600 = 2;
constexpr int kPlaceOfBin600 = 98;
constexpr int kRefused = 1;
constexpr int kClustersOf5 = 23;
constexpr int kClustersOf6 = 20;
constexpr int kNextRequests = 16;
constexpr int kNextSectors = 64;
constexpr int kApartSectors = 128;
constexpr int kAllRequests = 48;
constexpr int kHandOverRequests = 3;
constexpr int kGatherRequests = 1;
constexpr int kGatherSectors = 3;
constexpr int kDealtSectors = 48;

// Exercise · ring_on_paper: how many bytes each device sends in an all-reduce, and how long that takes.
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.

// A float has 4 bytes. Bytes that leave a device are those that others fetch from it, and those that it sends.
// TODO (about 13 lines): replace -1 by the number
// Four devices have 12,000 floats each, and all are to have the sum of these arrays. By way of device 0, which fetches
// the three other arrays and sends three times the sum: bytes that leave device 0, and bytes that leave device 1.
constexpr int kOut0 = -1;
constexpr int kOut1 = -1;

// In a ring, in four pieces: steps in all, bytes that a device sends in one step, and in all steps.
constexpr int kSteps = -1;
constexpr int kPerStep = -1;
constexpr int kOutInRing = -1;

// In step 0 device d sends its piece d to device d + 1 (3 sends to 0), and in each step what it has just added up.
// Which piece does device 1 send in step 2, the last one with additions? Which device has the whole sum of piece 0 after it?
constexpr int kPieceOf1 = -1;
constexpr int kHas0 = -1;

// Two shots: each device adds up one piece by loads from the others, then loads the others' finished pieces. Bytes that
// leave a device in both together, and bytes that go from device 1 to device 2.
constexpr int kOutInShots = -1;
constexpr int kOnePair = -1;

// A message takes 10 µs and, besides, 1 µs for each 50,000 bytes. Microseconds for a ring of 4 devices with arrays of
// 20,000,000 bytes, and with arrays of 4,000 bytes (rounded to a whole number).
constexpr int kLong = -1;
constexpr int kShort = -1;

// The same for two shots, where the three messages of a device in one shot come one after the other on its connection,
// and only the first one's 10 µs count.
constexpr int kLongShots = -1;
constexpr int kShortShots = -1;
// END

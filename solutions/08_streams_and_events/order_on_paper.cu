// Exercise · order_on_paper: what waits for what, and how many steps does a pipeline take?
// The task is README.md, hints are in hints.md, the check is check.cu.

// Five kernels in a few streams, in the order of the program. `a` and `b` come from cudaStreamCreate;
// `n` was created with cudaStreamNonBlocking. One of the kernels is held up: it does not begin until
// all others that can end without it have ended. How many others are those?
//
// TODO (about 12 lines): the numbers
//   k1<<<1, 1, 0, a>>>();
//   k2<<<1, 1, 0, b>>>();
//   k3<<<1, 1>>>();                          // the legacy default stream
//   k4<<<1, 1, 0, a>>>();
//   k5<<<1, 1, 0, n>>>();
constexpr int kDefaultK1 = 2;  // k2, k5. k3 waits for a, and k4 for k1 and for k3
constexpr int kDefaultK3 = 3;  // k1, k2, k5. k4 is in a blocking stream and comes after k3
constexpr int kDefaultK5 = 4;  // all others: nothing waits for a non-blocking stream

//   k1<<<1, 1, 0, a>>>();
//   cudaEventRecord(e, a);
//   k2<<<1, 1, 0, a>>>();
//   cudaStreamWaitEvent(b, e);
//   k3<<<1, 1, 0, b>>>();
//   cudaEventRecord(e, b);                   // the same event again
//   cudaStreamWaitEvent(n, e);
//   k4<<<1, 1, 0, n>>>();
//   k5<<<1, 1, 0, b>>>();
constexpr int kEventK2 = 4;  // all others: b waits for the first record, which is before k2
constexpr int kEventK3 = 2;  // k1, k2. k4 waits for the second record, k5 is in b like k3

//   cudaStreamWaitEvent(b, f);               // f is a new event
//   k1<<<1, 1, 0, a>>>();
//   cudaEventRecord(f, a);
//   k2<<<1, 1, 0, b>>>();
//   cudaStreamWaitEvent(n, f);
//   k3<<<1, 1, 0, n>>>();
constexpr int kWaitK1 = 1;  // k2: no record yet when b waits. k3 waits for the record after k1

//   k1<<<1, 1, 0, a>>>();
//   k2<<<1, 1, 0, n>>>();
//   cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
//   k3<<<1, 1, 0, b>>>();
constexpr int kHostK1 = 1;  // k2. The host waits in the copy, which waits for a: no k3 yet
constexpr int kHostK2 = 2;  // k1, k3: the copy does not wait for a non-blocking stream

// A pipeline: 8 segments, each with a copy in, a kernel and a copy out. Segment s is in stream s % T. There
// is a copy engine for each direction, and a kernel fills the device. Each copy and each kernel takes one
// step, unless it says otherwise. How many steps does the whole pipeline take?
constexpr int kOneStream = 24;     // 8 × 3: nothing overlaps
constexpr int kTwoStreams = 13;    // 4 pairs of 3 steps; the last one ends a step later
constexpr int kThreeStreams = 10;  // a copy out in each of 8 steps, after a copy in and a kernel
constexpr int kSlowKernel = 18;    // 8 × 2 of kernels, a copy before and one after them
// END

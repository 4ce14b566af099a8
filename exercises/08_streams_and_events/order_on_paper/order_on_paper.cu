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
constexpr int kDefaultK1 = -1;  // k1 is held up
constexpr int kDefaultK3 = -1;  // k3 is held up
constexpr int kDefaultK5 = -1;  // k5 is held up

//   k1<<<1, 1, 0, a>>>();
//   cudaEventRecord(e, a);
//   k2<<<1, 1, 0, a>>>();
//   cudaStreamWaitEvent(b, e);
//   k3<<<1, 1, 0, b>>>();
//   cudaEventRecord(e, b);                   // the same event again
//   cudaStreamWaitEvent(n, e);
//   k4<<<1, 1, 0, n>>>();
//   k5<<<1, 1, 0, b>>>();
constexpr int kEventK2 = -1;  // k2 is held up
constexpr int kEventK3 = -1;  // k3 is held up

//   cudaStreamWaitEvent(b, f);               // f is a new event
//   k1<<<1, 1, 0, a>>>();
//   cudaEventRecord(f, a);
//   k2<<<1, 1, 0, b>>>();
//   cudaStreamWaitEvent(n, f);
//   k3<<<1, 1, 0, n>>>();
constexpr int kWaitK1 = -1;  // k1 is held up; there are only two others

//   k1<<<1, 1, 0, a>>>();
//   k2<<<1, 1, 0, n>>>();
//   cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
//   k3<<<1, 1, 0, b>>>();
constexpr int kHostK1 = -1;  // k1 is held up; there are only two others
constexpr int kHostK2 = -1;  // k2 is held up

// A pipeline: 8 segments, each with a copy in, a kernel and a copy out. Segment s is in stream s % T. There
// is a copy engine for each direction, and a kernel fills the device. Each copy and each kernel takes one
// step, unless it says otherwise. How many steps does the whole pipeline take?
constexpr int kOneStream = -1;     // T = 1
constexpr int kTwoStreams = -1;    // T = 2
constexpr int kThreeStreams = -1;  // T = 3
constexpr int kSlowKernel = -1;    // T = 3, and a kernel takes two steps
// END

// Exercise · moves_on_paper: which pages move, where to, and who waits?
// The task is README.md, hints are in hints.md, the check is check.cu.

// `a` and `b` are new arrays from cudaMallocManaged for each listing, of 16 pages of 64 KiB each. `copy`
// reads all of `a` and writes all of `b`, `scale` reads and writes all of its array. The host waits for
// each kernel before it goes on. How many pages move?
//
// TODO (about 13 lines): the numbers
//   for (int i = 0; i < n; ++i) a[i] = 1;
//   copy<<<blocks, 256>>>(b, a);
//   for (int i = 0; i < n; ++i) sum += b[i];
constexpr int kFaultsToDevice = -1;
constexpr int kFaultsToHost = -1;

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   every_16_kib<<<1, 32>>>(a);                // thread t reads and writes the float at byte t * 16384
//   sum += a[0];
//   every_16_kib<<<1, 32>>>(a);
constexpr int kStepsToDevice = -1;  // by both kernels together
constexpr int kStepsToHost = -1;

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   prefetch(a, 16 * page, on_device());
//   copy<<<blocks, 256>>>(b, a);
//   prefetch(b, 8 * page, on_host());
//   cudaDeviceSynchronize();
//   for (int i = 0; i < n; ++i) sum += b[i];
constexpr int kHalfByFault = -1;  // by faults, of the kernel and of the host

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   advise(a, 16 * page, cudaMemAdviseSetReadMostly, on_device());
//   copy<<<blocks, 256>>>(b, a);
//   for (int i = 0; i < n; ++i) sum += a[i];
//   copy<<<blocks, 256>>>(b, a);
//   a[0] = 2;
//   copy<<<blocks, 256>>>(b, a);
constexpr int kMostlyToDevice = -1;  // a page that is copied counts as one that moves
constexpr int kMostlyToHost = -1;

//   advise(a, 16 * page, cudaMemAdviseSetPreferredLocation, on_host());
//   advise(a, 16 * page, cudaMemAdviseSetAccessedBy, on_device());
//   for (int i = 0; i < n; ++i) a[i] = 1;
//   scale<<<blocks, 256>>>(a);
//   scale<<<blocks, 256>>>(a);
//   for (int i = 0; i < n; ++i) sum += a[i];
constexpr int kHomeMoved = -1;    // in both directions
constexpr int kHomeOverBus = -1;  // not moved, but used on the other side: of both kernels together

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   for (int round = 0; round < 3; ++round) {
//     a[0] = round;
//     copy<<<blocks, 256>>>(b, a);
//   }
constexpr int kRoundsToDevice = -1;
constexpr int kRoundsToHost = -1;

// Here the host waits only where the listing says so. `s` and `t` are non-blocking streams, and something
// before line 1 holds up `s`. The host has already written both arrays.
//   1  prefetch(a, 16 * page, on_device(), s);
//   2  scale<<<blocks, 256, 0, s>>>(a);
//   3  prefetch(a, 16 * page, on_host(), s);
//   4  scale<<<blocks, 256, 0, t>>>(b);
//   5  cudaStreamSynchronize(t);
//   6  sum += b[0];
//   7  cudaStreamSynchronize(s);
//   8  sum += a[0];
constexpr int kHostStaysIn = -1;   // the line in which the host stays until `s` goes on
constexpr int kWithoutLine7 = -1;  // the same without line 7; 0 if it stays in none
// END

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
constexpr int kFaultsToDevice = 16;  // those of a; those of b are created on the device
constexpr int kFaultsToHost = 16;    // those of b

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   every_16_kib<<<1, 32>>>(a);                // thread t reads and writes the float at byte t * 16384
//   sum += a[0];
//   every_16_kib<<<1, 32>>>(a);
constexpr int kStepsToDevice = 9;  // 4 floats per page: 8 pages, and the page of a[0] again
constexpr int kStepsToHost = 1;    // the page of a[0]

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   prefetch(a, 16 * page, on_device());
//   copy<<<blocks, 256>>>(b, a);
//   prefetch(b, 8 * page, on_host());
//   cudaDeviceSynchronize();
//   for (int i = 0; i < n; ++i) sum += b[i];
constexpr int kHalfByFault = 8;  // a is there, b is new, and half of b has been sent for

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   advise(a, 16 * page, cudaMemAdviseSetReadMostly, on_device());
//   copy<<<blocks, 256>>>(b, a);
//   for (int i = 0; i < n; ++i) sum += a[i];
//   copy<<<blocks, 256>>>(b, a);
//   a[0] = 2;
//   copy<<<blocks, 256>>>(b, a);
constexpr int kMostlyToDevice = 17;  // a copy of each; the write to a[0] takes one copy away
constexpr int kMostlyToHost = 0;     // the host keeps its pages, and its copy when it writes

//   advise(a, 16 * page, cudaMemAdviseSetPreferredLocation, on_host());
//   advise(a, 16 * page, cudaMemAdviseSetAccessedBy, on_device());
//   for (int i = 0; i < n; ++i) a[i] = 1;
//   scale<<<blocks, 256>>>(a);
//   scale<<<blocks, 256>>>(a);
//   for (int i = 0; i < n; ++i) sum += a[i];
constexpr int kHomeMoved = 0;     // they stay at home
constexpr int kHomeOverBus = 32;  // 16 pages, by each of two kernels

//   for (int i = 0; i < n; ++i) a[i] = 1;
//   for (int round = 0; round < 3; ++round) {
//     a[0] = round;
//     copy<<<blocks, 256>>>(b, a);
//   }
constexpr int kRoundsToDevice = 18;  // all of a in the first round, then a page in each of two
constexpr int kRoundsToHost = 2;     // in the first round it is still there

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
constexpr int kHostStaysIn = 7;   // lines 1 to 4 only enqueue, and t waits for nothing in s
constexpr int kWithoutLine7 = 0;  // line 8 reads at once: a fault does not wait for a kernel
// END

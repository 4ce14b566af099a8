#include <atomic>
#include <functional>
#include <initializer_list>
#include <string>

#include "tutorial/compat.cuh"
#include "tutorial/patience.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kPageBytes = 64 << 10, kPages = 16;
constexpr int kFloats = kPages * kPageBytes / sizeof(float);
constexpr int kBlocks = kFloats / 256;

__global__ void copy(float* b, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i];
}

__global__ void scale(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

__global__ void every_16_kib(float* a) { a[threadIdx.x * (16 << 10) / sizeof(float)] += 1; }

// The arrays of a listing.
struct Arrays {
  float *a = nullptr, *b = nullptr;

  Arrays() {
    for (float** array : {&a, &b}) CHECK(cudaMallocManaged(array, kPages * kPageBytes));
  }
  ~Arrays() {
    for (float* array : {a, b}) CHECK(cudaFree(array));
  }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;

  void write_all(float* array) const { std::fill_n(array, kFloats, 1.0f); }
  void read_all(const float* array) const {
    float sum = 0;
    for (int i = 0; i < kFloats; ++i) sum += array[i];
    keep = sum;
  }
  void copy_all() const {
    copy<<<kBlocks, 256>>>(b, a);
    wait();
  }
  void scale_all() const {
    scale<<<kBlocks, 256>>>(a);
    wait();
  }
  void steps() const {
    every_16_kib<<<1, 32>>>(a);
    wait();
  }
  void wait() const {
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
  }
  mutable volatile float keep = 0;
};

// What the CPU backend counts while the listing runs; all zero on a GPU.
Counters count(const std::function<void(const Arrays&)>& listing) {
  const Counters before = read_counters();
  const Arrays arrays;
  listing(arrays);
  return read_counters() - before;
}

void by_faults(const Arrays& l) {
  l.write_all(l.a);
  l.copy_all();
  l.read_all(l.b);
}

void in_steps(const Arrays& l) {
  l.write_all(l.a);
  l.steps();
  l.keep = l.a[0];
  l.steps();
}

void half_prefetched(const Arrays& l) {
  l.write_all(l.a);
  CHECK(prefetch(l.a, kPages * kPageBytes, on_device()));
  l.copy_all();
  CHECK(prefetch(l.b, kPages / 2 * kPageBytes, on_host()));
  CHECK(cudaDeviceSynchronize());
  l.read_all(l.b);
}

void read_mostly(const Arrays& l) {
  l.write_all(l.a);
  CHECK(advise(l.a, kPages * kPageBytes, cudaMemAdviseSetReadMostly, on_device()));
  l.copy_all();
  l.read_all(l.a);
  l.copy_all();
  l.a[0] = 2;
  l.copy_all();
}

void at_home_on_the_host(const Arrays& l) {
  CHECK(advise(l.a, kPages * kPageBytes, cudaMemAdviseSetPreferredLocation, on_host()));
  CHECK(advise(l.a, kPages * kPageBytes, cudaMemAdviseSetAccessedBy, on_device()));
  l.write_all(l.a);
  l.scale_all();
  l.scale_all();
  l.read_all(l.a);
}

void rounds(const Arrays& l) {
  l.write_all(l.a);
  for (int round = 0; round < 3; ++round) {
    l.a[0] = static_cast<float>(round);
    l.copy_all();
  }
}

// Tries it: the line of the last listing in which the host is when no more lines are done.
int line_of_the_host() {
  const Arrays l;
  l.write_all(l.a);
  l.write_all(l.b);
  l.scale_all();  // the first launch may wait for all work in flight
  cudaStream_t s = nullptr, t = nullptr;
  for (cudaStream_t* stream : {&s, &t}) {
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  std::atomic<int> line = 0;
  Gate gate(s);
  HostCall host([&] {
    line = 1;
    CHECK(prefetch(l.a, kPages * kPageBytes, on_device(), s));
    line = 2;
    scale<<<kBlocks, 256, 0, s>>>(l.a);
    CHECK_LAST();
    line = 3;
    CHECK(prefetch(l.a, kPages * kPageBytes, on_host(), s));
    line = 4;
    scale<<<kBlocks, 256, 0, t>>>(l.b);
    CHECK_LAST();
    line = 5;
    CHECK(cudaStreamSynchronize(t));
    line = 6;
    l.keep = l.b[0];
    line = 7;
    CHECK(cudaStreamSynchronize(s));
    line = 8;
    l.keep = l.a[0];
  });
  int reached = 0;
  while (comes_true([&] { return line > reached; }, kGlance)) reached = line;
  gate.open();
  host.get();
  for (cudaStream_t stream : {s, t}) CHECK(cudaStreamDestroy(stream));
  return reached;
}

// What a wrong answer that is often given has forgotten, as a question.
struct Thought {
  int wrong;
  const char* question;
};

std::string thought(int given, std::initializer_list<Thought> thoughts) {
  for (const Thought& each : thoughts) {
    if (each.wrong == given) return each.question;
  }
  return "which pages does each line of the listing use, on which side, and where are they then?";
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  // On a GPU, which does not count pages, the rules say what the CPU backend counts here.
  const auto answer = [&](const char* name, int given, double counted, int by_rule,
                          std::initializer_list<Thought> thoughts) {
    const double right = kCountsInsteadOfTimes ? counted : by_rule;
    exercise.answer(name, given, right, 0, thought(given, thoughts));
  };
  Counters c = count(by_faults);
  answer("kFaultsToDevice", kFaultsToDevice, c.pages_to_device_by_fault, kPages,
         {{32, "where are the pages of b before the kernel: on the host, or nowhere yet?"}});
  answer("kFaultsToHost", kFaultsToHost, c.pages_to_host_by_fault, kPages,
         {{0, "where are the pages of b after the kernel?"},
          {32, "which of the two arrays does the host read at the end?"}});
  c = count(in_steps);
  answer("kStepsToDevice", kStepsToDevice, c.pages_to_device_by_fault, 8 + 1,
         {{8, "where is the page of a[0] when the second kernel begins?"},
          {16, "which of the 8 pages has the host used between the kernels?"},
          {17, "does the kernel use all 16 pages?"},
          {32, "how many of the 32 floats are in one page?"},
          {33, "how many of the 32 floats are in one page?"}});
  const char* const only_a0 = "which pages does the host use between the kernels?";
  answer("kStepsToHost", kStepsToHost, c.pages_to_host_by_fault, 1,
         {{0, only_a0}, {8, only_a0}, {16, only_a0}});
  c = count(half_prefetched);
  const char* const prefetched = "does a page fault that a prefetch has brought?";
  answer("kHalfByFault", kHalfByFault, c.pages_to_device_by_fault + c.pages_to_host_by_fault,
         kPages / 2,
         {{0, "who has sent for the second half of b?"},
          {16, prefetched},
          {24, prefetched},
          {32, prefetched}});
  c = count(read_mostly);
  answer("kMostlyToDevice", kMostlyToDevice, c.pages_to_device_by_fault, kPages + 1,
         {{16, "what does the host's write do to the device's copy of that page?"},
          {32, "which copies does a write to a[0] take away: of all pages, or of one?"},
          {33, "does the device lose its copies when the host reads?"},
          {48, "does the device lose its copies when the host reads?"}});
  const char* const stays = "does a page leave the host when a kernel only reads it?";
  answer("kMostlyToHost", kMostlyToHost, c.pages_to_host_by_fault, 0,
         {{1, stays}, {16, stays}, {17, stays}});
  c = count(at_home_on_the_host);
  const char* const at_home =
      "the device can reach the home on the host: does a page have to move?";
  answer("kHomeMoved", kHomeMoved, c.pages_moved(), 0, {{16, at_home}, {32, at_home}});
  answer("kHomeOverBus", kHomeOverBus, c.pages_in_place, 2 * kPages,
         {{0, "how do the kernels use pages that stay on the host?"},
          {16, "how many kernels use each page?"}});
  c = count(rounds);
  answer("kRoundsToDevice", kRoundsToDevice, c.pages_to_device_by_fault, kPages + 2,
         {{3, "where are the other pages of a before the first kernel?"},
          {19, "where is the page of a[0] when the first round begins?"},
          {48, "how many pages does the host take back in a round?"}});
  answer("kRoundsToHost", kRoundsToHost, c.pages_to_host_by_fault, 2,
         {{3, "where is the page of a[0] when the first round begins?"},
          {32, "how many pages does the host take back in a round?"},
          {48, "how many pages does the host take back in a round?"}});
  const char* const in_a_stream = "is a prefetch or a launch done when its call returns?";
  exercise.answer("kHostStaysIn", kHostStaysIn,
                  kHostStaysIn == kNotAnswered ? 0 : line_of_the_host(), 0,
                  thought(kHostStaysIn, {{1, in_a_stream},
                                         {2, in_a_stream},
                                         {3, in_a_stream},
                                         {4, in_a_stream},
                                         {5, "does anything in t wait for s?"},
                                         {6, "does anything in t wait for s?"},
                                         {8, "does the host come to line 8 while s is held up?"}}));
  exercise.answer("kWithoutLine7", kWithoutLine7, 0, 0,  // a race, so it is not tried
                  thought(kWithoutLine7, {{8, "does a page fault wait for a kernel?"}}));
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

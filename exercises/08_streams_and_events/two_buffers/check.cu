#include <algorithm>
#include <mutex>
#include <optional>

#include "tutorial/patience.cuh"
#include "tutorial/stream_order.cuh"
#include "tutorial/watched_calls.cuh"

enum class Gated { kNothing, kFirstCopy, kSecondCopy, kFirstKernel, kResult };

// The file, and the learner's calls, which come through here.
namespace calls {

struct Seen {
  std::vector<const unsigned char*> buffers;  // that the parts were read into
  std::size_t read = 0;                       // bytes
  std::size_t copied = 0;                     // bytes from these buffers
  std::string complaint;                      // about the buffers
  std::optional<Gate> gate;
  cudaEvent_t counted = nullptr;  // behind the first kernel
};

inline std::vector<unsigned char> file;
inline int part;
inline const unsigned* result;
inline Gated gated;
inline std::size_t parts_at_most;  // that can be read before the gate opens
inline bool is_at_its_end;         // the file, whatever is left of it
inline Seen seen;
inline std::mutex mutex;  // of the last two

inline void start(std::vector<unsigned char> bytes, int next_part, const unsigned* next_result) {
  forget();
  file = std::move(bytes);
  part = next_part;
  result = next_result;
  gated = Gated::kNothing;
  parts_at_most = file.size();
  is_at_its_end = false;
  seen = {};
}

inline void complain(const std::string& text) {
  if (seen.complaint.empty()) seen.complaint = text;
}

// Looks at the buffer of the next part, or rather at what was in it.
inline void look_at(const unsigned char* buffer, int at_most) {
  cudaPointerAttributes attributes = {};
  CHECK(cudaPointerGetAttributes(&attributes, buffer));
  if (attributes.type != cudaMemoryTypeHost) {
    complain("read_file() was given memory that is not page-locked: the copy makes the host wait");
  }
  if (at_most != part) {
    complain("read_file() was asked for " + std::to_string(at_most) + " bytes, not for a part");
  }
  const std::string next = "part " + std::to_string(seen.buffers.size());
  const auto last = std::find(seen.buffers.rbegin(), seen.buffers.rend(), buffer);
  std::vector<const unsigned char*> different = seen.buffers;
  std::sort(different.begin(), different.end());
  const auto end = std::unique(different.begin(), different.end());
  if (last == seen.buffers.rend() && end - different.begin() >= 2) {
    complain(next + " was read into a third buffer, and two have to do");
  }
  if (seen.buffers.size() < parts_at_most) return;
  if (seen.copied == 0) {
    complain(next +
             " was read, and no part was copied from its buffer yet: the device counts, so each "
             "part has to go there from the buffer that it was read into");
    return;
  }
  if (gated == Gated::kFirstKernel && !seen.gate) {
    complain(next + " was read, and count_bytes() was not called yet: it counts the parts");
  } else if (gated == Gated::kFirstKernel) {
    complain(next +
             " was read, and part 0 is not counted yet: two buffers on the host and two on the "
             "device hold four parts");
  } else {
    complain(next + " was read over part " + std::to_string(seen.buffers.rend() - last - 1) +
             ", which is not copied yet");
  }
}

inline void close_gate(Gated what, cudaStream_t stream) {
  if (gated == what && !seen.gate) seen.gate.emplace(stream);
}

inline void begin_copy(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  const std::lock_guard lock(mutex);
  if (to == result) close_gate(Gated::kResult, stream);
  const auto of = std::find(seen.buffers.rbegin(), seen.buffers.rend(), from);
  if (of == seen.buffers.rend()) return;
  seen.copied += bytes;
  const auto index = seen.buffers.rend() - of - 1;
  if (index < 2) close_gate(index == 0 ? Gated::kFirstCopy : Gated::kSecondCopy, stream);
}

// @param call CUDA's function, which may wait
template <class Call>
cudaError_t watch_copy(const Call& call, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind) {
  begin_copy(to, from, bytes, nullptr);
  return call(to, from, bytes, kind);
}

template <class Call>
cudaError_t watch_copy(const Call& call, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind, cudaStream_t stream) {  // which may be written as 0
  begin_copy(to, from, bytes, stream);
  return call(to, from, bytes, kind, stream);
}

// Fresh memory has no zeros. While something is held up, it stays as it is: the copy would wait.
template <class T, class... Rest>
cudaError_t poisoned(cudaError_t error, T** pointer, std::size_t bytes, Rest...) {
  if (error == cudaSuccess && gated == Gated::kNothing) {
    poison(reinterpret_cast<unsigned*>(*pointer), bytes / sizeof(unsigned));
    CHECK(cudaStreamSynchronize(nullptr));  // the answer's streams do not wait for it
  }
  return error;
}

}  // namespace calls

// The call stays in the learner's line, which a report of the CPU backend names.
#undef cudaMemcpyAsync
#undef cudaMemcpy
#define cudaMemcpyAsync(...) \
  calls::watch_copy([](auto... a) { return cudaMemcpyAsync(a...); }, __VA_ARGS__)
#define cudaMemcpy(...) calls::watch_copy([](auto... a) { return cudaMemcpy(a...); }, __VA_ARGS__)
#undef cudaMalloc
#define cudaMalloc(...)                                                                       \
  calls::poisoned(calls::allocate_on_device(                                                  \
                      "cudaMalloc", [](auto... a) { return cudaMalloc(a...); }, __VA_ARGS__), \
                  __VA_ARGS__)
#include "tutorial/submission.cuh"

// The answer declares this, and count_bytes().
int read_file(unsigned char* buffer, int at_most) {
  const std::lock_guard lock(calls::mutex);
  calls::Seen& seen = calls::seen;
  const std::size_t n = std::min<std::size_t>(at_most, calls::file.size() - seen.read);
  if (calls::is_at_its_end || n == 0) return 0;
  calls::look_at(buffer, at_most);
  if (!seen.complaint.empty()) return 0;
  std::copy_n(calls::file.begin() + seen.read, n, buffer);
  seen.read += n;
  seen.buffers.push_back(buffer);
  return static_cast<int>(n);
}

namespace check {

__global__ void count_each(unsigned* counts, const unsigned char* bytes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[bytes[i]], 1u);
}

}  // namespace check

void count_bytes(unsigned* counts, const unsigned char* bytes, int n, cudaStream_t stream) {
  constexpr int kBlock = 256;
  const std::lock_guard lock(calls::mutex);
  calls::close_gate(Gated::kFirstKernel, stream);
  check::count_each<<<(n + kBlock - 1) / kBlock, kBlock, 0, stream>>>(counts, bytes, n);
  CHECK_LAST();
  cudaEvent_t& counted = calls::seen.counted;
  if (counted != nullptr) return;
  CHECK(cudaEventCreateWithFlags(&counted, cudaEventDisableTiming));
  CHECK(cudaEventRecord(counted, stream));
}

namespace check {  // so that an answer may have names of its own

// Host memory for the result.
class Counts {
 public:
  Counts() {
    CHECK(cudaMallocHost(&data_, kValues * sizeof(unsigned)));
    std::fill_n(data_, kValues, tutorial::poison_value<unsigned>());
  }
  ~Counts() { CHECK(cudaFreeHost(data_)); }
  Counts(const Counts&) = delete;
  Counts& operator=(const Counts&) = delete;
  unsigned* data() const { return data_; }

 private:
  unsigned* data_ = nullptr;
};

// Small values are more frequent.
std::vector<unsigned char> some_bytes(std::size_t n) {
  std::vector<unsigned char> bytes;
  for (const float x : random_floats(static_cast<int>(n), 0, 15.99f)) {
    bytes.push_back(static_cast<unsigned char>(x * x));
  }
  return bytes;
}

void forget_event() {
  if (calls::seen.counted != nullptr) CHECK(cudaEventDestroy(calls::seen.counted));
}

constexpr int kLong = 3000;  // milliseconds
constexpr std::size_t kPadding = 4096;

Timeline run(Exercise& exercise, const std::vector<unsigned char>& file, int part,
             const Counts& counts) {
  calls::start(file, part, counts.data());
  Timeline timeline;
  exercise.run(
      [&] { timeline = record_with_frees_later([&] { count_file(counts.data(), part); }); });
  forget_event();
  return timeline;
}

// The first launch of a kernel may wait for all work in flight, so this also comes before any gate.
bool is_started(Exercise& exercise) {
  const Counts counts;
  run(exercise, some_bytes(700), 1009, counts);
  return exercise.open(!calls::made.empty() || !calls::seen.buffers.empty());
}

// With nothing held up.
void check_counts(Exercise& exercise, int n, int part) {
  exercise.begin("a file of " + std::to_string(n) + ", parts of " + std::to_string(part));
  const Counts counts;
  const std::vector<unsigned char> file = some_bytes(n);
  const Timeline timeline = run(exercise, file, part, counts);
  const calls::Seen& seen = calls::seen;
  exercise.require(seen.complaint.empty(), seen.complaint);
  exercise.require(
      static_cast<int>(seen.copied) == n,
      std::to_string(seen.copied) + " bytes were copied from the buffers, of " + std::to_string(n));
  std::vector<unsigned> expected(kValues);
  for (const unsigned char byte : file) ++expected[byte];
  const std::string wrong = first_difference(counts.data(), kValues, expected);
  exercise.require(wrong.empty(), wrong);
  require_results_there(exercise, timeline, "count_file");
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  exercise.require(calls::not_destroyed == 0, "streams or events that were not destroyed: " +
                                                  std::to_string(calls::not_destroyed));
  const std::size_t at_most = 2 * part + kPadding;
  exercise.require(calls::device_bytes <= at_most,
                   std::to_string(calls::device_bytes) +
                       " bytes of device memory were asked for; two parts and the counts have " +
                       std::to_string(2 * part + kValues * sizeof(unsigned)));
}

struct Delay {
  Gated gated;
  std::string name;
  int parts;                      // of the file
  std::size_t at_least, at_most;  // parts that are read meanwhile
  std::string waits;              // what is wrong if they are fewer
};

// How far the host gets while something is held up.
void hold_up(Exercise& exercise, const Delay& delay) {
  constexpr int kPart = 1009;
  exercise.begin("while " + delay.name + " is held up");
  const Counts counts;
  calls::start(some_bytes(delay.parts * kPart - 1), kPart, counts.data());
  calls::gated = delay.gated;
  calls::parts_at_most = delay.at_most;
  const calls::FreesLater later;
  HostCall returned([&] { count_file(counts.data(), kPart); });
  calls::Seen& seen = calls::seen;
  const auto comes_to = [&](std::size_t parts, int patience) {
    return comes_true(
        [&] {
          const std::lock_guard lock(calls::mutex);
          return seen.buffers.size() >= parts || !seen.complaint.empty();
        },
        patience);
  };
  const bool is_far = comes_to(delay.at_least, kLong);
  const bool is_wrong = comes_to(delay.at_most + 1, kGlance);
  require_now(exercise, !is_wrong, seen.complaint);
  require_now(exercise, is_far, delay.waits);
  require_now(exercise, !returns(returned, kGlance / 4),
              "count_file() has returned: wait for what is in the stream before");
  {
    const std::lock_guard lock(calls::mutex);
    require_now(exercise, seen.gate.has_value(), "there is none");
    require_now(
        exercise,
        delay.gated != Gated::kFirstCopy || seen.counted == nullptr || !is_reached(seen.counted),
        "part 0 was counted: its kernel does not wait for the copy");
    calls::is_at_its_end = true;  // nothing is read any more, so nothing can go wrong by chance
  }
  seen.gate->open();
  returned.get();
  CHECK(cudaDeviceSynchronize());
  forget_event();
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!is_started(exercise)) return exercise.verdict();
  for (const Delay& delay :
       {Delay{Gated::kFirstCopy, "the copy of part 0", 6, 2, 2,
              "part 1 was not read, and the host has a buffer for it"},
        {Gated::kSecondCopy, "the copy of part 1", 6, 3, 3,
         "part 2 was not read: the host waits for more than the copy of part 0"},
        {Gated::kFirstKernel, "the kernel of part 0", 6, 3, 4,
         "part 2 was not read: the host waits for the kernel, not for the copy of part 0"},
        {Gated::kResult, "the copy to `counts`", 1, 1, 1, "part 0 was not read"}}) {
    hold_up(exercise, delay);
  }
  for (const auto& [n, part] : {std::pair{600, 100},
                                {637, 100},
                                {0, 100},
                                {1, 100},
                                {100, 100},
                                {31, 32},
                                {33, 1},
                                {1009, 3},
                                {1100, 1},
                                {20011, 1000},
                                {90001, 20011}}) {
    check_counts(exercise, n, part);
    if (exercise.failed()) break;
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

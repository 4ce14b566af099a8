#include "tutorial/exercise.cuh"

#include "tutorial/stream_order.cuh"
#include "tutorial/watched_calls.cuh"

// A sample that arrives on the device as another one: so the results show who has amplified it.
namespace calls {

struct Altered {
  const float* in = nullptr;
  std::size_t samples = 0, place = 0;
  float sample = 0;
  bool has_arrived = false;
  std::size_t other_bytes = 0;  // copied to the device from elsewhere
};
inline Altered altered;

// A copy of as many bytes as there are has all samples, wherever it takes them from.
inline void alter(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  const std::uintptr_t sample = reinterpret_cast<std::uintptr_t>(altered.in + altered.place);
  const std::size_t place = bytes == altered.samples * sizeof(float)
                                ? altered.place * sizeof(float)
                                : sample - reinterpret_cast<std::uintptr_t>(from);
  if (place >= bytes) {
    altered.other_bytes += bytes;
    return;
  }
  CHECK(cudaMemcpyAsync(static_cast<char*>(to) + place, &altered.sample, sizeof(float),
                        cudaMemcpyHostToDevice, stream));
  altered.has_arrived = true;
}

/// @param call CUDA's function
template <class Call>
cudaError_t watch_copy(const char* name, const Call& call, void* to, const void* from,
                       std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  const cudaError_t error = attempt(name, [&] { return call(to, from, bytes, kind, stream); });
  if (altered.in != nullptr && kind == cudaMemcpyHostToDevice) alter(to, from, bytes, stream);
  return error;
}

}  // namespace calls

#undef cudaMemcpyAsync
#undef cudaMemcpy
#define cudaMemcpyAsync(...) \
  calls::watch_copy(         \
      "cudaMemcpyAsync", [](auto... a) { return cudaMemcpyAsync(a...); }, __VA_ARGS__)
#define cudaMemcpy(...)                                     \
  calls::watch_copy(                                        \
      "cudaMemcpy",                                         \
      [](auto to, auto from, auto bytes, auto kind, auto) { \
        return cudaMemcpy(to, from, bytes, kind);           \
      },                                                    \
      __VA_ARGS__)

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr long long kStepBytes = 65536;  // of an ideal device

// Page-locked memory of the host.
class Pinned {
 public:
  explicit Pinned(const std::vector<float>& values) {
    CHECK(cudaMallocHost(&data_, values.size() * sizeof(float)));
    std::copy(values.begin(), values.end(), data_);
  }
  ~Pinned() { CHECK(cudaFreeHost(data_)); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  float* data() const { return data_; }

 private:
  float* data_ = nullptr;
};

void check_who_amplifies(Exercise& exercise) {
  constexpr int kChannels = 5, kSamples = 333, kAll = kChannels * kSamples;
  exercise.begin("5 channels of 333 samples, one of which is another one on the device");
  const std::vector<float> samples = random_floats(kAll), factors = random_floats(kChannels, 2, 3);
  const Pinned in(samples), gains(factors),
      out(std::vector<float>(kAll, tutorial::poison_value<float>()));
  calls::altered = {.in = in.data(), .samples = kAll, .place = 2 * kSamples + 7, .sample = 1000};
  exercise.run([&] { amplify_all(out.data(), in.data(), gains.data(), kChannels, kSamples); });
  const calls::Altered altered = std::exchange(calls::altered, {});
  // Kernels may use the host's memory where it is: then no copy has any samples.
  exercise.require(
      altered.has_arrived || altered.other_bytes < kAll * sizeof(float),
      "no copy brings the samples of `in` to the device: a kernel has to amplify them, "
      "not the host");
  const float expected = altered.sample * factors[2];
  exercise.require(
      !altered.has_arrived ||
          difference(out.data()[altered.place], expected, {.relative = 1e-5}).empty(),
      "out[2][7] is not what a kernel makes of the sample that is on the device, which "
      "is " +
          tutorial::value_text(altered.sample) +
          " there: a kernel has to amplify it, "
          "not the host");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  const int shapes[][2] = {{1, 1}, {1, 1009}, {33, 1}, {3, 257}, {31, 33}, {200, 1000}, {500, 257}};
  for (const auto& [channels, samples] : shapes) {
    const long long n = 1LL * channels * samples;
    exercise.begin(std::to_string(channels) + (channels == 1 ? " channel" : " channels") + " of " +
                   std::to_string(samples) + (samples == 1 ? " sample" : " samples"));
    const std::vector<float> in = random_floats(n), gains = random_floats(channels);
    float *host_in = nullptr, *host_out = nullptr, *host_gains = nullptr;
    CHECK(cudaMallocHost(&host_in, n * sizeof(float)));
    CHECK(cudaMallocHost(&host_out, n * sizeof(float)));
    CHECK(cudaMallocHost(&host_gains, channels * sizeof(float)));
    std::copy(in.begin(), in.end(), host_in);
    std::copy(gains.begin(), gains.end(), host_gains);
    std::fill_n(host_out, n, tutorial::poison_value<float>());
    calls::forget();
    Timeline timeline;
    const Counters counters = exercise.run([&] {
      timeline = record_with_frees_later([&, channels = channels, samples = samples] {
        amplify_all(host_out, host_in, host_gains, channels, samples);
      });
    });
    const std::string wrong = first_difference(
        host_out, n, [&, samples = samples](long long i) { return in[i] * gains[i / samples]; },
        {.columns = samples});
    exercise.require(wrong.empty(), wrong);
    require_results_there(exercise, timeline, "amplify_all");
    exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
    exercise.require(calls::not_destroyed == 0, "streams or events that were not destroyed: " +
                                                    std::to_string(calls::not_destroyed));
    for (float* memory : {host_in, host_out, host_gains}) CHECK(cudaFreeHost(memory));
    exercise.require(!kHasTimelines || !timeline.all("kernel").empty(),
                     "no kernel has run: the samples are the GPU's work");
    const double sectors = static_cast<double>((n + 7) / 8);
    exercise.require(
        !kHasModel ||
            (counters.global_load_sectors >= sectors && counters.global_store_sectors >= sectors),
        "the kernels have loaded " + tutorial::short_number(counters.global_load_sectors) +
            " sectors and stored " + tutorial::short_number(counters.global_store_sectors) +
            "; the samples have " + tutorial::short_number(sectors) +
            ": what computes the others, the host?");
    // There, through the kernel, and back, each in one piece or in a few; and the gains.
    const long long steps = (n * 4 + kStepBytes - 1) / kStepBytes;
    exercise.limit_of_model(
        "kernels", static_cast<double>(timeline.all("kernel").size()), 8,
        "a few launches are enough for all channels: let the grid have a second "
        "dimension");
    exercise.limit_of_model("copies",
                            static_cast<double>(timeline.all("copy to device").size() +
                                                timeline.all("copy to host").size()),
                            20, "a copy for each channel: all of them lie one after the other");
    exercise.limit_of_model("steps of an ideal device", static_cast<double>(timeline.steps()),
                            static_cast<double>(3 * steps + 12),
                            "look at the timeline: what is in most of the steps?");
    exercise.limit_busiest_warp(counters, 4000);
    if (exercise.failed()) break;  // not by begin(): the timeline is written when main ends
  }
  if (!exercise.failed()) check_who_amplifies(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

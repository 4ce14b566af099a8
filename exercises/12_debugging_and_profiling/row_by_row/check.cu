#include "tutorial/exercise.cuh"

#include "tutorial/stream_order.cuh"
#include "tutorial/watched_calls.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr long long kStepBytes = 65536;  // of an ideal device

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
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

#include "tutorial/patience.cuh"
#include "tutorial/several_devices.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using namespace several;

// A rod with its two ends, shared out.
struct Rod {
  Rod(int devices, int cells) : before(random_floats(cells + 2, 0, 100)), parts(devices) {
    for (int d = 0, first = 0; d < devices; ++d) {
      Part& part = parts[d];
      part.device = d, part.n = cells * (d + 1) / devices - first;
      CHECK(cudaSetDevice(d));
      std::vector<float> values(before.begin() + first, before.begin() + first + part.n + 2);
      for (float** array : {&part.in, &part.out}) {
        CHECK(cudaMalloc(array, values.size() * sizeof(float)));
        CHECK(cudaMemcpy(*array, values.data(), values.size() * sizeof(float),
                         cudaMemcpyHostToDevice));
        std::fill_n(values.begin() + 1, part.n, tutorial::poison_value<float>());
        if (d > 0) values.front() = tutorial::poison_value<float>();
        if (d + 1 < devices) values.back() = tutorial::poison_value<float>();
      }
      for (cudaStream_t* stream : {&part.compute, &part.copies}) {
        CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
      }
      for (cudaEvent_t* event : {&part.computed, &part.sent}) {
        CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
      }
      first += part.n;
    }
    wait_for_all(devices);
  }
  ~Rod() {
    for (const Part& part : parts) {
      CHECK(cudaSetDevice(part.device));
      for (float* array : {part.in, part.out}) CHECK(cudaFree(array));
      for (cudaStream_t stream : {part.compute, part.copies}) CHECK(cudaStreamDestroy(stream));
      for (cudaEvent_t event : {part.computed, part.sent}) CHECK(cudaEventDestroy(event));
    }
  }
  Rod(const Rod&) = delete;
  Rod& operator=(const Rod&) = delete;

  void compare(Exercise& exercise, int steps) const {
    std::vector<float> right = before, got = before;
    for (int s = 0; s < steps; ++s) {
      const std::vector<float> in = right;
      for (std::size_t i = 1; i + 1 < in.size(); ++i) {
        right[i] = in[i] + 0.25f * (in[i - 1] - 2 * in[i] + in[i + 1]);
      }
    }
    auto to = got.begin() + 1;
    for (const Part& part : parts) {
      CHECK(cudaMemcpy(&*to, part.in + 1, part.n * sizeof(float), cudaMemcpyDeviceToHost));
      to += part.n;
    }
    const std::string wrong =
        first_difference(got.data(), static_cast<long long>(got.size()), right, {.relative = 1e-5});
    exercise.require(wrong.empty(), "temperatures, " + wrong);
  }

  std::vector<float> before;
  std::vector<Part> parts;
};

std::string text(int devices, int cells) {
  return std::to_string(devices) + (devices == 1 ? " device, " : " devices, ") +
         std::to_string(cells) + " cells";
}

// Device 0 is held up: the host goes on, and so does a device that is no neighbour.
void hold_up(Exercise& exercise, int devices) {
  exercise.begin(text(devices, 1009) + ", device 0 held up");
  Rod rod(devices, 1009);
  const std::vector<Part> parts = rod.parts;  // as they were
  CHECK(cudaSetDevice(0));
  Gate gate(parts[0].compute);
  call_or_end(
      exercise, [&] { run_steps(rod.parts, 1); }, "run_steps() waits for a device");
  for (int d = 2; d < devices; ++d) {
    require_now(exercise, is_done(parts[d].compute) && is_done(parts[d].copies),
                "device " + std::to_string(d) + ", which is no neighbour, waits for it");
  }
  gate.open();
  wait_for_all(devices);
  rod.compare(exercise, 1);
}

int main(int argc, char** argv) {
  const std::vector<int> numbers = numbers_of_devices();
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int devices : numbers) {
    for (const int cells : {1009, devices, 3001}) {
      exercise.begin(text(devices, cells));
      Rod rod(devices, cells);
      exercise.run([&] {
        run_steps(rod.parts, 5);
        run_steps(rod.parts, 2);
        wait_for_all(devices);
      });
      rod.compare(exercise, 7);
    }
    if (!exercise.failed()) hold_up(exercise, devices);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

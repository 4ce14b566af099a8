#include <memory>

#include "tutorial/patience.cuh"
#include "tutorial/several_devices.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using namespace several;

using Bytes = std::vector<unsigned char>;

Bytes random_bytes(int n) {
  Bytes bytes;
  for (const int value : random_ints(n, 0, 255)) {
    bytes.push_back(static_cast<unsigned char>(value < 128 ? value : value | 1));  // not all occur
  }
  return bytes;
}

// Parts of different lengths on all devices.
struct Inputs {
  explicit Inputs(const std::vector<int>& lengths) {
    CHECK(cudaSetDevice(0));
    result = std::make_unique<Buffer<int>>(kBins);
    room = std::make_unique<Buffer<int>>(kBins * static_cast<int>(lengths.size()));
    for (std::size_t d = 0; d < lengths.size(); ++d) {
      Part part = {static_cast<int>(d), lengths[d], nullptr, nullptr, nullptr, nullptr};
      CHECK(cudaSetDevice(part.device));
      in.push_back(std::make_unique<Buffer<unsigned char>>(random_bytes(part.n)));
      tables.push_back(std::make_unique<Buffer<int>>(kBins));
      part.in = in.back()->data(), part.table = tables.back()->data();
      CHECK(cudaStreamCreateWithFlags(&part.stream, cudaStreamNonBlocking));
      CHECK(cudaEventCreateWithFlags(&part.counted, cudaEventDisableTiming));
      parts.push_back(part);
    }
    wait_for_all(devices());
  }
  ~Inputs() {
    for (const Part& part : parts) {
      CHECK(cudaSetDevice(part.device));
      CHECK(cudaStreamDestroy(part.stream));
      CHECK(cudaEventDestroy(part.counted));
    }
  }
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;

  int devices() const { return static_cast<int>(parts.size()); }
  void refill() {
    for (auto& buffer : in) buffer->refill(random_bytes(static_cast<int>(buffer->size())));
    wait_for_all(devices());
  }
  std::vector<int> expected() const {
    std::vector<int> counts(kBins);
    for (const auto& buffer : in) {
      for (const unsigned char value : buffer->before()) ++counts[value];
    }
    return counts;
  }

  std::vector<Part> parts;
  std::vector<std::unique_ptr<Buffer<unsigned char>>> in;
  std::vector<std::unique_ptr<Buffer<int>>> tables;
  std::unique_ptr<Buffer<int>> result, room;
};

void check_links(Exercise& exercise, const Links& before) {
  const Links now(before.devices);
  double all = 0;
  for (int a = 0; a < before.devices; ++a) {
    for (int b = 0; b < before.devices; ++b) {
      exercise.limit_of_model(
          "bytes from device " + std::to_string(a) + " to device " + std::to_string(b),
          now.since(before, a, b), kBins * sizeof(int),
          "count where the bytes are, and send the table");
      all += now.since(before, a, b);
    }
  }
  exercise.limit_of_model("bytes between devices", all,
                          (before.devices - 1.0) * kBins * sizeof(int),
                          "each device sends one table, once");
}

void check_parts(Exercise& exercise, const std::vector<int>& lengths) {
  Inputs inputs(lengths);
  std::string name = "parts of";
  for (const int length : lengths) name += " " + std::to_string(length);
  for (const char* when : {"", ", again with other contents"}) {
    exercise.begin(name + when);
    if (*when != '\0') inputs.refill();
    const Links before(inputs.devices());
    exercise.run([&] {
      histogram(inputs.parts, inputs.result->data(), inputs.room->data());
      if (cudaStreamSynchronize(inputs.parts[0].stream) != cudaSuccess) return;  // run() says it
      const std::vector<int> result = inputs.result->read();  // is all of it there by now?
      const std::vector<int> expected = inputs.expected();
      const std::string wrong = first_difference(result.data(), kBins, expected);
      exercise.require(wrong.empty() || inputs.result->before() == result, "result, " + wrong);
      wait_for_all(inputs.devices());
    });
    exercise.expect(*inputs.result, inputs.expected(), {}, "result");
    if (exercise.failed()) return;
    check_links(exercise, before);
  }
  exercise.begin(name + ", the last device held up");
  const Part& last = inputs.parts.back();
  CHECK(cudaSetDevice(last.device));
  Gate gate(last.stream);
  call_or_end(
      exercise, [&] { histogram(inputs.parts, inputs.result->data(), inputs.room->data()); },
      "histogram() waits for a device");
  gate.open();
  wait_for_all(inputs.devices());
}

int main(int argc, char** argv) {
  const std::vector<int> numbers = numbers_of_devices();
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  open_all_peers();
  for (const int devices : numbers) {
    for (const int n : {1009, 20011, 1}) {
      std::vector<int> lengths;
      for (int d = 0; d < devices; ++d) lengths.push_back(n == 1 ? d % 2 : n + 100 * d);
      check_parts(exercise, lengths);
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

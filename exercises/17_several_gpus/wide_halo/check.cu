#include "tutorial/patience.cuh"
#include "tutorial/several_devices.cuh"

namespace calls {

inline int copies = 0;

inline cudaError_t copied(cudaError_t error) {
  ++copies;
  return error;
}

}  // namespace calls

#define cudaMemcpyAsync(...) calls::copied(cudaMemcpyAsync(__VA_ARGS__))
#define cudaMemcpyPeerAsync(...) calls::copied(cudaMemcpyPeerAsync(__VA_ARGS__))
#define cudaMemcpy2DAsync(...) calls::copied(cudaMemcpy2DAsync(__VA_ARGS__))
#include "tutorial/submission.cuh"
#undef cudaMemcpyAsync
#undef cudaMemcpyPeerAsync
#undef cudaMemcpy2DAsync

namespace check {  // so that an answer may have names of its own

using namespace several;

using Floats = std::vector<float>;

// Its first and last row are edges.
struct Plate {
  Plate(const std::vector<int>& rows_of_parts, int columns) : columns(columns) {
    rows = 2;
    for (const int n : rows_of_parts) rows += n;
    before = random_floats(rows * columns, 0, 100);
    int first = -1;  // row 0 of the part
    for (std::size_t d = 0; d < rows_of_parts.size(); ++d) {
      Part part = {static_cast<int>(d), rows_of_parts[d], nullptr, nullptr, nullptr, nullptr};
      CHECK(cudaSetDevice(part.device));
      Floats in, out;
      for (int y = 0; y < part.rows + 4; ++y) {
        const int row = first + y;
        for (int x = 0; x < columns; ++x) {
          const bool is_there = row >= 0 && row < rows, is_edge = row == 0 || row == rows - 1;
          const float cell = is_there ? before[row * columns + x] : tutorial::poison_value<float>();
          in.push_back(cell);
          out.push_back(is_edge ? cell : tutorial::poison_value<float>());
        }
      }
      for (const auto& [array, values] : {std::pair(&part.in, &in), std::pair(&part.out, &out)}) {
        CHECK(cudaMalloc(array, values->size() * sizeof(float)));
        CHECK(cudaMemcpy(*array, values->data(), values->size() * sizeof(float),
                         cudaMemcpyHostToDevice));
      }
      CHECK(cudaStreamCreateWithFlags(&part.stream, cudaStreamNonBlocking));
      CHECK(cudaEventCreateWithFlags(&part.event, cudaEventDisableTiming));
      parts.push_back(part);
      first += part.rows;
    }
    wait_for_all(static_cast<int>(parts.size()));
  }
  ~Plate() {
    for (const Part& part : parts) {
      CHECK(cudaSetDevice(part.device));
      for (float* array : {part.in, part.out}) CHECK(cudaFree(array));
      CHECK(cudaStreamDestroy(part.stream));
      CHECK(cudaEventDestroy(part.event));
    }
  }
  Plate(const Plate&) = delete;
  Plate& operator=(const Plate&) = delete;

  Floats expected(int steps) const {
    Floats plate = before;
    for (int s = 0; s < steps; ++s) {
      const Floats in = plate;
      for (int y = 1; y < rows - 1; ++y) {
        for (int x = 1; x < columns - 1; ++x) {
          const int i = y * columns + x;
          plate[i] +=
              0.2f * (in[i - 1] + in[i + 1] + in[i - columns] + in[i + columns] - 4 * in[i]);
        }
      }
    }
    return plate;
  }
  Floats read() const {
    Floats plate = before;
    int row = 1;
    for (const Part& part : parts) {
      CHECK(cudaMemcpy(&plate[row * columns], part.in + 2 * columns,
                       part.rows * columns * sizeof(float), cudaMemcpyDeviceToHost));
      row += part.rows;
    }
    return plate;
  }

  int rows, columns;
  Floats before;
  std::vector<Part> parts;
};

std::string text(const std::vector<int>& rows) {
  std::string list = "parts of ";
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) list += i + 1 < rows.size() ? ", " : " and ";
    list += std::to_string(rows[i]);
  }
  return list + " rows";
}

void check_calls(Exercise& exercise, Plate& plate, const std::vector<int>& calls_of_steps) {
  const int devices = static_cast<int>(plate.parts.size());
  calls::copies = 0;
  const Links before(devices);
  exercise.run([&] {
    for (const int steps : calls_of_steps) advance(plate.parts, plate.columns, steps);
    wait_for_all(devices);
  });
  int steps = 0, exchanges = 0;
  for (const int n : calls_of_steps) steps += n, exchanges += (n + 1) / 2;
  const Floats right = plate.expected(steps), got = plate.read();
  const std::string wrong = first_difference(got.data(), static_cast<long long>(got.size()), right,
                                             {.relative = 1e-5, .columns = plate.columns});
  exercise.open(got != plate.before);  // a stub leaves everything as it was
  exercise.require(wrong.empty(), "plate, " + wrong);
  exercise.limit("copies", calls::copies, 2.0 * (devices - 1) * exchanges,
                 "send two rows with one copy, after every second step");
  const Links now(devices);
  for (int d = 0; d + 1 < devices; ++d) {
    exercise.limit_of_model(
        "bytes from device " + std::to_string(d) + " to device " + std::to_string(d + 1),
        now.since(before, d, d + 1), 2.0 * plate.columns * sizeof(float) * exchanges,
        "two rows after every second step are enough");
  }
}

void check_parts(Exercise& exercise, const std::vector<int>& rows, int columns,
                 const std::vector<int>& calls_of_steps) {
  std::string name = text(rows) + ", steps: ";
  for (size_t i = 0; i < calls_of_steps.size(); ++i) {
    name += (i > 0 ? ", then " : "") + std::to_string(calls_of_steps[i]);
  }
  exercise.begin(name);
  Plate plate(rows, columns);
  check_calls(exercise, plate, calls_of_steps);
}

// One device is held up: the host goes on.
void hold_up(Exercise& exercise, int devices) {
  exercise.begin(std::to_string(devices) + " devices, the first held up");
  Plate plate(std::vector<int>(devices, 5), 33);
  CHECK(cudaSetDevice(0));
  Gate gate(plate.parts[0].stream);
  call_or_end(
      exercise, [&] { advance(plate.parts, plate.columns, 3); }, "advance() waits for a device");
  gate.open();
  wait_for_all(devices);
}

int main(int argc, char** argv) {
  const std::vector<int> numbers = numbers_of_devices();
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  for (const int devices : numbers) {
    std::vector<int> rows;
    for (int d = 0; d < devices; ++d) rows.push_back(7 + 3 * d);
    check_parts(exercise, rows, 150, {4});
    check_parts(exercise, rows, 33, {1});
    check_parts(exercise, rows, 3, {5, 2});
    check_parts(exercise, std::vector<int>(devices, 2), 129, {3, 1, 6});
    if (!exercise.failed() && devices > 1) hold_up(exercise, devices);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

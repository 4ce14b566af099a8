#include "tutorial/patience.cuh"
#include "tutorial/several_devices.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using namespace several;

std::string of_piece(const Piece& piece) {
  return " of the piece of device " + std::to_string(piece.device);
}

void require_place(Exercise& exercise, const Piece& piece, const char* name, const float* array,
                   int current) {
  cudaPointerAttributes attributes = {};
  CHECK(cudaPointerGetAttributes(&attributes, array));
  exercise.require(
      attributes.device == piece.device,
      name + of_piece(piece) + " is in the memory of device " + std::to_string(attributes.device) +
          " (make_pieces() was called with device " + std::to_string(current) + " current)");
}

void require_current(Exercise& exercise, const std::string& function, int before, int after) {
  exercise.require(after == before,
                   function + "() was called with device " + std::to_string(before) +
                       " current, and returned with device " + std::to_string(after) + " current");
}

int current_device() {
  int device = -1;
  CHECK(cudaGetDevice(&device));
  return device;
}

// Pinned memory of the host.
struct Arrays {
  explicit Arrays(int n) : n(n) {
    for (float** array : {&x, &y}) CHECK(cudaMallocHost(array, n * sizeof(float)));
  }
  ~Arrays() {
    for (float* array : {x, y}) CHECK(cudaFreeHost(array));
  }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;

  void refill() {
    const std::vector<float> values = random_floats(n);
    std::copy(values.begin(), values.end(), x);
    std::fill_n(y, n, tutorial::poison_value<float>());
  }
  void compare(Exercise& exercise, float factor) const {
    const std::string wrong = first_difference(y, n, [&](long long i) { return factor * x[i]; });
    exercise.require(wrong.empty(), "y, " + wrong);
  }

  int n;
  float *x = nullptr, *y = nullptr;
};

// One device is held up: the host has to wait for it, and the others need not.
void hold_up(Exercise& exercise, const Piece& held_up, const std::vector<Piece>& pieces,
             Arrays& arrays) {
  arrays.refill();
  CHECK(cudaSetDevice(held_up.device));
  Gate gate(held_up.stream);
  HostCall call([&] { scale_on_all(pieces, 2, arrays.x, arrays.y); });
  require_now(exercise, !returns(call, kGlance),
              "scale_on_all() returns, although device " + std::to_string(held_up.device) +
                  " is held up and has not done its piece");
  for (const Piece& piece : pieces) {
    if (piece.device == held_up.device || piece.count == 0) continue;
    const volatile float& y = arrays.y[piece.first];
    require_now(exercise, comes_true([&] {
                  return cudaStreamQuery(piece.stream) != cudaErrorNotReady &&
                         y == 2 * arrays.x[piece.first];
                }),
                "device " + std::to_string(piece.device) + " has not got its piece while device " +
                    std::to_string(held_up.device) + " is held up: they take turns");
  }
  gate.open();
  call.get();
  arrays.compare(exercise, 2);
}

void check_pieces(Exercise& exercise, int devices, int n) {
  exercise.begin(std::to_string(devices) + (devices == 1 ? " device" : " devices") +
                 ", n = " + std::to_string(n));
  Arrays arrays(n);
  const int current = devices / 2;  // the caller's
  CHECK(cudaSetDevice(current));
  const std::vector<Piece> pieces = make_pieces(devices, n);
  const int after_pieces = current_device();
  exercise.require(static_cast<int>(pieces.size()) == devices, "each device should have a piece");
  for (const Piece& piece : pieces) {
    if (piece.count == 0) continue;
    require_place(exercise, piece, "x", piece.x, current);
    require_place(exercise, piece, "y", piece.y, current);
  }
  int after_scale = current;
  for (const float factor : {3.0f, -0.5f}) {
    if (exercise.failed()) return;
    arrays.refill();
    CHECK(cudaSetDevice(current));
    exercise.run([&] {
      scale_on_all(pieces, factor, arrays.x, arrays.y);
      after_scale = current_device();
      wait_for_all(devices);
    });
    arrays.compare(exercise, factor);
  }
  if (exercise.failed()) return;
  hold_up(exercise, pieces.front(), pieces, arrays);
  if (pieces.back().count > 0) hold_up(exercise, pieces.back(), pieces, arrays);
  require_current(exercise, "make_pieces", current, after_pieces);
  require_current(exercise, "scale_on_all", current, after_scale);
  for (const Piece& piece : pieces) {
    CHECK(cudaFree(piece.x));
    CHECK(cudaFree(piece.y));
    CHECK(cudaStreamDestroy(piece.stream));
  }
}

int main(int argc, char** argv) {
  const std::vector<int> numbers = numbers_of_devices();
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int n : {1009, 1, 20011}) {
    for (const int devices : numbers) check_pieces(exercise, devices, n);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

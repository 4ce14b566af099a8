#include <memory>

#include "tutorial/patience.cuh"
#include "tutorial/several_devices.cuh"

namespace calls {

struct Copy {
  const void *to, *from;
  std::size_t bytes;
};
inline std::vector<Copy> copies;

inline cudaError_t note(const void* to, const void* from, std::size_t bytes, cudaError_t error) {
  copies.push_back({to, from, bytes});
  return error;
}
inline cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        cudaStream_t stream = nullptr) {
  return note(to, from, bytes, cudaMemcpyAsync(to, from, bytes, kind, stream));
}
inline cudaError_t copy_peer(void* to, int to_device, const void* from, int from_device,
                             std::size_t bytes, cudaStream_t stream = nullptr) {
  return note(to, from, bytes,
              cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, stream));
}

}  // namespace calls

#define cudaMemcpyAsync calls::copy
#define cudaMemcpyPeerAsync calls::copy_peer
#include "tutorial/submission.cuh"
#undef cudaMemcpyAsync
#undef cudaMemcpyPeerAsync

namespace check {  // so that an answer may have names of its own

using namespace several;

struct Places {
  Places(int count, int devices, int n) : n(n) {
    for (int p = 0; p < count; ++p) {
      Place place = {p % devices, nullptr, nullptr, nullptr, nullptr};
      CHECK(cudaSetDevice(place.device));
      arrays.push_back(p == 0 ? std::make_unique<Buffer<float>>(random_floats(n))
                              : std::make_unique<Buffer<float>>(n));
      place.data = arrays.back()->data();
      CHECK(cudaStreamCreateWithFlags(&place.stream, cudaStreamNonBlocking));
      for (cudaEvent_t* event : {&place.ready, &place.sent}) {
        CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
      }
      all.push_back(place);
    }
    wait_for_all(devices);
  }
  ~Places() {
    for (const Place& place : all) {
      CHECK(cudaSetDevice(place.device));
      CHECK(cudaStreamDestroy(place.stream));
      for (cudaEvent_t event : {place.ready, place.sent}) CHECK(cudaEventDestroy(event));
    }
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  // Which place has it; -1: none
  int place_of(const void* address) const {
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (all[p].data == address) return static_cast<int>(p);
    }
    return -1;
  }

  int n;
  std::vector<Place> all;
  std::vector<std::unique_ptr<Buffer<float>>> arrays;
};

std::string place(int p) { return "place " + std::to_string(p); }

// Each copy as early as it can be: when the sender has the array and has sent all that it had to send before.
void check_timetable(Exercise& exercise, const Places& places) {
  const std::size_t count = places.all.size();
  std::vector<int> has(count, -1), free(count);
  has[0] = 0;
  int steps = 0;
  for (const calls::Copy& copy : calls::copies) {
    const int from = places.place_of(copy.from), to = places.place_of(copy.to);
    if (copy.bytes == 0) continue;
    exercise.require(from >= 0 && to >= 0 && copy.bytes == places.n * sizeof(float),
                     "a copy that is not of a whole array, from place to place");
    if (exercise.failed()) return;
    exercise.require(has[from] >= 0, place(from) + " sends the array before it has it");
    exercise.require(has[to] < 0, place(to) + " gets the array although it has it already");
    free[from] = std::max(free[from], has[from]) + 1;
    has[to] = free[from];
    steps = std::max(steps, has[to]);
  }
  int enough = 0;
  while ((1u << enough) < count) ++enough;
  exercise.limit("steps", steps, enough,
                 "in each step every place that has the array can send it, place 0 as well");
}

void check_places(Exercise& exercise, int count, int devices, int n) {
  exercise.begin(std::to_string(count) + (count == 1 ? " place" : " places") +
                 ", n = " + std::to_string(n));
  const Places places(count, devices, n);
  calls::copies.clear();
  exercise.run([&] {
    broadcast(places.all, n);
    wait_for_all(devices);
  });
  for (int p = 0; p < count; ++p) {
    exercise.expect(*places.arrays[p], places.arrays[0]->before(), {}, place(p));
  }
  if (!exercise.failed()) check_timetable(exercise, places);
  if (exercise.failed()) return;
  CHECK(cudaSetDevice(0));
  Gate gate(places.all[0].stream);
  call_or_end(
      exercise, [&] { broadcast(places.all, n); }, "broadcast() waits for a device");
  gate.open();
  wait_for_all(devices);
}

int main(int argc, char** argv) {
  const int devices = numbers_of_devices(8).back();
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  for (const int count : {2, 4, 1, 3, 5, 6, 7, 8}) {
    for (const int n : {1009, 1}) check_places(exercise, count, devices, n);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }

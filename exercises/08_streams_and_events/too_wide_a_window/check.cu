#include <algorithm>
#include <chrono>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "tutorial/exercise.cuh"
#include "tutorial/table.cuh"

// What the runtime is told, and when: the learner's reset comes through here.
namespace calls {

inline std::vector<cudaStream_t> streams;  // of the case
inline std::size_t launches;               // in the case
inline int resets, early_resets;           // after the last search was done, and before

inline cudaError_t reset(cudaError_t (*call)()) {
  bool is_early = launches < streams.size();
  for (const cudaStream_t s : streams) is_early |= cudaStreamQuery(s) == cudaErrorNotReady;
  ++(is_early ? early_resets : resets);
  return call();
}

}  // namespace calls

#define cudaCtxResetPersistingL2Cache() calls::reset([] { return cudaCtxResetPersistingL2Cache(); })
#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kBlock = 256;

__global__ void search_index(const float* index, int n, float* found) {
  for (int i = threadIdx.x; i < n; i += kBlock) found[i] = 2 * index[i];
}

// How a search was launched, as far as the check wants to know.
struct Launch {
  const Search* search;
  cudaAccessPolicyWindow window;
};

std::vector<Launch> launches;
std::vector<float*> outputs;
const Search* first_search;
int failing = -1;      // the search whose launch fails
bool is_slow = false;  // the last search waits before it begins

}  // namespace check

cudaError_t launch(const Search& search) {
  using namespace check;
  cudaStreamAttrValue value = {};
  CHECK(cudaStreamGetAttribute(search.stream, cudaStreamAttributeAccessPolicyWindow, &value));
  launches.push_back({&search, value.accessPolicyWindow});
  ++calls::launches;
  const auto stream = std::find(calls::streams.begin(), calls::streams.end(), search.stream);
  const int k = static_cast<int>(stream - calls::streams.begin());
  if (k == failing || stream == calls::streams.end()) {
    calls::launches = calls::streams.size();  // an answer may leave out those behind it
    return cudaErrorLaunchOutOfResources;
  }
  if (is_slow && k + 1 == static_cast<int>(calls::streams.size())) {
    const auto sleep = [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(200)); };
    CHECK(cudaLaunchHostFunc(search.stream, sleep, nullptr));
  }
  search_index<<<1, kBlock, 0, search.stream>>>(
      search.index, static_cast<int>(search.bytes / sizeof(float)), outputs[k]);
  return cudaGetLastError();
}

namespace check {

struct Case {
  std::string name;
  std::vector<int> sizes;  // of the indices, in floats
  std::size_t set_aside, largest_window;
  int failing = -1;
  bool is_slow = false;
};

std::string of(std::size_t bytes) { return std::to_string(bytes) + " bytes"; }

// The window covers its index, or the largest part of it that it can, and says what becomes of the lines.
void check_window(Exercise& exercise, const Case& c, const Launch& launched,
                  const std::string& name) {
  const cudaAccessPolicyWindow& window = launched.window;
  const std::size_t bytes = std::min(launched.search->bytes, c.largest_window);
  exercise.require(window.num_bytes > 0, name + " was launched without a window");
  exercise.require(window.base_ptr == launched.search->index,
                   name + "'s window begins elsewhere than its index");
  exercise.require(window.num_bytes == bytes,
                   name + "'s window has " + of(window.num_bytes) + ", expected " + of(bytes));
  exercise.require(window.hitProp == cudaAccessPropertyPersisting,
                   name + ": what the ratio picks should persist");
  exercise.require(window.missProp == cudaAccessPropertyStreaming,
                   name + ": what the ratio doesn't pick should be the first to go");
}

void check_windows(Exercise& exercise, const Case& c) {
  double wanted = 0, all = 0;
  for (const Launch& l : launches) {
    const std::string name = "search " + std::to_string(l.search - first_search);
    check_window(exercise, c, l, name);
    if (exercise.failed()) return;
    wanted += l.window.num_bytes * double{l.window.hitRatio};
    all += l.window.num_bytes;
  }
  const double most = std::min<double>(c.set_aside, all);
  const std::string text =
      "together the windows want " + figure("%.0f", wanted) + " bytes to persist";
  exercise.require(wanted <= c.set_aside * (1 + 1e-5),
                   text + ", and " + of(c.set_aside) + " are set aside");
  exercise.require(wanted >= most * 0.99, text + ", and there is room for " + figure("%.0f", most));
}

void check_case(Exercise& exercise, const Case& c) {
  exercise.begin(c.name);
  const int count = static_cast<int>(c.sizes.size());
  std::deque<Buffer<float>> indices, found;
  std::vector<Search> searches;
  calls::streams.clear();
  outputs.clear();
  for (const int size : c.sizes) {
    indices.emplace_back(random_floats(size));
    found.emplace_back(size);
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    calls::streams.push_back(stream);
    outputs.push_back(found.back().data());
    searches.push_back({stream, indices.back().data(), size * sizeof(float)});
  }
  launches.clear();
  calls::launches = calls::resets = calls::early_resets = 0;
  first_search = searches.data();
  failing = c.failing;
  is_slow = c.is_slow;
  CHECK(cudaDeviceSynchronize());
  cudaError_t error = cudaSuccess;
  bool is_done = true;
  exercise.run([&] {
    error = run_searches(searches.data(), count, c.set_aside, c.largest_window);
    for (const Search& s : searches) is_done &= cudaStreamQuery(s.stream) == cudaSuccess;
    CHECK(cudaDeviceSynchronize());
  });
  const cudaError_t expected = c.failing < 0 ? cudaSuccess : cudaErrorLaunchOutOfResources;
  exercise.require(error == expected, std::string("run_searches() returned ") +
                                          cudaGetErrorName(error) + ", expected " +
                                          cudaGetErrorName(expected));
  if (c.failing < 0) {
    exercise.require(launches.size() == searches.size(), std::to_string(launches.size()) +
                                                             " searches were launched, expected " +
                                                             std::to_string(count));
    check_windows(exercise, c);
    for (int k = 0; k < count; ++k) {
      exercise.expect(found[k], [&](long long i) { return 2 * indices[k].before()[i]; });
    }
  }
  for (int k = 0; k < count; ++k) {
    cudaStreamAttrValue value = {};
    CHECK(
        cudaStreamGetAttribute(searches[k].stream, cudaStreamAttributeAccessPolicyWindow, &value));
    exercise.require(value.accessPolicyWindow.num_bytes == 0,
                     "the stream of search " + std::to_string(k) + " has kept its window");
    CHECK(cudaStreamDestroy(searches[k].stream));
  }
  exercise.require(is_done, "run_searches() returned before its searches were done");
  exercise.require(calls::resets > 0,
                   calls::early_resets == 0
                       ? "the persisting lines were not reset"
                       : "the persisting lines were reset before all searches were done");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const std::size_t kib = 1024, any = 1 << 20;
  check_case(exercise, {"one index that fits", {1000}, 16 * kib, any});
  if (!exercise.open(!launches.empty() || calls::resets > 0)) return exercise.verdict();
  for (const Case& c :
       {Case{"one index, twice as large as what is set aside", {8192}, 16 * kib, any},
        {"one index, a little too large", {4099}, 16 * kib, any},
        {"two indices that fit one at a time", {4096, 4096}, 16 * kib, any},
        {"three indices of different sizes", {31, 5003, 9001}, 16 * kib, any},
        {"an index that is larger than a window", {10007}, 8 * kib, 20000},
        {"two indices, one larger than a window", {1009, 10007}, 12 * kib, 20000},
        {"nothing is set aside", {4096, 33}, 0, any},
        {"a search that ends late", {4096, 4096}, 16 * kib, any, -1, true},
        {"a launch that fails", {4096, 100, 4096}, 16 * kib, any, 1}}) {
    check_case(exercise, c);
    if (exercise.failed()) break;
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
